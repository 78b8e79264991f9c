import { defineConfig, type Options } from "tsup"
import { embedEffect, type LazyFunctions, NEEDS_EFFECT } from "./embedEffect.ts"
import { unmappedDependencies } from "./unmappedDependencies.ts"

export type { Plugin } from "./Plugin.ts"

interface LibraryOptions extends Options {
  /** The entry points that contain the used parts of Effect, so that they run where `effect` is not installed. */
  readonly embedsEffect?: ReadonlyArray<string>
  /**
   * The files that are evaluated at the first call of one of these functions instead of at the import of the package.
   */
  readonly lazily?: LazyFunctions
}

/**
 * Returns the configuration of one ESM build. The native compiler writes the declarations (`tsc -p
 * tsconfig.build.json`).
 */
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
            // Most packages contain their own sources. The sources of Effect would be twenty times as large as the
            // bundled code.
            build.sourcesContent = false
          }
        })
  })
