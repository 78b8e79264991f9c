import { IncidentRepairs, type RepairInMotion } from "@mon/core-store"
import { type CauseClass, diagnose, readDiagnosisFacts } from "@mon/diagnosis"
import * as Effect from "effect/Effect"
import { askAboutRepair, isAskedAtServers, type RecordsToAsk, recordsToAsk } from "./repairedRecords.ts"

/** The most repairs that are checked in one round. */
const AT_ONCE = 200
const CONCURRENCY = 8

/** Returns the class of the most likely cause. Null if the facts cannot be read, or if no cause is likely enough. */
const causeOf = (stored: unknown): CauseClass | null => {
  const facts = readDiagnosisFacts(stored)
  if (facts === null) return null
  const { causes, result } = diagnose(facts)
  return result === "known" ? (causes[0]?.class ?? null) : null
}

/** Returns the records for which name servers and resolvers are queried after an incident. Null if there are none. */
export const askedAboutIncident = (stored: unknown): RecordsToAsk | null => {
  const facts = readDiagnosisFacts(stored)
  return facts === null ? null : recordsToAsk(facts, causeOf(stored))
}

const followOne = Effect.fnUntraced(function* ({ asking, facts, incidentKey }: RepairInMotion) {
  const repairs = yield* IncidentRepairs
  if (facts !== null) {
    const cause = causeOf(facts)
    yield* repairs.classify(incidentKey, cause, isAskedAtServers(cause))
  }
  const asked = asking === null ? null : askedAboutIncident(asking.facts)
  if (asking !== null && asked !== null) yield* repairs.answered(incidentKey, yield* askAboutRepair(asked, asking.isUp))
  yield* repairs.follow(incidentKey)
})

/**
 * Checks the repairs of incidents whose state may have changed, and updates them. Queries name servers and resolvers if
 * the cause is in the registration or DNS. Returns the number of these repairs.
 */
export const followIncidentRepairs = Effect.fn("followIncidentRepairs")(function* () {
  const moving = yield* (yield* IncidentRepairs).claim(AT_ONCE)
  yield* Effect.forEach(moving, followOne, { concurrency: CONCURRENCY, discard: true })
  return moving.length
})
