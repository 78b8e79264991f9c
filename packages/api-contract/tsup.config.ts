import { library } from "@mon/tooling/tsup"

export default library({ entry: ["src/client.ts", "src/index.ts", "src/plain.ts"] })
