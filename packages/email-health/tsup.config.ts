import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { library } from "@mon/tooling/tsup"

// Each record parser, the check of messages, and the code that both checks share are in separate files. A bundler can
// then leave out the tables of unused parts, whose values are computed when they are loaded.
export default library({
  entry: [
    "src/effect.ts",
    "src/index.ts",
    "src/core.ts",
    "src/bin.ts",
    "src/message/index.ts",
    "src/message/bin.ts",
    "src/message/EmailMessage.ts",
    "src/spf/evaluateSpf.ts",
    "src/dmarc/evaluateDmarc.ts",
    "src/spf/SpfRecord.ts",
    "src/dmarc/DmarcRecord.ts",
    "src/dkim/DkimKey.ts"
  ],
  esbuildPlugins: [lazyBuiltins()],
  embedsEffect: ["src/index.ts", "src/bin.ts", "src/message/index.ts", "src/message/bin.ts"]
})
