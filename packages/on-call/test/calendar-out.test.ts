import * as fc from "fast-check"
import ICAL from "ical.js"
import { describe, expect, it, test } from "vitest"
import { type CalendarSchedule, personCalendar, scheduleCalendar } from "../src/calendar.ts"
import { addPerson, changeLayer, onCallAt, type OnCallSchedule } from "../src/index.ts"
import { oddZones, schedules } from "./randomSchedules.ts"

const DAY = 86_400_000
const START = Date.parse("2026-03-25T00:00Z")
const DAYS = 14
const range = { from: START, to: START + DAYS * DAY }
const week = { every: 1, unit: "weeks", start: "2026-01-05T09:00" } as const
const weekly: OnCallSchedule = { zone: "Europe/Berlin", layers: [{ groups: [["ann"], ["bob"]], handOff: week }] }
const one = (schedule: OnCallSchedule, changes: Partial<CalendarSchedule> = {}): CalendarSchedule => ({
  id: "schedule-1",
  name: "Web",
  schedule,
  ...changes
})

interface Event {
  readonly uid: string
  readonly summary: string
  readonly start: number
  readonly end: number
}

/** Reads a calendar with ical.js. */
const eventsOf = (text: string): ReadonlyArray<Event> =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const { endDate, startDate, summary, uid } = new ICAL.Event(component)
    return { uid, summary, start: startDate.toJSDate().getTime(), end: endDate.toJSDate().getTime() }
  })

/** Reads the lines of a calendar strictly, by the rules of RFC 5545 section 3.1. */
const linesOf = (text: string): ReadonlyArray<string> => {
  expect(text.endsWith("\r\n")).toBe(true)
  const lines = text.slice(0, -2).split("\r\n")
  for (const line of lines) {
    // oxlint-disable-next-line no-control-regex -- no line may contain them
    expect(line).not.toMatch(/[\u0000-\u0008\n-\u001F\u007F]/u)
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(line.isWellFormed()).toBe(true)
  }
  return lines.join("\r\n").replaceAll("\r\n ", "").split("\r\n")
}

const EVENT = [
  "BEGIN:VEVENT",
  /^UID:[a-z]+-[0-9a-f]{16}-\d+@on-call\.mon$/u,
  /^DTSTAMP:\d{8}T\d{6}Z$/u,
  /^LAST-MODIFIED:\d{8}T\d{6}Z$/u,
  /^SEQUENCE:\d+$/u,
  /^DTSTART:\d{8}T\d{6}Z$/u,
  /^DTEND:\d{8}T\d{6}Z$/u,
  /^SUMMARY:(?:[^\\;,]|\\[\\;,n])+$/u,
  /^DESCRIPTION:(?:[^\\;,]|\\[\\;,n])+$/u,
  "STATUS:CONFIRMED",
  "TRANSP:TRANSPARENT",
  "END:VEVENT"
]

const expectValid = (text: string): void => {
  const lines = linesOf(text)
  expect(lines.slice(0, 5)).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Mon//On-call//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH"
  ])
  expect(lines.slice(7, 9)).toEqual(["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"])
  expect(lines.at(-1)).toBe("END:VCALENDAR")
  const events = lines.slice(9, -1)
  let at = 0
  for (const line of events) {
    if (EVENT[at] instanceof RegExp && String(EVENT[at]).includes("DESCRIPTION") && !line.startsWith("DESC")) at += 1
    const rule = EVENT[at]
    if (typeof rule === "string") expect(line).toBe(rule)
    else expect(line).toMatch(rule ?? /never/u)
    at = (at + 1) % EVENT.length
  }
  expect(at).toBe(0)
  expect(text).not.toContain("ATTENDEE")
}

test("a calendar covers 15 days back and 180 ahead, and is the same all day", () => {
  const noon = Date.parse("2026-03-25T12:00Z")
  const text = scheduleCalendar(one(weekly), { now: noon })
  const events = eventsOf(text)
  expect(events[0]?.start).toBe(Date.parse("2026-03-09T08:00Z"))
  expect(events.at(-1)?.start).toBe(Date.parse("2026-09-21T07:00Z"))
  expect(scheduleCalendar(one(weekly), { now: noon + DAY / 2 - 1 })).toBe(text)
  expectValid(text)
})

