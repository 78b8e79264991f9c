import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const source = fileURLToPath(new URL("../src/", import.meta.url))

/**
 * Bundles one entry point as a user's bundler would. The resulting script assigns the exports of the entry point to
 * `globalThis.api`.
 */
export const bundleEntryPoint = async (entry: "embedded"): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: `import * as api from "./${entry}.ts"\nglobalThis.api = api`, resolveDir: source },
    bundle: true,
    format: "iife",
    platform: "neutral",
    target: "es2022",
    minify: true,
    write: false,
    logLevel: "silent"
  })
  return outputFiles.map(({ text }) => text).join("")
}
