import { library } from "@mon/tooling/tsup"

export default library({ target: "node20", entry: ["src/index.ts", "src/faults.ts"] })
