import { library } from "@mon/tooling/tsup"

export default library({ entry: ["src/index.ts", "src/node.ts", "src/on-call.ts"] })
