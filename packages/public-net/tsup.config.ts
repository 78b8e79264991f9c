import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { lazyModule } from "@mon/tooling/lazyModule"
import { library, type Plugin } from "@mon/tooling/tsup"
import { readFile } from "node:fs/promises"

/** The numbers of a table as one text, of which Node reads none before they are used. */
const numbersAsText: Plugin = {
  name: "numbers-as-text",
  setup: (build) =>
    build.onLoad({ filter: /tldts[\\/].*[\\/]trie\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(/\(\[([\d,\s]+)\]\)/g, '(JSON.parse("[$1]"))')
    }))
}

// PublicUrl brings the list of public suffixes (130 KB): in a file of its own, a bundler leaves it out where it is not
// used.
// tldts is bundled: its published package takes thirty times as much space on the disk as the list in it. It hashes
// all suffixes when it is loaded, which the first name may wait for, but not every import.
export default library({
  entry: ["src/effect.ts", "src/index.ts", "src/policy.ts", "src/PublicUrl.ts", "src/undici.ts"],
  esbuildPlugins: [lazyBuiltins(), lazyModule("tldts", ["getDomain", "parse"]), numbersAsText],
  esbuildOptions: (build) => {
    build.mainFields = ["module", "main"]
    build.sourcesContent = false
  }
})
