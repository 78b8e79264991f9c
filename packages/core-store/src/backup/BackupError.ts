import * as Data from "effect/Data"

/**
 * An error of a backup or restore, with a message for the operator. `File`: the file cannot be read or written.
 * `Damaged`: the file is truncated or altered, or not a backup. `Newer`: a newer version of the program wrote the file.
 * `Older`: this version of the program cannot upgrade the file, because the version that wrote the file is too old.
 * `NotEmpty`: the target is not empty. `Nothing`: the database contains nothing to back up. `Database`: the database
 * failed. `Stalled`: nothing was read or written for too long.
 */
export class BackupError extends Data.TaggedError("BackupError")<{
  readonly reason: "File" | "Damaged" | "Newer" | "Older" | "NotEmpty" | "Nothing" | "Database" | "Stalled"
  readonly message: string
  readonly cause?: unknown
}> {}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const asSentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`)

/** Wraps a cause in a {@link BackupError}. Returns a cause that already is a {@link BackupError} unchanged. */
export const asBackupError =
  (reason: BackupError["reason"], sentence: string) =>
  (cause: unknown): BackupError =>
    cause instanceof BackupError
      ? cause
      : new BackupError({ reason, message: asSentence(`${sentence}: ${textOf(cause)}`), cause })
