import type { StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Retry from "effect/Schedule"

const pause = Retry.spaced("500 millis")
const TIMES = 40

/**
 * Retries for 20 s while the database is unavailable. If a claim or an outcome is lost, a message is sent late or
 * twice.
 */
export const untilRecorded = <A, R>(record: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.retry(record, { schedule: pause, times: TIMES, while: ({ reason }) => reason === "Unavailable" })
