import { messages, NotFound } from "@mon/api-contract"
import { OnCallCalendars, type OnCallCalendarRow, OnCallSchedules, randomBytes } from "@mon/core-store"
import { type OnCallCalendar, uuidv7 } from "@mon/model"
import { Clock, Effect } from "effect"
import { calendarUrl } from "../../auth/CalendarToken.ts"
import type { Caller } from "../../auth/Caller.ts"

/** Null: the person's shifts in all schedules. */
type ScheduleId = string | null

const NONE: OnCallCalendar = { url: null, createdAt: null }

const scheduleNotFound = () => new NotFound({ message: messages.onCallNotFound })

/** A read-only key gets no address, because the address would outlive the key. */
const shown = Effect.fnUntraced(function* ({ scope }: Caller, row: OnCallCalendarRow | null) {
  if (row === null) return NONE
  return {
    url: scope === "read" ? null : yield* calendarUrl(row.id),
    createdAt: row.createdAt.toISOString()
  } satisfies OnCallCalendar
})

const mustExist = Effect.fnUntraced(function* ({ limits, viewer }: Caller, scheduleId: ScheduleId) {
  if (scheduleId === null) return
  if ((yield* (yield* OnCallSchedules).find(viewer, scheduleId, limits)) === null) return yield* scheduleNotFound()
})

export const findCalendar = Effect.fnUntraced(function* (caller: Caller, scheduleId: ScheduleId) {
  yield* mustExist(caller, scheduleId)
  return yield* shown(caller, yield* (yield* OnCallCalendars).find(caller.viewer, scheduleId))
})

export const replaceCalendar = Effect.fn("replaceOnCallCalendar")(function* (caller: Caller, scheduleId: ScheduleId) {
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const row = yield* (yield* OnCallCalendars).replace(caller.viewer, scheduleId, id)
  return row === null ? yield* scheduleNotFound() : yield* shown(caller, row)
})

export const removeCalendar = Effect.fn("removeOnCallCalendar")(function* (caller: Caller, scheduleId: ScheduleId) {
  yield* mustExist(caller, scheduleId)
  yield* (yield* OnCallCalendars).remove(caller.viewer, scheduleId)
  return NONE
})
