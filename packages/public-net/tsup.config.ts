import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { lazyModule } from "@mon/tooling/lazyModule"
import { library, type Plugin } from "@mon/tooling/tsup"
import { readFile } from "node:fs/promises"

/** A plugin that writes the numbers of a table as one text, so that Node does not parse them before they are used. */
const numbersAsText: Plugin = {
  name: "numbers-as-text",
  setup: (build) =>
    build.onLoad({ filter: /tldts[\\/].*[\\/]trie\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(/\(\[([\d,\s]+)\]\)/g, '(JSON.parse("[$1]"))')
    }))
}

// PublicUrl contains the list of public suffixes (130 KB). It is a separate file, so that a bundler can leave it out
// where it is not used. tldts is bundled, because its published package takes thirty times as much disk space as the
// list in it. tldts hashes all suffixes when it is loaded, so it is loaded for the first name and not with every
// import.
export default library({
  entry: ["src/effect.ts", "src/index.ts", "src/policy.ts", "src/PublicUrl.ts", "src/undici.ts"],
  esbuildPlugins: [lazyBuiltins(), lazyModule("tldts", ["getDomain", "parse"]), numbersAsText],
  esbuildOptions: (build) => {
    build.mainFields = ["module", "main"]
    build.sourcesContent = false
  }
})
