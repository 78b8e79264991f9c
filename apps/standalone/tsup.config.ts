import { library } from "@mon/tooling/tsup"

export default library({ entry: ["src/main.ts", "src/mon-server.ts"] })
