import * as Data from "effect/Data"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/**
 * The error if the store could not carry out a call. `Unavailable`: the database could not be reached or was too slow.
 * The call may work later. `Failed`: the database refused the statement, which is a bug in the store.
 */
export class StoreError extends Data.TaggedError("StoreError")<{
  readonly reason: "Unavailable" | "Failed"
  readonly operation: string
  readonly cause: unknown
}> {
  override get message() {
    return `${this.operation}: ${this.reason === "Unavailable" ? "the database is not available" : "the statement failed"}`
  }
}

/** The reasons that are transient, so that the statement may work the next time. */
const unavailable = new Set([
  "ConnectionError",
  "AuthenticationError",
  "StatementTimeoutError",
  "LockTimeoutError",
  "DeadlockError",
  "SerializationError"
])

/** Turns a driver error into a {@link StoreError}. */
export const storeError =
  (operation: string) =>
  (cause: SqlError): StoreError =>
    new StoreError({
      reason: isSqlError(cause) && unavailable.has(cause.reason._tag) ? "Unavailable" : "Failed",
      operation,
      cause
    })
