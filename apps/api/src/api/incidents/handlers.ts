import { BadRequest, Forbidden, messages, NotFound, TooManyRequests } from "@mon/api-contract"
import { askAboutRepair, askedAboutIncident } from "@mon/checks"
import { Domains, IncidentRepairs, Incidents, type StoreError, inTransaction } from "@mon/core-store"
import { showAcknowledgement } from "@mon/notifications"
import { Effect } from "effect"
import { takeAttempt } from "../../auth/AttemptLimits.ts"
import type { Caller } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"
import { showIncidents } from "../domains/read.ts"
import { shownDiagnosis } from "../diagnoses/shownDiagnosis.ts"
import { languageFor } from "../languageFor.ts"

const incidentNotFound = () => new NotFound({ message: messages.incidentNotFound })

/** Returns an incident with its evidence. Links in alerts point to this endpoint. */
const getIncident = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const found = yield* (yield* Incidents).find(caller.viewer, id)
  if (found === null) return yield* incidentNotFound()
  const { deliveries, diagnosisFacts, evidence, language, repair, sharedCause, silence, suppressedBy, ...incident } =
    found
  const [shown] = yield* showIncidents([incident])
  if (shown === undefined) return yield* incidentNotFound()
  const diagnosis = shownDiagnosis(diagnosisFacts, languageFor(caller, language))
  return { ...shown, evidence, suppressedBy, silence, sharedCause, diagnosis, repair, deliveries }
})

/** Returns an open incident of a domain that the caller may change. A deleted domain has no open incidents. */
const changeableIncident = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const incident = yield* (yield* Incidents).find(caller.viewer, id)
  if (incident === null) return yield* incidentNotFound()
  const [right] = yield* (yield* Domains).rights(caller.viewer, [incident.domainId])
  const refusal = right === undefined ? null : domainMonitors.writeRefusal(caller, right)
  if (refusal !== null) return yield* new Forbidden({ message: refusal })
  return incident
})

/** Returns the incident after a change, without its evidence. Fails if the incident ended before the change. */
const changedIncident = Effect.fnUntraced(function* (caller: Caller, id: string, isAcknowledged: boolean) {
  const {
    deliveries: _,
    evidence: __,
    suppressedBy: ___,
    sharedCause: ____,
    diagnosis: _____,
    repair: ______,
    ...incident
  } = yield* getIncident(caller, id)
  const isChanged = (incident.acknowledgement !== null) === isAcknowledged
  return incident.status === "resolved" && !isChanged
    ? yield* new BadRequest({ message: messages.incidentOver })
    : incident
})

/** Changes an acknowledgement, and updates the channel messages that show the acknowledgement. */
const shown = (operation: string, id: string, change: Effect.Effect<boolean, StoreError>) =>
  inTransaction(
    operation,
    Effect.andThen(change, (isChanged) => (isChanged ? showAcknowledgement(id) : Effect.void))
  )

const acknowledge = Effect.fn("acknowledge")(function* (caller: Caller, id: string, note: string | null) {
  const { status } = yield* changeableIncident(caller, id)
  if (status === "resolved") return yield* new BadRequest({ message: messages.incidentOver })
  const wish = { via: caller.via === "key" ? "api" : "dashboard", note } as const
  yield* shown("acknowledge", id, (yield* Incidents).acknowledge(caller.viewer, id, wish))
  return yield* changedIncident(caller, id, true)
})

const unacknowledge = Effect.fn("unacknowledge")(function* (caller: Caller, id: string) {
  const { status } = yield* changeableIncident(caller, id)
  if (status === "resolved") return yield* new BadRequest({ message: messages.incidentOver })
  yield* shown("unacknowledge", id, (yield* Incidents).unacknowledge(caller.viewer, id))
  return yield* changedIncident(caller, id, false)
})

/**
 * Schedules an immediate check of the incident's domain, after a person has reported a repair. If the cause is in the
 * registration or the DNS, also queries name servers and resolvers.
 */
const verify = Effect.fn("verify")(function* (caller: Caller, id: string) {
  const { diagnosisFacts, repair: before } = yield* changeableIncident(caller, id)
  const seconds = yield* takeAttempt("incidentVerification", id)
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.checkedJustNow(seconds) })
  const repairs = yield* IncidentRepairs
  const incidentKey = yield* repairs.report(caller.viewer, id)
  if (incidentKey === null) return yield* new BadRequest({ message: messages.incidentRepairOver })
  const asked = askedAboutIncident(diagnosisFacts)
  const isUp = before !== null && before.state !== "open"
  if (asked !== null) yield* repairs.answered(incidentKey, yield* askAboutRepair(asked, isUp))
  const { repair = null } = (yield* (yield* Incidents).find(caller.viewer, id)) ?? {}
  return repair ?? (yield* new BadRequest({ message: messages.incidentRepairOver }))
})

export const incidentHandlers: GroupHandlers<"incidents"> = {
  get: ({ caller, params }) => Effect.map(getIncident(caller, params.id), ok),
  acknowledge: ({ caller, params, payload }) => Effect.map(acknowledge(caller, params.id, payload.note ?? null), ok),
  unacknowledge: ({ caller, params }) => Effect.map(unacknowledge(caller, params.id), ok),
  verify: ({ caller, params }) => Effect.map(verify(caller, params.id), ok)
}
