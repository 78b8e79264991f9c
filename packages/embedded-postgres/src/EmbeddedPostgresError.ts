import * as Data from "effect/Data"

/**
 * The reason why the embedded server could not be started or stopped.
 *
 * - `Unsupported`: no server binaries for this platform, or they are not installed.
 * - `DataDirectory`: the directory cannot be created, read, written or reached.
 * - `VersionMismatch`: the data belongs to another major version of PostgreSQL.
 * - `Busy`: another process has been starting or stopping the server for too long, or another service uses the
 *   directory.
 * - `InitFailed`, `StartFailed`: a binary reported an error; `detail` is the end of its output.
 * - `StopFailed`: the server did not end after any signal.
 */
export type EmbeddedPostgresReason =
  | "Unsupported"
  | "DataDirectory"
  | "VersionMismatch"
  | "Busy"
  | "InitFailed"
  | "StartFailed"
  | "StopFailed"

/** The error of an embedded server that could not be started or stopped. `message` is written for the operator. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly reason: EmbeddedPostgresReason
  readonly message: string
  readonly detail?: string
  readonly cause?: unknown
}> {}
