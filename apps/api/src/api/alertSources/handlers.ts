import {
  BadRequest,
  type CreateAlertSource,
  Forbidden,
  messages,
  NotFound,
  type UpdateAlertSource
} from "@mon/api-contract"
import {
  AlertSources,
  Incidents,
  inTransaction,
  randomBytes,
  SourceIncidents,
  type SourceIncidentPage,
  type StoredAlertSource,
  type StoreError
} from "@mon/core-store"
import { type AlertSource, alertSourceLimits, type NewAlertSource, uuidv7 } from "@mon/model"
import { showAcknowledgement } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { alertSourceAddress, newAlertSourceToken } from "../../alertSources/AlertSourceToken.ts"
import { adminOnly, type Caller, seatsToWrite } from "../../auth/Caller.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

const sourceNotFound = () => new NotFound({ message: messages.alertSourceNotFound })
const incidentNotFound = () => new NotFound({ message: messages.incidentNotFound })

const isInPlan = ({ limits }: Caller, { olderSources }: StoredAlertSource): boolean =>
  olderSources < limits.alertSources

const recordOf = (caller: Caller, source: StoredAlertSource): AlertSource => {
  const { createdAt, lastReceivedAt, olderSources: _, ...shown } = source
  return {
    ...shown,
    createdAt: createdAt.toISOString(),
    lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
    stoppedBy: isInPlan(caller, source) ? null : "plan"
  }
}

/** Returns a source with its new token, which is shown only once. */
const withToken = Effect.fnUntraced(function* (caller: Caller, source: StoredAlertSource, token: string) {
  const base = (yield* PublicUrl).base()
  return {
    ...recordOf(caller, source),
    token,
    address: alertSourceAddress(base, source.kind, token)
  } satisfies NewAlertSource
})

const createSource = Effect.fn("createAlertSource")(function* (caller: Caller, { kind, name }: CreateAlertSource) {
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const { stored, token } = yield* newAlertSourceToken
  const { alertSources: limit, title } = caller.limits
  const draft = { id, kind, name: name.trim(), token: stored }
  const result = yield* (yield* AlertSources).create(caller.viewer, draft, limit)
  if (result._tag === "LimitReached") return yield* new BadRequest({ message: messages.alertSourceLimit(limit, title) })
  if (result._tag === "NoMembership") return yield* new Forbidden({ message: messages.ownerOnly })
  return yield* withToken(caller, result.source, token)
})

/** Returns a source. Refuses a source beyond the plan's limit, which can only be renamed, turned off or deleted. */
const workingSource = Effect.fnUntraced(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  const source = yield* (yield* AlertSources).find(caller.viewer, id)
  if (source === null) return yield* sourceNotFound()
  const { alertSources, title } = caller.limits
  return isInPlan(caller, source)
    ? source
    : yield* new Forbidden({ message: messages.alertSourceOverLimit(alertSources, title) })
})

const updateSource = Effect.fn("updateAlertSource")(function* (caller: Caller, id: string, patch: UpdateAlertSource) {
  yield* adminOnly(caller)
  if (patch.isActive === true) yield* workingSource(caller, id)
  const { isActive, name } = patch
  const source = yield* (yield* AlertSources).update(caller.viewer, id, {
    ...(isActive === undefined ? {} : { isActive }),
    ...(name === undefined ? {} : { name: name.trim() })
  })
  return source === null ? yield* sourceNotFound() : recordOf(caller, source)
})

const rotateToken = Effect.fn("rotateAlertSource")(function* (caller: Caller, id: string) {
  yield* workingSource(caller, id)
  const { stored, token } = yield* newAlertSourceToken
  const source = yield* (yield* AlertSources).update(caller.viewer, id, { token: stored })
  return source === null ? yield* sourceNotFound() : yield* withToken(caller, source, token)
})

const removeSource = Effect.fn("removeAlertSource")(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  if (!(yield* (yield* AlertSources).remove(caller.viewer, id))) return yield* sourceNotFound()
  return { id, deleted: true } as const
})

const listSources = Effect.fnUntraced(function* (caller: Caller) {
  yield* adminOnly(caller)
  return (yield* (yield* AlertSources).list(caller.viewer)).map((source) => recordOf(caller, source))
})

const listIncidents = Effect.fnUntraced(function* (caller: Caller, page: Partial<SourceIncidentPage>) {
  const { limit = alertSourceLimits.pageSize.default } = page
  const found = yield* (yield* SourceIncidents).list(caller.viewer, { ...page, limit })
  return found ?? (yield* new BadRequest({ message: messages.incidentBefore }))
})

const incidentOf = Effect.fnUntraced(function* (caller: Caller, id: string) {
  return (yield* (yield* SourceIncidents).find(caller.viewer, id)) ?? (yield* incidentNotFound())
})

/** Returns the message that refuses a person who may read an alert but not acknowledge it, or null. */
const acknowledgeRefusal = (caller: Caller): string | null =>
  caller.principal.memberRole === "viewer" ? messages.readOnlyAlert : seatsToWrite(caller)

/** Changes the acknowledgement of an open incident, and updates the messages that show the acknowledgement. */
const changeIncident = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  isAcknowledged: boolean,
  change: Effect.Effect<boolean, StoreError>
) {
  const before = yield* incidentOf(caller, id)
  const refusal = acknowledgeRefusal(caller)
  if (refusal !== null) return yield* new Forbidden({ message: refusal })
  if (before.status === "resolved") return yield* new BadRequest({ message: messages.incidentOver })
  yield* inTransaction(
    "acknowledgeAlert",
    Effect.andThen(change, (isChanged) => (isChanged ? showAcknowledgement(id) : Effect.void))
  )
  const { deliveries: _, ...after } = yield* incidentOf(caller, id)
  const isChanged = (after.acknowledgement !== null) === isAcknowledged
  return after.status === "resolved" && !isChanged ? yield* new BadRequest({ message: messages.incidentOver }) : after
})

const acknowledge = Effect.fn("acknowledgeAlert")(function* (caller: Caller, id: string, note: string | null) {
  const wish = { via: caller.via === "key" ? "api" : "dashboard", note } as const
  return yield* changeIncident(caller, id, true, (yield* Incidents).acknowledge(caller.viewer, id, wish))
})

const unacknowledge = Effect.fn("unacknowledgeAlert")(function* (caller: Caller, id: string) {
  return yield* changeIncident(caller, id, false, (yield* Incidents).unacknowledge(caller.viewer, id))
})

export const alertSourceHandlers: GroupHandlers<"alertSources"> = {
  list: ({ caller }) => Effect.map(listSources(caller), ok),
  create: {
    prepare: ({ caller, payload }) => Effect.as(adminOnly(caller), Effect.map(createSource(caller, payload), ok))
  },
  update: ({ caller, params, payload }) => Effect.map(updateSource(caller, params.id, payload), ok),
  rotateToken: ({ caller, params }) => Effect.map(rotateToken(caller, params.id), ok),
  remove: ({ caller, params }) => Effect.map(removeSource(caller, params.id), ok),
  incidents: ({ caller, query }) => Effect.map(listIncidents(caller, query), ok),
  incident: ({ caller, params }) => Effect.map(incidentOf(caller, params.incidentId), ok),
  acknowledge: ({ caller, params, payload }) =>
    Effect.map(acknowledge(caller, params.incidentId, payload.note ?? null), ok),
  unacknowledge: ({ caller, params }) => Effect.map(unacknowledge(caller, params.incidentId), ok)
}
