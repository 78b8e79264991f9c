import { argumentsOf } from "@mon/bundled/arguments"
import { aCalendarSchedule, calendarOptions } from "./calendarKinds.ts"
import type { CalendarOptions, CalendarSchedule } from "./CalendarSchedule.ts"
import { calendarText } from "./writing/calendarText.ts"

const accept = /* @__PURE__ */ argumentsOf("scheduleCalendar", () => ({
  schedule: aCalendarSchedule(),
  options: calendarOptions()
}))

/**
 * Returns the shifts of a schedule as an iCalendar text (RFC 5545), to which calendar programs can subscribe. Each
 * shift of a person is an event, and its title is the person's name. All times are in UTC.
 *
 * The UID of an event contains the person and the start of the shift, so an event stays the same if its end moves. The
 * text contains no address of a person, except as the name of a person without an entry in `names`.
 *
 * @throws TypeError if an argument is wrong. The message names the field.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "weeks", start: "2026-01-05T09:00" } as const
 * const schedule = { zone: "Europe/Berlin", layers: [{ groups: [["ann"], ["bob"]], handOff }] }
 * const range = { from: Date.parse("2026-01-05T09:00Z"), to: Date.parse("2026-01-12T00:00Z") }
 * const options = { now: range.from, range, names: { ann: "Ann Lee" } }
 * const text = scheduleCalendar({ id: "s1", name: "Web", schedule }, options)
 * text.includes("DTSTART:20260105T080000Z\r\nDTEND:20260112T080000Z\r\nSUMMARY:Ann Lee\r\n") // => true
 * ```
 */
export const scheduleCalendar = (schedule: CalendarSchedule, options: CalendarOptions): string => {
  accept(schedule, options)
  const { names = {} } = options
  const title = (person: string): string => (Object.hasOwn(names, person) ? (names[person] ?? person) : person)
  return calendarText(
    {
      kind: "schedule",
      name: schedule.name,
      schedules: [schedule],
      person: null,
      title: (_one, duty) => title(duty.person)
    },
    options
  )
}
