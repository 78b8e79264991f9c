import {
  BadRequest,
  type CreateOnCallOverride,
  type CreateOnCallSchedule,
  Forbidden,
  messages,
  NotFound,
  type UpdateOnCallSchedule
} from "@mon/api-contract"
import {
  inTransaction,
  type OnCallPlan,
  OnCallRequests,
  OnCallSchedules,
  randomBytes,
  type SaveOnCallResult
} from "@mon/core-store"
import { onCallScheduleLimits as limits, uuidv7 } from "@mon/model"
import { engineSchedule } from "@mon/notifications"
import type { OnCallSchedule as EngineSchedule } from "@mon/on-call"
import { Clock, Effect } from "effect"
import { adminOnly, type Caller, seatsToWrite } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { importCalendar, tryCalendarImport } from "./calendarImport.ts"
import { findCalendar, removeCalendar, replaceCalendar } from "./calendars.ts"
import { computedPreview, computedShifts, findPlan, scheduleNotFound } from "./computedShifts.ts"
import { personFinder, readDefinition, readPeople } from "./readSchedule.ts"
import { reportReturned } from "./requestHandlers.ts"
import { readTime } from "./readTime.ts"
import { personShower, shownNow, shownPreview, shownShifts, workingSchedule } from "./shownShifts.ts"

const DAY_MS = 86_400_000
/** The time for which ended overrides are listed. */
const LISTED_MS = 30 * DAY_MS

const newId = Effect.gen(function* () {
  return uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
})

const instantOf = Effect.fnUntraced(function* (at: string | undefined) {
  return at === undefined ? yield* Clock.currentTimeMillis : yield* readTime("at", at)
})

const findSchedule = Effect.fnUntraced(function* ({ limits: plan, viewer }: Caller, id: string) {
  return (yield* (yield* OnCallSchedules).find(viewer, id, plan)) ?? (yield* scheduleNotFound())
})

const saved = Effect.fnUntraced(function* ({ limits: plan }: Caller, result: SaveOnCallResult) {
  if (result._tag === "Saved") return result.schedule
  if (result._tag === "Absent") return yield* scheduleNotFound()
  return yield* new BadRequest({ message: messages.onCallLimit(plan.onCallSchedules, plan.title) })
})

export const createOnCallSchedule = Effect.fn("createOnCallSchedule")(function* (
  caller: Caller,
  payload: CreateOnCallSchedule
) {
  const definition = yield* readDefinition(personFinder(yield* readPeople(caller)), payload)
  const schedule = { id: yield* newId, name: payload.name.trim(), definition }
  return yield* saved(caller, yield* (yield* OnCallSchedules).create(caller.viewer, schedule, caller.limits))
})

/** Returns the definition that a schedule would have after a change. */
const changedDefinition = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  { layers, mode, timezone }: UpdateOnCallSchedule
) {
  const before = yield* findSchedule(caller, id)
  const input = { timezone: timezone ?? before.timezone, mode: mode ?? before.mode, layers: layers ?? before.layers }
  return { before, definition: yield* readDefinition(personFinder(yield* readPeople(caller)), input) }
})

export const updateOnCallSchedule = Effect.fn("updateOnCallSchedule")(function* (
  caller: Caller,
  id: string,
  payload: UpdateOnCallSchedule
) {
  yield* adminOnly(caller)
  const { before, definition } = yield* changedDefinition(caller, id, payload)
  const { limits: plan } = caller
  if (before.exceedsPlan)
    return yield* new Forbidden({ message: messages.onCallOverLimit(plan.onCallSchedules, plan.title) })
  const patch = payload.name === undefined ? { definition } : { definition, name: payload.name.trim() }
  return yield* saved(caller, yield* (yield* OnCallSchedules).update(caller.viewer, id, patch, plan))
})

export const removeOnCallSchedule = Effect.fn("removeOnCallSchedule")(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  const result = yield* (yield* OnCallSchedules).remove(caller.viewer, id)
  if (result._tag === "Absent") return yield* scheduleNotFound()
  if (result._tag === "Used") return yield* new BadRequest({ message: messages.onCallUsed(result.routes) })
  return { id, deleted: true } as const
})

