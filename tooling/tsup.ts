import { defineConfig, type Options } from "tsup"
import { embedEffect, NEEDS_EFFECT } from "./embedEffect.ts"

interface LibraryOptions extends Options {
  /** Entry points that hold the used parts of Effect, so that they run where it is not installed. */
  readonly embedsEffect?: ReadonlyArray<string>
}

/** One ESM build. The declarations come from the native compiler (`tsc -p tsconfig.build.json`). */
export const library = ({ embedsEffect = [], ...options }: LibraryOptions = {}) =>
  defineConfig({
    entry: ["src/index.ts"],
    format: ["esm"],
    target: "node22",
    platform: "node",
    outDir: "dist",
    clean: true,
    sourcemap: true,
    splitting: true,
    treeshake: false,
    removeNodeProtocol: false,
    dts: false,
    ...options,
    ...(embedsEffect.length === 0
      ? {}
      : {
          noExternal: [NEEDS_EFFECT],
          esbuildPlugins: [embedEffect(embedsEffect), ...(options.esbuildPlugins ?? [])],
          esbuildOptions: (build) => {
            build.conditions = ["@mon/source"]
            // The sources are in the package, and those of Effect would be twenty times its code.
            build.sourcesContent = false
          }
        })
  })
