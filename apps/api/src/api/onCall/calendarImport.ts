import { BadRequest, type ImportOnCallCalendar, messages, NotFound, Unavailable } from "@mon/api-contract"
import { type NewOnCallOverride, OnCallSchedules, randomBytes } from "@mon/core-store"
import { type OnCallCalendarImport, onCallScheduleLimits as limits, uuidv7 } from "@mon/model"
import { jobsIn, moduleBeside, WorkerPool } from "@mon/process-runtime/worker-pool"
import { Clock, Effect } from "effect"
import { adminOnly, type Caller } from "../../auth/Caller.ts"
import type * as onCallJobs from "./onCallJobs.ts"
import { readPeople } from "./readSchedule.ts"
import { readTime } from "./readTime.ts"
import { personShower } from "./shownShifts.ts"

const DAY_MS = 86_400_000
const DEADLINE_MS = 5_000
/** Titles are text from outside, of any length. */
const SHOWN_LENGTH = 200

const define = jobsIn<typeof onCallJobs>(moduleBeside("./onCallJobs", import.meta.url))
const readJob = define("readShifts", DEADLINE_MS)

const scheduleNotFound = () => new NotFound({ message: messages.onCallNotFound })

const rangeOf = Effect.fnUntraced(function* (payload: ImportOnCallCalendar) {
  const from = payload.from === undefined ? yield* Clock.currentTimeMillis : yield* readTime("from", payload.from)
  const to = payload.to === undefined ? from + limits.rangeDays * DAY_MS : yield* readTime("to", payload.to)
  return to <= from || to - from > limits.rangeDays * DAY_MS
    ? yield* new BadRequest({ message: messages.onCallRange(limits.rangeDays) })
    : { from, to }
})

/** Reads the file in a thread, because a stranger can make its recurrence rules expensive. */
const readFile = Effect.fnUntraced(function* ({ viewer }: Caller, input: onCallJobs.CalendarTextInput) {
  const outcome = yield* (yield* WorkerPool).run(readJob, input, viewer.accountKey)
  if (outcome._tag === "Busy") return yield* new Unavailable({ message: messages.onCallBusy })
  if (outcome._tag !== "Done") return yield* new BadRequest({ message: messages.onCallCalendarSlow })
  return outcome.value
})

const shortened = (text: string): string => text.slice(0, SHOWN_LENGTH).toWellFormed()

const shown = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.slice(0, limits.reported).map(shortened)

const keyOf = ({ end, people, start }: Pick<NewOnCallOverride, "end" | "people" | "start">): string =>
  [Date.parse(start), Date.parse(end), ...people.toSorted()].join(" ")

const planned = Effect.fnUntraced(function* (caller: Caller, id: string, payload: ImportOnCallCalendar) {
  yield* adminOnly(caller)
  const schedules = yield* OnCallSchedules
  const schedule = (yield* schedules.find(caller.viewer, id, caller.limits)) ?? (yield* scheduleNotFound())
  const range = yield* rangeOf(payload)
  const members = yield* readPeople(caller)
  const read = yield* readFile(caller, {
    text: payload.calendar,
    range,
    zone: schedule.timezone,
    people: members.flatMap(({ email, isMember, membershipId, name }) =>
      isMember ? [{ person: membershipId, names: [name, email] }] : []
    )
  })
  if (read.faults.some(({ code }) => code === "not_a_calendar"))
    return yield* new BadRequest({ message: messages.onCallCalendarText(limits.calendarLength) })
  if (read.overrides.some(({ people }) => people.length > limits.peopleOfGroup))
    return yield* new BadRequest({ message: messages.onCallCalendarPeople(limits.peopleOfGroup) })
  const stored = (yield* schedules.overrides(caller.viewer, id, new Date(range.from))) ?? (yield* scheduleNotFound())
  const known = new Set(stored.filter(({ replaces }) => replaces === null).map(keyOf))
  const found = read.overrides.map(({ end, people, start }) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    people: [...people]
  }))
  const overrides = found.filter((override) => !known.has(keyOf(override)))
  const now = yield* Clock.currentTimeMillis
  const used = stored.filter(({ end }) => Date.parse(end) > now).length
  if (used + overrides.length > limits.overrides)
    return yield* new BadRequest({ message: messages.onCallOverrideLimit(limits.overrides) })
  const show = personShower(members)
  const answer: OnCallCalendarImport = {
    overrides: overrides.map(({ people, ...times }) => ({ ...times, people: people.map(show) })),
    existing: found.length - overrides.length,
    unknownPeople: shown(read.unknownPeople),
    emptyTitles: shown(read.emptyTitles),
    faults: read.faults.map(({ line, message, uid }) => ({
      line,
      uid: uid === null ? null : shortened(uid),
      message
    }))
  }
  return { overrides, answer }
})

export const tryCalendarImport = Effect.fn("tryCalendarImport")(function* (
  caller: Caller,
  id: string,
  payload: ImportOnCallCalendar
) {
  return (yield* planned(caller, id, payload)).answer
})

export const importCalendar = Effect.fn("importOnCallCalendar")(function* (
  caller: Caller,
  id: string,
  payload: ImportOnCallCalendar
) {
  const { answer, overrides } = yield* planned(caller, id, payload)
  if (overrides.length === 0) return answer
  const now = yield* Clock.currentTimeMillis
  const wanted = yield* Effect.forEach(overrides, (override) =>
    Effect.map(randomBytes(10), (bytes) => ({ ...override, id: uuidv7(now, bytes), replaces: null, note: null }))
  )
  const result = yield* (yield* OnCallSchedules).addOverrides(caller.viewer, id, wanted, limits.overrides)
  if (result === "Absent") return yield* scheduleNotFound()
  if (result === "LimitReached")
    return yield* new BadRequest({ message: messages.onCallOverrideLimit(limits.overrides) })
  return answer
})
