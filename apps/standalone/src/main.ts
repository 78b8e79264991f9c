import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import type { EmbeddedPostgresError } from "@mon/embedded-postgres/effect"
import { Cause, Console, Deferred, Effect, Exit, Layer } from "effect"
import process from "node:process"
import { DATABASE_LOST_EXIT_CODE, DatabaseLost } from "./DatabaseLost.ts"
import { layerEnvironment } from "./Standalone.ts"

/** Prints one sentence for an error that an operator can fix. Prints the whole cause of any other error. */
const printError = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  return Console.error(Cause.hasDies(cause) || !(error instanceof Error) ? Cause.pretty(cause) : error.message)
}

/**
 * Returns 0 after a success or a signal, {@link DATABASE_LOST_EXIT_CODE} if the embedded database is lost, otherwise 1.
 */
const exitCodeOf = (exit: Exit.Exit<unknown, unknown>, lost: boolean): number =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : lost ? DATABASE_LOST_EXIT_CODE : 1

// Closing the terminal stops the service, as Ctrl-C does. Otherwise, the database would continue to run.
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
