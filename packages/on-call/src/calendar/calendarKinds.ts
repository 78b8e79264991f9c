import { type Kind, mapOf, optional, optionsOf, textLike, whole, aString } from "@mon/bundled/arguments"
import { anInstant, aPerson, aRange, aSchedule } from "../argumentKinds.ts"
import type { CalendarSchedule, CalendarOptions, PersonCalendarOptions } from "./CalendarSchedule.ts"

/** The longest address that is written. */
const LONGEST_URL = 2_000

const isWebAddress = (text: string): boolean =>
  text.length <= LONGEST_URL && /^https?:\/\/[!-~]+$/u.test(text) && URL.canParse(text)

/** A schedule that is written to a calendar. */
export const aCalendarSchedule = (): Kind =>
  optionsOf<CalendarSchedule>({
    id: aPerson(),
    name: aPerson(),
    schedule: aSchedule(),
    revision: optional(whole(0, 2_147_483_647)),
    changedAt: optional(anInstant()),
    url: optional(textLike(`an http or https URL of at most ${LONGEST_URL} characters`, isWebAddress))
  })

const shared = () => ({
  now: anInstant(),
  range: optional(aRange()),
  names: optional(mapOf(aString, "an object whose keys are people and whose values are their names"))
})

/** The options of the calendar of a schedule. */
export const calendarOptions = (): Kind => optionsOf<CalendarOptions>(shared())

/** The options of the calendar of a person. */
export const personCalendarOptions = (): Kind => optionsOf<PersonCalendarOptions>({ ...shared(), person: aPerson() })
