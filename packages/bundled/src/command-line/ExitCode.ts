/** The exit codes of every command. 64 is EX_USAGE of sysexits.h. */
export const ExitCode = {
  ok: 0,
  /** The work was done, and something is wrong with what was examined. */
  finding: 1,
  /** The work could not be done. */
  couldNot: 2,
  /** The command line is wrong. */
  usage: 64
} as const

/** Exit codes of commands that a signal ended: 128 and the number of the signal. */
export const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/** The command line is wrong. The message names the argument and says what it takes. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** The work could not be done, for a reason that the user can read and act on. */
export class CommandError extends Error {
  override readonly name = "CommandError"
}
