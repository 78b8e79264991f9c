import { defineConfig, type Options } from "tsup"

/** One ESM build. The declarations come from the native compiler (`tsc -p tsconfig.build.json`). */
export const library = (options: Options = {}) =>
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
    ...options
  })
