import type { StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Retry from "effect/Schedule"

const pause = Retry.spaced("500 millis")
const TIMES = 80

/** What was sent must be recorded even when the database is away for a while, or it would be sent again. */
export const untilRecorded = <A, R>(record: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.retry(record, { schedule: pause, times: TIMES, while: ({ reason }) => reason === "Unavailable" })
