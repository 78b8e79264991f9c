import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { initializeMetrics } from "./PulledMetric.ts"

/** The kinds of work that can fail because of an error in Mon's code. */
const works = ["check", "work", "request"] as const

const errors = Metric.counter("mon_internal_errors_total", {
  description: "Checks, other work and requests that ended with an error of Mon's own code",
  incremental: true
})

/** An effect that exports the counters with the value 0 before the first error. */
export const showInternalErrors: Effect.Effect<void> = initializeMetrics(
  works.map((work) => Metric.withAttributes(errors, { work }))
)

/** Counts an error in Mon's code, and logs it with its stack trace. */
export const recordInternalError = (
  work: (typeof works)[number],
  message: string,
  cause: Cause.Cause<unknown>
): Effect.Effect<void> =>
  Effect.andThen(Metric.update(Metric.withAttributes(errors, { work }), 1), Effect.logError(message, cause))