test("hand-offs stay at the local time when clocks change", () => {
  const events = eventsOf(scheduleCalendar(one(weekly), { now: START, range }))
  expect(
    events.map(({ end, start, summary }) => [summary, new Date(start).toISOString(), (end - start) / 3.6e6])
  ).toEqual([
    ["bob", "2026-03-23T08:00:00.000Z", 167],
    ["ann", "2026-03-30T07:00:00.000Z", 168],
    ["bob", "2026-04-06T07:00:00.000Z", 168]
  ])
})

test("names, revisions and addresses are written", () => {
  const changedAt = Date.parse("2026-03-20T10:11:12.345Z")
  const names = { ann: 'Ann; "the, one"\\', bob: "Bob\r\nEND:VEVENT\nATTENDEE:mailto:x@example.org", cat: "unused" }
  const text = scheduleCalendar(one(weekly, { revision: 7, changedAt, url: "https://mon.example.org/s/1" }), {
    now: START,
    range,
    names
  })
  expect(text).toContain("SEQUENCE:7\r\n")
  expect(text).toContain("LAST-MODIFIED:20260320T101112Z\r\n")
  expect(text).toContain("DTSTAMP:20260320T101112Z\r\n")
  expect(text).toContain("URL:https://mon.example.org/s/1\r\n")
  expect(text).not.toMatch(/^ATTENDEE/mu)
  expect(eventsOf(text).map(({ summary }) => summary)).toEqual([
    names.bob.replace("\r", ""),
    names.ann,
    names.bob.replace("\r", "")
  ])
})

test("long names of any script are folded between characters", () => {
  const names = { ann: "Ägir 🧯 ".repeat(30), bob: "日本語".repeat(60) }
  const text = scheduleCalendar(one(weekly, { name: "é".repeat(200) }), { now: START, range, names })
  expectValid(text)
  expect(eventsOf(text)[0]?.summary).toBe(names.bob)
})

test("addresses of people are not in the text if they have names", () => {
  const layer = { groups: [["ann@example.org"]], handOff: week }
  const text = scheduleCalendar(one({ zone: "UTC", layers: [layer] }), {
    now: START,
    range,
    names: { "ann@example.org": "Ann" }
  })
  expect(text).not.toContain("example.org")
  expect(eventsOf(text)).toHaveLength(3)
})

describe("the calendar of a person", () => {
  it("has the shifts of all schedules, with their names", () => {
    const nights = { groups: [["bob"]], handOff: week, active: [{ start: "fri 18:00", end: "sat 06:00" }] }
    const text = personCalendar(
      [one(weekly), one({ zone: "UTC", layers: [nights] }, { id: "schedule-2", name: "Shop" })],
      { person: "bob", now: START, range, names: { bob: "Bob" } }
    )
    expectValid(text)
    expect(text).toContain("X-WR-CALNAME:On call: Bob\r\n")
    expect(eventsOf(text).map(({ summary }) => summary)).toEqual([
      "On call: Web",
      "On call: Shop",
      "On call: Shop",
      "On call: Web"
    ])
  })

  it("is not cut by changes of other people", () => {
    const daily = { groups: [["cat"], ["dan"]], handOff: { ...week, unit: "days" as const } }
    const both: OnCallSchedule = { ...weekly, mode: "together", layers: [...weekly.layers, daily] }
    const options = { person: "bob", now: START, range }
    expect(eventsOf(personCalendar([one(both)], options))).toEqual(eventsOf(personCalendar([one(weekly)], options)))
  })
})

