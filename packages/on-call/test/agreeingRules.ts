import * as fc from "fast-check"
import ICAL from "ical.js"
import { RRuleTemporal } from "rrule-temporal"
import { expect } from "vitest"
import { readCalendar } from "../src/calendar.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)
const range = { from: START, to: START + 400 * DAY }

const weekday = fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU")
const weekdays = fc.uniqueArray(weekday, { minLength: 1, maxLength: 3 }).map((days) => `BYDAY=${days.join()}`)
const numbered = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom(1, 2, 3, 4, -1, -2), weekday).map(([number, day]) => `${number}${day}`),
    { minLength: 1, maxLength: 2 }
  )
  .map((days) => `BYDAY=${days.join()}`)
const monthDays = fc
  .uniqueArray(fc.constantFrom(1, 2, 13, 15, 28, 30, 31, -1, -3), { minLength: 1, maxLength: 3 })
  .map((days) => `BYMONTHDAY=${days.join()}`)
const months = fc
  .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 })
  .map((list) => `BYMONTH=${list.join()}`)
const positions = fc.constantFrom("BYSETPOS=1", "BYSETPOS=-1", "BYSETPOS=2")
const weekStart = fc.constantFrom("WKST=MO", "WKST=SU", "WKST=WE")
const none = fc.constant("")

/** Rules whose meaning is the same in all programs. */
const rules = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constant("FREQ=DAILY"), fc.oneof(none, months, weekdays)),
      fc.tuple(fc.constant("FREQ=WEEKLY"), fc.oneof(none, weekdays), weekStart),
      fc.tuple(fc.constant("FREQ=MONTHLY"), fc.oneof(none, numbered, monthDays)),
      fc.tuple(fc.constant("FREQ=MONTHLY"), weekdays, fc.oneof(none, positions)),
      fc.tuple(fc.constant("FREQ=YEARLY"), none),
      fc.tuple(fc.constant("FREQ=YEARLY"), months, fc.oneof(none, numbered, monthDays))
    ),
    fc.integer({ min: 1, max: 3 }),
    fc.oneof(
      none,
      fc.integer({ min: 1, max: 40 }).map((count) => `COUNT=${count}`)
    )
  )
  .map(([parts, interval, count]) => [...parts, `INTERVAL=${interval}`, count].filter((part) => part !== "").join(";"))

const basic = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/gu, "")}Z`

const ours = (start: number, rule: string): ReadonlyArray<string> => {
  const event = `BEGIN:VEVENT\nDTSTART:${basic(start)}\nDURATION:PT1H\nRRULE:${rule}\nSUMMARY:ann\nEND:VEVENT`
  const { faults, shifts } = readCalendar(`BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR`, { range, zone: "UTC" })
  expect(faults).toEqual([])
  return shifts.map((shift) => basic(shift.start))
}

const inIcal = (start: number, rule: string): ReadonlyArray<string> => {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromJSDate(new Date(start), true))
  const found: Array<string> = []
  for (let time = iterator.next(); time; time = iterator.next()) {
    const instant = time.toJSDate().getTime()
    if (instant >= range.to) break
    if (instant + 3_600_000 > range.from) found.push(basic(instant))
  }
  return found
}

const inTemporal = (start: number, rule: string): ReadonlyArray<string> =>
  new RRuleTemporal({ rruleString: `DTSTART:${basic(start)}\nRRULE:${rule}` })
    .between(new Date(range.from - 3_600_000), new Date(range.to), true)
    .map(({ epochMilliseconds }) => epochMilliseconds)
    .filter((instant) => instant < range.to && instant + 3_600_000 > range.from)
    .map(basic)

/**
 * Compares random rules with ical.js and rrule-temporal. Where these two differ, one of them is enough: ical.js takes
 * 31 April for 1 May, for instance. Returns the number of rules for which they agree.
 */
export const agreeingRules = (count: number): number => {
  let agreed = 0
  fc.assert(
    fc.property(rules, fc.integer({ min: -400, max: 300 }), fc.integer({ min: 0, max: 23 }), (rule, day, hour) => {
      // The start of an event must match its rule, so the second time of the rule is the start.
      const first = START + day * DAY + hour * 3_600_000
      const [, next] = ours(Math.max(first, START), rule.replace(/;COUNT=\d+/u, ""))
      fc.pre(next !== undefined)
      const start = Date.parse(next?.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, "$1-$2-$3T$4:$5:$6Z") ?? "")
      const found = ours(start, rule).join()
      const others = [inIcal(start, rule).join(), inTemporal(start, rule).join()]
      if (others[0] === others[1]) agreed += 1
      expect(others, `${basic(start)} ${rule}`).toContain(found)
    }),
    { numRuns: count }
  )
  return agreed
}
