import { build } from "esbuild"
import * as Effect from "effect/Effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Defines `require`, because some dependencies are CommonJS and load modules of Node. */
const WITH_REQUIRE =
  'import { createRequire as requireOfBundle } from "node:module"; const require = requireOfBundle(import.meta.url);'

/**
 * Bundles a program in this folder into one file, which exists until the scope closes. The bundle starts in a sixth of
 * the CPU time that its hundreds of source files need. Tests that kill a process every few seconds start many of them.
 */
export const bundledProgram = Effect.fn("bundledProgram")(function* (name: string) {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "mon-program-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const outfile = join(folder, name.replace(/\.ts$/u, ".mjs"))
  yield* Effect.promise(() =>
    build({
      entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node24",
      conditions: ["@mon/source"],
      mainFields: ["module", "main"],
      banner: { js: WITH_REQUIRE },
      logLevel: "error"
    })
  )
  return outfile
})
