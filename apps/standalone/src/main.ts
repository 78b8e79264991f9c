import { NodeRuntime } from "@effect/platform-node"
import { Cause, Console, Effect, Exit, Layer } from "effect"
import process from "node:process"
import { layerEnvironment } from "./Standalone.ts"

/** One sentence for what an operator can put right; the whole cause for a bug. */
const complain = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  return Console.error(Cause.hasDies(cause) || !(error instanceof Error) ? Cause.pretty(cause) : error.message)
}

// A closed terminal ends the service like Ctrl-C does: the database must not be left behind.
process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))

Layer.launch(layerEnvironment(process.env)).pipe(
  Effect.tapCause(complain),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
)
