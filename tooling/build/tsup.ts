import { defineConfig, type Options } from "tsup"
import { embedEffect, type LazyFunctions, NEEDS_EFFECT } from "./embedEffect.ts"
import { unmappedDependencies } from "./unmappedDependencies.ts"

export type { Plugin } from "./Plugin.ts"

interface LibraryOptions extends Options {
  /** Entry points that hold the used parts of Effect, so that they run where it is not installed. */
  readonly embedsEffect?: ReadonlyArray<string>
  /** Files that are evaluated with the first call of one of these functions, not with the import of the package. */
  readonly lazily?: LazyFunctions
}

/** One ESM build. The declarations come from the native compiler (`tsc -p tsconfig.build.json`). */
export const library = ({ embedsEffect = [], lazily = {}, ...options }: LibraryOptions = {}) =>
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
    esbuildPlugins: [...(options.esbuildPlugins ?? []), unmappedDependencies],
    ...(embedsEffect.length === 0
      ? {}
      : {
          noExternal: [NEEDS_EFFECT],
          esbuildPlugins: [embedEffect(embedsEffect, lazily), ...(options.esbuildPlugins ?? []), unmappedDependencies],
          esbuildOptions: (build) => {
            build.conditions = ["@mon/source"]
            // Most packages contain their sources, and those of Effect would be twenty times its code.
            build.sourcesContent = false
          }
        })
  })
