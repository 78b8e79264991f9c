import { library } from "@mon/tooling/tsup"

// PublicUrl brings the list of public suffixes (130 KB): in a file of its own, a bundler leaves it out where it is not
// used.
// tldts is bundled: its published package takes thirty times as much space on the disk as the list in it.
export default library({
  entry: ["src/effect.ts", "src/index.ts", "src/policy.ts", "src/PublicUrl.ts"],
  esbuildOptions: (build) => {
    build.mainFields = ["module", "main"]
    build.sourcesContent = false
  }
})
