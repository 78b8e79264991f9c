// How large a door is when somebody bundles it: minified, then compressed by gzip.
import { build } from "esbuild"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { forBrowsers } from "./public-packages.mjs"

const weigh = (bytes) => ({ min: bytes.length, gz: gzipSync(bytes, { level: 9 }).length })

const bundle = async (door, path, without) => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(door.specifier)}`, resolveDir: path },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2024",
    write: false,
    logLevel: "error",
    platform: forBrowsers(door) ? "neutral" : "node",
    ...without
  })
  return weigh(outputFiles[0].contents)
}

/**
 * `own`: the package's own code; `withoutEffect`: with all it depends on except effect; `withEffect`: with everything.
 * A data file has one size.
 */
export const doorSize = async ({ path, manifest }, door) => {
  if (!door.module) return { own: weigh(await readFile(join(path, door.file))) }
  const others = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies
  })
  const effect = ["effect", "effect/*"]
  return {
    own: await bundle(door, path, { external: others.flatMap((name) => [name, `${name}/*`]) }),
    withoutEffect: await bundle(door, path, { external: effect }),
    withEffect: await bundle(door, path, { external: [] })
  }
}
