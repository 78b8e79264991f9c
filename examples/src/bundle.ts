import { fileURLToPath } from "node:url"
import { build } from "esbuild"

/** Bundles a module with its imports into one file for a browser or an edge runtime. */
export const bundle = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    // Inside this repository, the condition "@mon/source" selects the packages' TypeScript sources. Elsewhere, it has
    // no effect.
    conditions: ["@mon/source"]
  })
  return outputFiles[0]?.text ?? ""
}
