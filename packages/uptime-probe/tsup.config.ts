import { library } from "@mon/tooling/tsup"

export default library({ entry: ["src/bin.ts", "src/domain-expiry.ts", "src/effect.ts", "src/index.ts"] })
