import * as Data from "effect/Data"

/**
 * A backup or restore that failed; the message is written for the operator. `File`: the file cannot be read or written.
 * `Damaged`: it is truncated or altered, or not a backup. `Newer`: a newer version of the program wrote it. `Older`: a
 * version wrote it that this one does not upgrade. `NotEmpty`: the target is not empty. `Nothing`: the database holds
 * nothing to back up. `Database`: the database failed. `Stalled`: nothing was read or written for too long.
 */
export class BackupError extends Data.TaggedError("BackupError")<{
  readonly reason: "File" | "Damaged" | "Newer" | "Older" | "NotEmpty" | "Nothing" | "Database" | "Stalled"
  readonly message: string
  readonly cause?: unknown
}> {}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const asSentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`)

/** Wraps a cause in a {@link BackupError}; one that is a BackupError already passes through. */
export const asBackupError =
  (reason: BackupError["reason"], sentence: string) =>
  (cause: unknown): BackupError =>
    cause instanceof BackupError
      ? cause
      : new BackupError({ reason, message: asSentence(`${sentence}: ${textOf(cause)}`), cause })
