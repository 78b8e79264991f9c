import { argumentsOf } from "@mon/bundled/arguments"
import { atMost } from "../argumentKinds.ts"
import { aCalendarSchedule, personCalendarOptions } from "./calendarKinds.ts"
import type { CalendarSchedule, PersonCalendarOptions } from "./CalendarSchedule.ts"
import { calendarText, writtenLimits } from "./writing/calendarText.ts"

const accept = /* @__PURE__ */ argumentsOf("personCalendar", () => ({
  schedules: atMost(aCalendarSchedule(), writtenLimits.schedules),
  options: personCalendarOptions()
}))

/**
 * Returns the shifts of one person in several schedules as an iCalendar text (RFC 5545). The title of an event is the
 * name of its schedule. Other people are not in the calendar. See {@link scheduleCalendar} for the ids of events.
 *
 * @throws TypeError if an argument is wrong. The message names the field.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "weeks", start: "2026-01-05T09:00" } as const
 * const schedule = { zone: "UTC", layers: [{ groups: [["ann"], ["bob"]], handOff }] }
 * const text = personCalendar([{ id: "s1", name: "Web", schedule }], { person: "bob", now: Date.parse("2026-01-05T09:00Z") })
 * text.includes("SUMMARY:On call: Web\r\n") // => true
 * text.includes("DTSTART:20260112T090000Z\r\n") // => true
 * ```
 */
export const personCalendar = (schedules: ReadonlyArray<CalendarSchedule>, options: PersonCalendarOptions): string => {
  accept(schedules, options)
  const { names = {}, person } = options
  const name = Object.hasOwn(names, person) ? (names[person] ?? person) : person
  return calendarText(
    {
      kind: "person",
      name: `On call: ${name}`,
      schedules,
      person,
      title: (one) => `On call: ${one.name}`
    },
    options
  )
}
