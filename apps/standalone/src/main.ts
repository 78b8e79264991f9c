import { NodeRuntime } from "@effect/platform-node"
import { Cause, Console, Effect, Exit, Layer } from "effect"
import process from "node:process"
import { layerEnvironment } from "./Standalone.ts"

/** Prints one sentence for what an operator can fix, or the whole cause of a bug. */
const printError = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  return Console.error(Cause.hasDies(cause) || !(error instanceof Error) ? Cause.pretty(cause) : error.message)
}

// Closing the terminal stops the service like Ctrl-C, so that the database does not keep running.
process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))

Layer.launch(layerEnvironment(process.env)).pipe(
  Effect.tapCause(printError),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
)
