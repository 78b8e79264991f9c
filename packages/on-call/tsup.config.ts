import { library } from "@mon/tooling/tsup"

export default library({ target: "node20", entry: ["src/calendar.ts", "src/effect.ts", "src/index.ts"] })
