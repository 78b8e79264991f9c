import { fileURLToPath } from "node:url"
import { build } from "esbuild"

/** One file of a module and all that it imports, as a browser or an edge runtime takes it. */
export const bundle = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    // Within this repository the sources are bundled; elsewhere the condition means nothing.
    conditions: ["@mon/source"]
  })
  return outputFiles[0]?.text ?? ""
}
