import type { StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Retry from "effect/Schedule"

const pause = Retry.spaced("500 millis")
const TIMES = 40

/** What was claimed and what was sent must be known even when the database is away for a while, or it would be sent late, or again. */
export const untilRecorded = <A, R>(record: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.retry(record, { schedule: pause, times: TIMES, while: ({ reason }) => reason === "Unavailable" })
