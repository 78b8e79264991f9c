import { scheduleFault } from "@mon/on-call"
import { type CalendarSchedule, personCalendar, scheduleCalendar } from "@mon/on-call/calendar"

// `writeCalendar` runs in a thread of the worker pool. Import only modules that it needs, because each thread loads all
// imports.

export interface CalendarInput {
  readonly schedules: ReadonlyArray<CalendarSchedule>
  /** The person whose shifts are written. Null: all people of the only schedule. */
  readonly person: string | null
  readonly names: Readonly<Record<string, string>>
  readonly now: number
}

/** Nobody is on call in a schedule with a fault, which only another release can have stored. */
const working = (one: CalendarSchedule): CalendarSchedule =>
  scheduleFault(one.schedule) === null ? one : { ...one, schedule: { zone: "UTC", layers: [] } }

export const writeCalendar = ({ names, now, person, schedules }: CalendarInput): string => {
  const found = schedules.map(working)
  const [first] = found
  return person === null && first !== undefined
    ? scheduleCalendar(first, { names, now })
    : personCalendar(found, { names, now, person: person ?? "" })
}