const nowOfAll = Effect.fnUntraced(function* (caller: Caller, at: string | undefined) {
  const atMs = yield* instantOf(at)
  const show = personShower(yield* readPeople(caller))
  const plans = yield* (yield* OnCallSchedules).plans(caller.viewer.accountKey, new Date(atMs))
  return yield* Effect.forEach(plans, (plan) => Effect.as(Effect.yieldNow, shownNow(plan, atMs, show)))
})

const nowOf = Effect.fnUntraced(function* (caller: Caller, id: string, at: string | undefined) {
  const atMs = yield* instantOf(at)
  return shownNow(yield* findPlan(caller, id, atMs), atMs, personShower(yield* readPeople(caller)))
})

const shiftsOf = Effect.fn("onCallShifts")(function* (
  caller: Caller,
  id: string,
  query: { readonly from?: string; readonly to?: string }
) {
  const from = query.from === undefined ? yield* Clock.currentTimeMillis : yield* readTime("from", query.from)
  const to = query.to === undefined ? from + limits.previewedDays * DAY_MS : yield* readTime("to", query.to)
  if (to <= from || to - from > limits.rangeDays * DAY_MS)
    return yield* new BadRequest({ message: messages.onCallRange(limits.rangeDays) })
  const plan = yield* findPlan(caller, id, from)
  const computed = yield* computedShifts(caller, plan, { from, to })
  return shownShifts(computed, personShower(yield* readPeople(caller)), plan.overrides)
})

const preview = Effect.fn("previewOnCallSchedule")(function* (
  caller: Caller,
  before: EngineSchedule | null,
  { definition, overrides }: Pick<OnCallPlan, "definition" | "overrides">
) {
  const from = yield* Clock.currentTimeMillis
  const after = engineSchedule({ definition, overrides })
  const computed = yield* computedPreview(caller, { before, after, from, to: from + limits.previewedDays * DAY_MS })
  return shownPreview(computed, personShower(yield* readPeople(caller)), overrides)
})

const previewNew = Effect.fnUntraced(function* (caller: Caller, payload: CreateOnCallSchedule) {
  yield* adminOnly(caller)
  const definition = yield* readDefinition(personFinder(yield* readPeople(caller)), payload)
  return yield* preview(caller, null, { definition, overrides: [] })
})

const previewChange = Effect.fnUntraced(function* (caller: Caller, id: string, payload: UpdateOnCallSchedule) {
  yield* adminOnly(caller)
  const { definition } = yield* changedDefinition(caller, id, payload)
  const plan = yield* findPlan(caller, id, yield* Clock.currentTimeMillis)
  return yield* preview(caller, workingSchedule(plan), { definition, overrides: plan.overrides })
})

const listOverrides = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  const endsAfter = new Date((yield* Clock.currentTimeMillis) - LISTED_MS)
  return (yield* (yield* OnCallSchedules).overrides(viewer, id, endsAfter)) ?? (yield* scheduleNotFound())
})

/** Refuses members, unless an override only puts themselves on call. */
const mayOverride = (caller: Caller, people: ReadonlyArray<string>) => {
  const { principal, viewer } = caller
  if (viewer.role === "owner") return Effect.void
  const message =
    people.length === 1 && people[0] === principal.membershipId ? seatsToWrite(caller) : messages.onCallOverrideRights
  return message === null ? Effect.void : Effect.fail(new Forbidden({ message }))
}

const addOnCallOverride = Effect.fn("addOnCallOverride")(function* (
  caller: Caller,
  id: string,
  payload: CreateOnCallOverride
) {
  yield* findSchedule(caller, id)
  const findPerson = personFinder(yield* readPeople(caller))
  // Members must not learn whose addresses belong to the account.
  const isNamed = (named: string) => Effect.orElseSucceed(findPerson(named), () => named)
  yield* mayOverride(caller, yield* Effect.forEach(payload.people, isNamed))
  const people = [...new Set(yield* Effect.forEach(payload.people, findPerson))]
  const [start, end] = [yield* readTime("start", payload.start), yield* readTime("end", payload.end)]
  if (end <= start) return yield* new BadRequest({ message: messages.onCallFault("end", "must be after start") })
  const { note = null, replaces = null } = payload
  const override = {
    id: yield* newId,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    people,
    replaces: replaces === null ? null : yield* findPerson(replaces),
    note: note === null || note.trim() === "" ? null : note.trim()
  }
  const result = yield* (yield* OnCallSchedules).addOverride(caller.viewer, id, override, limits.overrides)
  if (result._tag === "Added") return result.override
  if (result._tag === "Absent") return yield* scheduleNotFound()
  return yield* new BadRequest({ message: messages.onCallOverrideLimit(limits.overrides) })
})

