import { NodeRuntime } from "@effect/platform-node"
import type { EmbeddedPostgresError } from "@mon/embedded-postgres/effect"
import { Cause, Console, Deferred, Effect, Exit, Layer } from "effect"
import process from "node:process"
import { DATABASE_LOST_EXIT_CODE, DatabaseLost } from "./DatabaseLost.ts"
import { layerEnvironment } from "./Standalone.ts"

/** Prints one sentence for what an operator can fix, or the whole cause of a bug. */
const printError = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  return Console.error(Cause.hasDies(cause) || !(error instanceof Error) ? Cause.pretty(cause) : error.message)
}

/** 0 after a signal, a code of its own if the embedded database is lost, otherwise 1. */
const exitCodeOf = (exit: Exit.Exit<unknown, unknown>, lost: boolean): number =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : lost ? DATABASE_LOST_EXIT_CODE : 1

// Closing the terminal stops the service like Ctrl-C, so that the database does not keep running.
process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))

const databaseLost = Deferred.makeUnsafe<never, EmbeddedPostgresError>()

Effect.raceFirst(
  Effect.provideService(Layer.launch(layerEnvironment(process.env)), DatabaseLost, (error) =>
    Deferred.doneUnsafe(databaseLost, Exit.fail(error))
  ),
  Deferred.await(databaseLost)
).pipe(
  Effect.tapCause(printError),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCodeOf(exit, Deferred.isDoneUnsafe(databaseLost)))
  })
)
