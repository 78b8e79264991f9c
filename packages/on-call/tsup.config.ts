import { library } from "@mon/tooling/tsup"

export default library({ target: "node20" })
