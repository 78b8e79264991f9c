// The size of an entry point in a bundle: minified, and then compressed with gzip.
import { build } from "esbuild"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { forBrowsers } from "./public-packages.mjs"

const weigh = (bytes) => ({ min: bytes.length, gz: gzipSync(bytes, { level: 9 }).length })

const bundle = async (entryPoint, path, without, exported = "*") => {
  const { outputFiles } = await build({
    stdin: { contents: `export ${exported} from ${JSON.stringify(entryPoint.specifier)}`, resolveDir: path },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2024",
    write: false,
    logLevel: "error",
    platform: forBrowsers(entryPoint) ? "neutral" : "node",
    ...without
  })
  return weigh(outputFiles[0].contents)
}

/**
 * Returns the sizes of an entry point. `own`: the package's own code. `withoutEffect`: with all dependencies except
 * effect. `withEffect`: with all dependencies. A data file has only `own`.
 */
export const entryPointSize = async ({ path, manifest }, entryPoint) => {
  if (!entryPoint.module) return { own: weigh(await readFile(join(path, entryPoint.file))) }
  const others = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies
  })
  const effect = ["effect", "effect/*"]
  return {
    own: await bundle(entryPoint, path, { external: others.flatMap((name) => [name, `${name}/*`]) }),
    withoutEffect: await bundle(entryPoint, path, { external: effect }),
    withEffect: await bundle(entryPoint, path, { external: [] })
  }
}

/** Returns the size of one export with all its dependencies, if nothing else of the entry point is used. */
export const exportSize = async ({ path }, entryPoint, name) => ({
  alone: await bundle(entryPoint, path, { logOverride: { "ignored-bare-import": "silent" } }, `{ ${name} }`)
})

/**
 * Returns the size of all built files of a command. A command is published in several files, because it loads its code
 * in parts.
 */
export const commandSize = async ({ path }) => {
  const folder = join(path, "dist")
  const files = await readdir(folder)
  const weights = await Promise.all(files.map(async (file) => weigh(await readFile(join(folder, file)))))
  return weights.reduce((sum, { gz, min }) => ({ min: sum.min + min, gz: sum.gz + gz }), { min: 0, gz: 0 })
}
