import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import type { Plugin } from "./Plugin.ts"

/** A source map of one segment, for a first line that is empty: esbuild ignores a map without segments. */
const mapOf = (file: string): string =>
  Buffer.from(JSON.stringify({ version: 3, sources: [file], names: [], mappings: "AAAA" })).toString("base64")

/**
 * Leaves bundled dependencies out of the source maps, which they would double: a stack trace shows their lines in
 * `dist`, and those of the package in `src`.
 */
export const unmappedDependencies: Plugin = {
  name: "unmapped-dependencies",
  setup: (build) =>
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.m?js$/ }, async ({ path }) => ({
      contents: `\n${await readFile(path, "utf8")}\n//# sourceMappingURL=data:application/json;base64,${mapOf(basename(path))}`
    }))
}
