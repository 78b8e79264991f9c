/** The exit codes that all commands use. 64 is EX_USAGE of sysexits.h. */
export const ExitCode = {
  ok: 0,
  /** The command finished its work and found a problem in the input. */
  finding: 1,
  /** The command could not do its work. */
  couldNot: 2,
  usage: 64
} as const

/** The exit codes after a signal: 128 plus the number of the signal. */
export const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/** The error for a wrong command line. The message names the argument and the values that it takes. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** The error that a command throws if it cannot do its work. The message is for the user, who can act on it. */
export class CommandError extends Error {
  override readonly name = "CommandError"
}
