import { library } from "@mon/tooling/tsup"

export default library({ clean: ["!openapi.json"], entry: ["src/index.ts", "src/plain.ts"] })
