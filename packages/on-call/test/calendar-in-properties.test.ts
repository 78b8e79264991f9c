import * as fc from "fast-check"
import { expect, test } from "vitest"
import { calendarOverrides, readCalendar, scheduleCalendar } from "../src/calendar.ts"
import { onCallAt, onCallLimits, scheduleFault } from "../src/index.ts"
import { agreeingRules } from "./agreeingRules.ts"
import { oddZones, schedules } from "./randomSchedules.ts"

const DAY = 86_400_000
const START = Date.parse("2026-03-25T00:00Z")
const range = { from: START, to: START + 14 * DAY }

test("recurrence rules have the same times in other programs", () => {
  expect(agreeingRules(200)).toBeGreaterThan(180)
})

test("the calendar of a schedule has the same people when it is read", () => {
  const random = schedules(fc.constantFrom(...oddZones), START, 14)
  const instants = fc.array(fc.integer({ min: range.from, max: range.to - 1 }), { maxLength: 20 })
  fc.assert(
    fc.property(random, instants, (schedule, times) => {
      const text = scheduleCalendar({ id: "s", name: "Shop", schedule }, { now: START, range })
      const people = ["ann", "bob", "cat", "dan", "eve"].map((person) => ({ person }))
      const { faults, shifts, unknownPeople } = readCalendar(text, { range, zone: "UTC", people })
      expect([...faults, ...unknownPeople]).toEqual([])
      const overrides = calendarOverrides(shifts).slice(0, onCallLimits.overrides)
      for (const time of times) {
        const at = Math.floor(time / 1_000) * 1_000
        const read = onCallAt({ zone: "UTC", layers: [], overrides }, at)
        expect(read.people.toSorted()).toEqual(onCallAt(schedule, at).people.toSorted())
      }
    }),
    { numRuns: 60 }
  )
})

const words = fc.constantFrom(
  "BEGIN:VCALENDAR\r\n",
  "BEGIN:VEVENT\r\n",
  "END:VEVENT\n",
  "BEGIN:VTIMEZONE\n",
  "END:VTIMEZONE\n",
  "BEGIN:STANDARD\nDTSTART:19701025T030000\nTZOFFSETFROM:+2359\nTZOFFSETTO:-2359\nRRULE:FREQ=HOURLY\nEND:STANDARD\n",
  "TZID:X\n",
  "UID:u\n",
  "DTSTART;TZID=X:20260326T090000\n",
  "DTSTART:20260326T090000Z\n",
  "DTSTART;VALUE=DATE:19000101\n",
  "DTEND:21991231T235959Z\n",
  "DURATION:P400D\n",
  "DURATION:PT1H\n",
  "RRULE:FREQ=HOURLY;BYMINUTE=1,2,3;BYDAY=1MO,-1SU;BYSETPOS=-3;COUNT=1000000\n",
  "RRULE:FREQ=YEARLY;BYWEEKNO=-53,1;BYYEARDAY=-366;INTERVAL=10000\n",
  "RRULE:FREQ=WEEKLY;UNTIL=20260401\n",
  "RRULE:FREQ=MONTHLY;BYMONTHDAY=-31\n",
  "RDATE;VALUE=PERIOD:20260326T090000Z/PT1H,20260327T090000Z/20260326T090000Z\n",
  "EXDATE:20260326T090000Z,,x\n",
  "RECURRENCE-ID;RANGE=THISANDFUTURE:20260327T090000Z\n",
  "RECURRENCE-ID;VALUE=DATE:20260326\n",
  "SEQUENCE:999999999999\n",
  "STATUS:CANCELLED\n",
  'SUMMARY;LANGUAGE="a;b:[L999] @\n',
  "SUMMARY:[L2] ann\\, __proto__ <a@b>\n",
  "ATTENDEE:mailto:\n",
  "X-WR-TIMEZONE:Europe/Berlin\n"
)

test("no bytes are an error, and the shifts of any bytes are valid", () => {
  let found = 0
  const binary = fc.uint8Array({ maxLength: 300 })
  const text = fc.array(fc.oneof({ weight: 9, arbitrary: words }, fc.string({ maxLength: 10 })), { maxLength: 40 })
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: text }, binary), fc.nat({ max: 400 }), (input, cut) => {
      const whole = Array.isArray(input) ? `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${input.join("")}` : input
      for (const bytes of [whole, whole.slice(0, cut)]) {
        const reading = readCalendar(bytes, { range, zone: "Europe/Berlin", people: [{ person: "ann" }] })
        found += reading.shifts.length
        for (const { end, people, start } of reading.shifts) {
          expect(start < range.to && end > range.from && start < end).toBe(true)
          expect(people.every(({ length }) => length > 0 && length <= 200)).toBe(true)
        }
        const overrides = calendarOverrides(reading.shifts).slice(0, onCallLimits.overrides)
        expect(scheduleFault({ zone: "UTC", layers: [], overrides })).toBeNull()
      }
    }),
    { numRuns: 150 }
  )
  expect(found).toBeGreaterThan(50)
})
