// What an embedder pays for each engine: one minified ESM bundle, with and without effect.
import { build } from "esbuild"
import { readdirSync } from "node:fs"
import { gzipSync } from "node:zlib"

for (const name of readdirSync("packages")) {
  const size = async (external) => {
    const result = await build({
      stdin: { contents: `export * from "@mon/${name}"`, resolveDir: `packages/${name}` },
      bundle: true, minify: true, format: "esm", platform: "node", target: "node22", write: false, external, conditions: ["@mon/source"], logLevel: "error"
    })
    const [file] = result.outputFiles
    return `${(file.contents.length / 1024).toFixed(1)} KiB (${(gzipSync(file.contents).length / 1024).toFixed(1)} gz)`
  }
  console.log(`${name}: alone ${await size(["effect", "effect/*"])}, with effect ${await size([])}`)
}
