import { CommandError, type Terminal, UsageError } from "@mon/bundled/command-line"
import { Cause, Effect, Exit, Logger } from "effect"

/**
 * Runs the effect of a command, and returns the value of the effect as the exit code. Logs nothing. A signal interrupts
 * the effect.
 */
export const runEffect = async (
  program: Effect.Effect<number, Error>,
  { signal }: Pick<Terminal, "signal">
): Promise<number> => {
  const exit = await Effect.runPromiseExit(Effect.provide(program, Logger.layer([])), { signal })
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.squash(exit.cause)
  if (Cause.hasDies(exit.cause) || error instanceof UsageError || !(error instanceof Error)) throw error
  throw new CommandError(error.message)
}
