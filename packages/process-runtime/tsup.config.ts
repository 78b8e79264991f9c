import { library } from "@mon/tooling/tsup"

// Processes that only make checks need the watchdog without the store, and the command line records errors without it.
export default library({
  entry: {
    index: "src/index.ts",
    internalErrors: "src/metrics/InternalErrors.ts",
    watchdog: "src/watchdog/Watchdog.ts",
    workerPool: "src/worker-pool/index.ts",
    threadProgram: "src/worker-pool/threadProgram.ts"
  }
})
