import { readFile } from "node:fs/promises"
import { basename, dirname, relative, resolve, sep } from "node:path"
import type { Plugin } from "./Plugin.ts"
import { lazyFunctions } from "./lazyModule.ts"

type PluginBuild = Parameters<Plugin["setup"]>[0]

/** A pattern for modules of Effect, and for the entry points of Mon's packages that need Effect. */
export const NEEDS_EFFECT = /^(?:effect(?:\/|$)|@mon\/[\w-]+\/effect$)/
const SOURCE = /\.ts$/
/** The suffix of a source file's path in the build that contains Effect. */
const EMBEDDED = "?embedded"
const RESOLVING = "resolving"
const LAZY = "lazy"

/** The names of functions, by the source file that exports them. */
export type LazyFunctions = Readonly<Record<string, ReadonlyArray<string>>>

/** Returns the source files of this package that import Effect, directly or through another file. */
const filesWithEffect = async (
  { esbuild }: PluginBuild,
  entryPoints: ReadonlyArray<string>
): Promise<ReadonlySet<string>> => {
  const { metafile } = await esbuild.build({
    entryPoints: [...entryPoints],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outdir: "unused",
    write: false,
    metafile: true,
    logLevel: "silent"
  })
  const files = Object.entries(metafile.inputs)
  const needing = new Set(
    files.filter(([, { imports }]) => imports.some(({ path }) => NEEDS_EFFECT.test(path))).map(([file]) => file)
  )
  for (let before = -1; before !== needing.size;) {
    before = needing.size
    for (const [file, { imports }] of files) if (imports.some(({ path }) => needing.has(path))) needing.add(file)
  }
  return new Set([...needing].map((file) => resolve(file)))
}

/**
 * Bundles the used parts of Effect into the entry points `embedding`, so that they run where `effect` is not installed.
 * All other entry points import `effect`. A source file that needs Effect is built twice: with Effect, and with an
 * import of it. Every other file is built once, so that error classes and process state exist once, whichever entry
 * points are imported. A file in `lazily` is evaluated at the first call of one of its functions, because Effect and
 * its schemas take longer to evaluate than the rest of a package.
 */
export const embedEffect = (embedding: ReadonlyArray<string>, lazily: LazyFunctions = {}): Plugin => ({
  name: "embed-effect",
  setup: (build) => {
    const entryPoints = new Set(embedding.map((file) => resolve(file)))
    const ownFolder = resolve("src") + sep
    const lazyFiles = new Map(Object.entries(lazily).map(([file, functions]) => [resolve(file), functions]))
    let needing: ReadonlySet<string> = new Set()
    build.onStart(async () => {
      needing = await filesWithEffect(build, embedding)
    })
    build.onResolve({ filter: SOURCE }, ({ kind, path, pluginData, resolveDir }) => {
      const file = resolve(resolveDir, path)
      const isEmbedded = kind === "entry-point" ? entryPoints.has(file) : pluginData === EMBEDDED
      if (isEmbedded && kind === "import-statement" && lazyFiles.has(file))
        return { path: relative(".", file), namespace: LAZY }
      return isEmbedded && (needing.has(file) || !file.startsWith(ownFolder))
        ? { path: file, suffix: EMBEDDED }
        : undefined
    })
    build.onResolve({ filter: NEEDS_EFFECT }, async ({ importer, kind, path, pluginData, resolveDir }) => {
      if (pluginData === RESOLVING || importer.includes(`${sep}node_modules${sep}effect${sep}`)) return undefined
      if (pluginData !== EMBEDDED) return { path, external: true }
      const {
        errors,
        path: file,
        sideEffects
      } = await build.resolve(path, {
        kind,
        resolveDir,
        pluginData: RESOLVING
      })
      if (errors.length > 0) return { errors }
      return { path: file, sideEffects, ...(SOURCE.test(file) ? { suffix: EMBEDDED } : {}) }
    })
    build.onLoad({ filter: SOURCE, namespace: LAZY }, ({ path }) => ({
      contents: lazyFunctions(`./${basename(path)}`, lazyFiles.get(resolve(path)) ?? []),
      pluginData: EMBEDDED,
      resolveDir: resolve(dirname(path))
    }))
    build.onLoad({ filter: SOURCE }, async ({ path, suffix }) =>
      suffix === EMBEDDED
        ? {
            contents: await readFile(path, "utf8"),
            loader: "ts" as const,
            pluginData: EMBEDDED,
            resolveDir: dirname(path)
          }
        : undefined
    )
  }
})
