import * as Data from "effect/Data"

/**
 * A backup or a restore that was not done; the message is a sentence for the operator. `File`: the file cannot be written
 * or read, is cut off or altered. `Newer`: a newer program made it. `NotEmpty`: there is something where it should go.
 * `Nothing`: there is nothing to back up. `Database`: the database failed.
 */
export class BackupError extends Data.TaggedError("BackupError")<{
  readonly reason: "File" | "Newer" | "NotEmpty" | "Nothing" | "Database"
  readonly message: string
  readonly cause?: unknown
}> {}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** What went wrong, as a {@link BackupError}. */
export const asBackupError =
  (reason: BackupError["reason"], sentence: string) =>
  (cause: unknown): BackupError =>
    cause instanceof BackupError ? cause : new BackupError({ reason, message: `${sentence}: ${textOf(cause)}`, cause })
