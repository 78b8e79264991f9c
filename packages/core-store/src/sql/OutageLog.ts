import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { isSqlError } from "effect/sql/SqlError"
import { codeOf } from "./Query.ts"
import { storeError, StoreError } from "./operation.ts"

/**
 * The time between two log lines about the same cause, in milliseconds. While the database is unavailable, every loop
 * and every request fails, so more lines would not help.
 */
const REPEAT_MS = 60_000

interface Outage {
  loggedAt: number
  /** The number of failures of each operation since the last log line. */
  readonly failures: Map<string, number>
}

/**
 * The outages of this process, by cause. The number of causes is limited by the number of error codes of PostgreSQL and
 * Node.
 */
export const OutageLog = Context.Reference<Map<string, Outage>>("@mon/core-store/OutageLog", {
  defaultValue: () => new Map()
})

/** Returns whether an error means that the database is unavailable, so that the work may succeed later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof StoreError
    ? error.reason === "Unavailable"
    : isSqlError(error) && storeError("")(error).reason === "Unavailable"

const driverError = (error: unknown): unknown =>
  error instanceof StoreError ? driverError(error.cause) : isSqlError(error) ? driverError(error.reason.cause) : error

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Logs an error for which {@link isUnavailable} is true: the first error immediately, and then one line a minute for
 * each cause. The line contains the number of failures of each operation since the last line.
 */
export const logUnavailable = Effect.fnUntraced(function* (error: unknown, work: string) {
  const outages = yield* OutageLog
  const now = yield* Clock.currentTimeMillis
  const cause = driverError(error)
  const code = codeOf(cause)
  const key = code === "" ? messageOf(cause) : code
  const outage = outages.get(key) ?? { loggedAt: Number.NEGATIVE_INFINITY, failures: new Map<string, number>() }
  outages.set(key, outage)
  const operation = error instanceof StoreError ? error.operation : work
  outage.failures.set(operation, (outage.failures.get(operation) ?? 0) + 1)
  if (now - outage.loggedAt < REPEAT_MS) return
  const failures = Object.fromEntries(outage.failures)
  outage.loggedAt = now
  outage.failures.clear()
  yield* Effect.annotateLogs(Effect.logError("The database is not available"), {
    error: messageOf(cause),
    failures,
    work
  })
})