describe("the id of an event", () => {
  const now = START
  const uids = (schedule: OnCallSchedule) =>
    new Map(eventsOf(scheduleCalendar(one(schedule), { now, range })).map(({ end, uid }) => [uid, end]))

  it("stays the same if only the end of a shift moves", () => {
    const at = Date.parse("2026-03-27T12:00Z")
    const before = uids(weekly)
    const after = uids({ ...weekly, overrides: [{ start: at, end: at + DAY, people: ["cat"] }] })
    const [first] = before.keys()
    expect(after.get(first ?? "")).toBe(at)
    expect([...before.keys()].every((uid) => after.has(uid))).toBe(true)
  })

  it("stays the same when a layer is edited from an instant on", () => {
    const at = Date.parse("2026-03-26T12:00Z")
    const added = uids(addPerson(weekly, { layer: 0, at, person: "cat" }))
    const before = [...uids(weekly).keys()]
    expect([...added.keys()].slice(0, 2)).toEqual(before.slice(0, 2))
    const [layer] = weekly.layers
    const ended = uids(
      changeLayer(weekly, { layer: 0, at, to: layer === undefined ? null : { ...layer, groups: [["dan"]] } })
    )
    expect(ended.get(before[0] ?? "")).toBe(at)
  })

  it("differs between schedules, people and kinds of calendars", () => {
    const both: OnCallSchedule = { ...weekly, layers: [{ groups: [["ann", "bob"]], handOff: week }] }
    const all = [
      ...uids(both).keys(),
      ...eventsOf(scheduleCalendar(one(both, { id: "schedule-2" }), { now, range })).map(({ uid }) => uid),
      ...eventsOf(personCalendar([one(both)], { now, range, person: "ann" })).map(({ uid }) => uid)
    ]
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(15)
  })
})

describe("calendars of random schedules", () => {
  const random = schedules(fc.constantFrom(...oddZones), START, DAYS)
  const instants = fc.array(fc.integer({ min: range.from, max: range.to - 1 }), { maxLength: 20 })

  it("are valid, and say who is on call at each instant", () => {
    fc.assert(
      fc.property(random, instants, (schedule, times) => {
        const text = scheduleCalendar(one(schedule), { now: START, range })
        expectValid(text)
        const events = eventsOf(text)
        expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
        for (const time of times) {
          const at = Math.floor(time / 1_000) * 1_000
          const found = events.filter(({ end, start }) => start <= at && at < end).map(({ summary }) => summary)
          expect(found.toSorted()).toEqual(onCallAt(schedule, at).people.toSorted())
        }
        const people = [...new Set(events.map(({ summary }) => summary))]
        const own = people.flatMap((person) => eventsOf(personCalendar([one(schedule)], { now: START, range, person })))
        expect(own).toHaveLength(events.length)
      }),
      { numRuns: 100 }
    )
  })

  it("have the same events in each range", () => {
    fc.assert(
      fc.property(
        random,
        fc.integer({ min: 0, max: DAYS - 1 }),
        fc.integer({ min: 1, max: DAYS }),
        (schedule, day, length) => {
          const from = START + day * DAY
          const part = { from, to: Math.min(range.to, from + length * DAY) }
          const all = eventsOf(scheduleCalendar(one(schedule), { now: START, range }))
          const some = eventsOf(scheduleCalendar(one(schedule), { now: START, range: part }))
          expect(some).toEqual(all.filter(({ end, start }) => start < part.to && end > part.from))
        }
      ),
      { numRuns: 100 }
    )
  })
})

test("a calendar has at most 10,000 events", () => {
  const active = Array.from({ length: 50 }, (_, index) => ({
    start: `mon ${String(Math.floor(index / 4)).padStart(2, "0")}:${["00", "15", "30", "45"][index % 4]}`,
    end: `mon ${String(Math.floor(index / 4)).padStart(2, "0")}:${["05", "20", "35", "50"][index % 4]}`
  }))
  const layers = [{ groups: [Array.from({ length: 20 }, (_, index) => `p${index}`)], handOff: week, active }]
  const text = scheduleCalendar(one({ zone: "UTC", layers }), { now: START })
  expect(text.match(/BEGIN:VEVENT/gu)).toHaveLength(10_000)
})