const removeOverride = Effect.fn("removeOnCallOverride")(function* (caller: Caller, id: string, overrideId: string) {
  const found = (yield* listOverrides(caller, id)).find((override) => override.id === overrideId)
  yield* mayOverride(caller, found?.people ?? [])
  if (found === undefined) return yield* new NotFound({ message: messages.onCallOverrideNotFound })
  yield* inTransaction(
    "removeOnCallOverride",
    Effect.gen(function* () {
      const taken = yield* (yield* OnCallRequests).takenWith(caller.viewer, id, overrideId)
      const isRemoved = yield* (yield* OnCallSchedules).removeOverride(caller.viewer, id, overrideId)
      if (taken !== null && isRemoved) yield* reportReturned(caller, id, taken)
    })
  )
  return { id: overrideId, deleted: true } as const
})

const listPeople = Effect.fnUntraced(function* (caller: Caller) {
  const { membershipId } = caller.principal
  return (yield* readPeople(caller)).map(({ email: _email, ...person }) => ({
    ...person,
    isYou: person.membershipId === membershipId
  }))
})

export const onCallHandlers: GroupHandlers<"onCall"> = {
  now: ({ caller, query }) => Effect.map(nowOfAll(caller, query.at), ok),
  people: ({ caller }) => Effect.map(listPeople(caller), ok),
  list: ({ caller }) =>
    Effect.map(
      Effect.flatMap(OnCallSchedules, (schedules) => schedules.list(caller.viewer, caller.limits)),
      ok
    ),
  get: ({ caller, params }) => Effect.map(findSchedule(caller, params.id), ok),
  create: {
    prepare: ({ caller, payload }) =>
      Effect.as(adminOnly(caller), Effect.map(createOnCallSchedule(caller, payload), ok))
  },
  tryNew: ({ caller, payload }) => Effect.map(previewNew(caller, payload), ok),
  update: ({ caller, params, payload }) => Effect.map(updateOnCallSchedule(caller, params.id, payload), ok),
  tryChange: ({ caller, params, payload }) => Effect.map(previewChange(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removeOnCallSchedule(caller, params.id), ok),
  shifts: ({ caller, params, query }) => Effect.map(shiftsOf(caller, params.id, query), ok),
  nowOf: ({ caller, params, query }) => Effect.map(nowOf(caller, params.id, query.at), ok),
  overrides: ({ caller, params }) => Effect.map(listOverrides(caller, params.id), ok),
  addOverride: {
    prepare: ({ caller, params, payload }) =>
      Effect.succeed(Effect.map(addOnCallOverride(caller, params.id, payload), ok))
  },
  removeOverride: ({ caller, params }) => Effect.map(removeOverride(caller, params.id, params.overrideId), ok),
  ownCalendar: ({ caller }) => Effect.map(findCalendar(caller, null), ok),
  makeOwnCalendar: ({ caller }) => Effect.map(replaceCalendar(caller, null), ok),
  removeOwnCalendar: ({ caller }) => Effect.map(removeCalendar(caller, null), ok),
  calendar: ({ caller, params }) => Effect.map(findCalendar(caller, params.id), ok),
  makeCalendar: ({ caller, params }) => Effect.map(replaceCalendar(caller, params.id), ok),
  removeCalendar: ({ caller, params }) => Effect.map(removeCalendar(caller, params.id), ok),
  tryCalendarImport: ({ caller, params, payload }) => Effect.map(tryCalendarImport(caller, params.id, payload), ok),
  importCalendar: ({ caller, params, payload }) => Effect.map(importCalendar(caller, params.id, payload), ok)
}
