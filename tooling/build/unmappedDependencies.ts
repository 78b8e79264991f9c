import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import type { Plugin } from "./Plugin.ts"

/** Returns a source map with one segment for an empty first line, because esbuild ignores a map without segments. */
const mapOf = (file: string): string =>
  Buffer.from(JSON.stringify({ version: 3, sources: [file], names: [], mappings: "AAAA" })).toString("base64")

/**
 * Leaves bundled dependencies out of the source maps, because they would double the size of the maps. A stack trace
 * shows the lines of a dependency in `dist`, and the lines of the package in `src`.
 */
export const unmappedDependencies: Plugin = {
  name: "unmapped-dependencies",
  setup: (build) =>
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.m?js$/ }, async ({ path }) => ({
      contents: `\n${await readFile(path, "utf8")}\n//# sourceMappingURL=data:application/json;base64,${mapOf(basename(path))}`
    }))
}
