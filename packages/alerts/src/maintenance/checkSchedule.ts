import { aNumber, argumentsOf, aString, nullable, optionsOf } from "@mon/bundled/arguments"
import { nextOccurrences, type WindowSchedule } from "./occurrences.ts"
import { parseRule, unsupportedParts } from "./recurrenceRule.ts"
import { isTimeZone } from "./wallClock.ts"

/** The longest window, in minutes: 30 days. */
export const LONGEST_WINDOW_MINUTES = 43_200

const acceptCheckSchedule = /* @__PURE__ */ argumentsOf("checkSchedule", () => ({
  schedule: optionsOf<WindowSchedule>({
    startsAt: aNumber("a time in milliseconds"),
    minutes: aNumber("a number of minutes"),
    timeZone: aString,
    recurrence: nullable(aString)
  })
}))

/** The result of a check: a valid schedule, or the problem with the schedule. */
export type CheckedSchedule =
  | { readonly _tag: "Valid"; readonly schedule: WindowSchedule }
  | {
      readonly _tag: "Fault"
      /** The part of the schedule that is wrong. */
      readonly field: "minutes" | "timezone" | "recurrence"
      /** A sentence about the problem, which names the wrong part of the schedule. */
      readonly message: string
    }

/** The number of gaps between occurrences that are checked, from the first occurrence on. */
const GAPS = 3

/**
 * Returns whether the search for the next occurrence finds each of the first occurrences from the previous occurrence.
 * Without this check, a rule that has not ended could seem to have ended.
 */
const areNear = (schedule: WindowSchedule): boolean => {
  let from = schedule.startsAt - 1
  for (let count = 0; count <= GAPS; count++) {
    const [next] = nextOccurrences(schedule, from, 1)
    if (next === undefined) return false
    from = next.endsAt
  }
  return true
}

const fault = (field: "minutes" | "timezone" | "recurrence", message: string): CheckedSchedule => ({
  _tag: "Fault",
  field,
  message
})

/**
 * Checks a schedule from an untrusted source. A valid rule is returned in a normalized form: its parts in a fixed order
 * and in capitals.
 *
 * @example
 * checkSchedule({ startsAt: 0, minutes: 30, timeZone: "UTC", recurrence: "FREQ=MINUTELY" }) // => { _tag: "Fault", field: "recurrence", message: "recurrence: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY." }
 */
export const checkSchedule = (schedule: WindowSchedule): CheckedSchedule => {
  acceptCheckSchedule(schedule)
  const { minutes, recurrence, startsAt, timeZone } = schedule
  if (!Number.isSafeInteger(minutes) || minutes < 1 || minutes > LONGEST_WINDOW_MINUTES)
    return fault("minutes", `minutes must be a whole number between 1 and ${LONGEST_WINDOW_MINUTES}.`)
  if (!isTimeZone(timeZone))
    return fault("timezone", "timezone must be the name of a time zone, such as Europe/Berlin.")
  if (recurrence === null) return { _tag: "Valid", schedule }
  const parsed = parseRule(recurrence)
  if (parsed._tag === "Fault") return fault("recurrence", parsed.message)
  const unsupported = unsupportedParts(parsed.rule)
  if (unsupported !== null) return fault("recurrence", unsupported)
  const valid = { ...schedule, recurrence: parsed.rule.text }
  const { parts, yearsApart } = parsed.rule
  if (nextOccurrences(valid, startsAt - 1, 1).length === 0)
    return fault("recurrence", `recurrence must have an occurrence within ${yearsApart} years of the start.`)
  const endless = parts.replace(/;COUNT=\d+/u, "")
  return areNear({ ...valid, recurrence: endless })
    ? { _tag: "Valid", schedule: valid }
    : fault("recurrence", `recurrence must have occurrences at most ${yearsApart} years apart.`)
}
