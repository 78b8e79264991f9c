import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { library } from "@mon/tooling/tsup"

// Each record parser is in a file of its own: a bundler leaves out the tables of the other parts, whose values are
// computed when they are loaded.
export default library({
  entry: [
    "src/effect.ts",
    "src/index.ts",
    "src/core.ts",
    "src/bin.ts",
    "src/spf/SpfRecord.ts",
    "src/dmarc/DmarcRecord.ts",
    "src/dkim/DkimKey.ts"
  ],
  esbuildPlugins: [lazyBuiltins()],
  embedsEffect: ["src/index.ts", "src/bin.ts"]
})
