import { IncidentRepairs } from "@mon/core-store"
import { diagnose, readDiagnosisFacts } from "@mon/diagnosis"
import * as Effect from "effect/Effect"

/** Repairs that are followed in one round. */
const AT_ONCE = 200
/** Statements at the same time. */
const CONCURRENCY = 4

/** The class of the likely cause; null if the facts cannot be read, or if no cause is likely enough. */
const causeOf = (stored: unknown): string | null => {
  const facts = readDiagnosisFacts(stored)
  if (facts === null) return null
  const { causes, result } = diagnose(facts)
  return result === "known" ? (causes[0]?.class ?? null) : null
}

/** Follows the repairs of incidents that may have moved. Returns how many there were. */
export const followIncidentRepairs = Effect.fn("followIncidentRepairs")(function* () {
  const repairs = yield* IncidentRepairs
  const moving = yield* repairs.claim(AT_ONCE)
  yield* Effect.forEach(
    moving,
    ({ facts, incidentKey }) =>
      Effect.andThen(
        facts === null ? Effect.void : repairs.classify(incidentKey, causeOf(facts)),
        repairs.follow(incidentKey)
      ),
    { concurrency: CONCURRENCY, discard: true }
  )
  return moving.length
})
