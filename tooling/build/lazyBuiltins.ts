import type { Plugin } from "./Plugin.ts"

const LAZY = "lazy-builtin"

/**
 * The functions and constructors that can be imported from modules that Node takes milliseconds to load. They are read
 * when they are called.
 */
const EXPORTS: Readonly<Record<string, ReadonlyArray<string>>> = {
  "node:child_process": ["execFile", "spawn"],
  "node:crypto": [
    "createCipheriv",
    "createDecipheriv",
    "createHash",
    "createHmac",
    "createPublicKey",
    "pbkdf2",
    "publicDecrypt",
    "randomBytes",
    "randomFillSync",
    "randomInt",
    "randomUUID",
    "timingSafeEqual",
    "verify",
    "X509Certificate"
  ],
  "node:dgram": ["createSocket"],
  "node:net": ["connect", "isIP", "isIPv4", "isIPv6", "SocketAddress"],
  "node:tls": ["checkServerIdentity", "connect", "createSecureContext", "getCACertificates"],
  "node:util": ["callbackify", "parseArgs", "promisify", "styleText"],
  "node:zlib": ["brotliDecompress", "createBrotliDecompress", "gunzipSync"]
}

const contentsOf = (module: string): string =>
  [
    `let loaded`,
    // An import statement would also read every export of the module, which loads further modules.
    `const load = () => (loaded ??= process.getBuiltinModule(${JSON.stringify(module)}))`,
    ...(EXPORTS[module] ?? []).map(
      (name) =>
        `export function ${name}(...given) { return new.target ? new (load().${name})(...given) : load().${name}(...given) }`
    )
  ].join("\n")

/**
 * Loads large modules of Node at the first call of one of their functions instead of at the import of the package,
 * because a program that parses a record needs no TLS. An import that is not in `EXPORTS` fails the build.
 */
export const lazyBuiltins = (): Plugin => ({
  name: "lazy-builtins",
  setup: (build) => {
    build.onResolve({ filter: /^node:/ }, ({ importer, kind, path }) =>
      kind === "import-statement" && Object.hasOwn(EXPORTS, path) && !importer.includes("node_modules")
        ? { path, namespace: LAZY, sideEffects: false }
        : undefined
    )
    build.onLoad({ filter: /^node:/, namespace: LAZY }, ({ path }) => ({ contents: contentsOf(path) }))
  }
})
