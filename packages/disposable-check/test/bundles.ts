import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const source = fileURLToPath(new URL("../src/", import.meta.url))

/** One script that sets `globalThis.door` to what the given door exports, made as an embedder's bundler would make it. */
export const bundleDoor = async (entry: "browser" | "edge"): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: `import * as door from "./${entry}.ts"\nglobalThis.door = door`, resolveDir: source },
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
