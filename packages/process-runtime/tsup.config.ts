import { library } from "@mon/tooling/tsup"

// The entry points are separate, because processes that only make checks need the watchdog without the store, and the
// command line records errors without the store.
export default library({
  entry: {
    index: "src/index.ts",
    internalErrors: "src/metrics/InternalErrors.ts",
    watchdog: "src/watchdog/Watchdog.ts",
    workerPool: "src/worker-pool/index.ts",
    threadProgram: "src/worker-pool/threadProgram.ts"
  }
})
