import { library } from "@mon/tooling/tsup"

// Processes that only make checks need the watchdog without the store.
export default library({ entry: { index: "src/index.ts", watchdog: "src/watchdog/Watchdog.ts" } })
