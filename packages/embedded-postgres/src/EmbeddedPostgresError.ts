import * as Data from "effect/Data"

/**
 * Why there is no embedded server.
 *
 * - `Unsupported`: no server binaries for this platform, or they are not installed.
 * - `DataDirectory`: the directory cannot be created, read, written or reached.
 * - `VersionMismatch`: the data belongs to another major version of PostgreSQL.
 * - `Busy`: another process has been starting or stopping the server for too long.
 * - `InitFailed`, `StartFailed`: the binaries ran and said no; `detail` is the end of what they wrote.
 * - `StopFailed`: the server outlived every signal.
 */
export type EmbeddedPostgresReason =
  | "Unsupported"
  | "DataDirectory"
  | "VersionMismatch"
  | "Busy"
  | "InitFailed"
  | "StartFailed"
  | "StopFailed"

/** The embedded server could not be started or stopped; `message` is a sentence for the person who started it. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly reason: EmbeddedPostgresReason
  readonly message: string
  readonly detail?: string
  readonly cause?: unknown
}> {}
