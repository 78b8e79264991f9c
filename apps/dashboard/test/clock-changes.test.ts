import { describe, expect, it } from "vitest"
import { type ClockChange, clockChangeOf, nextClockChange } from "../src/form/clockChange.ts"
import { clockSentence } from "../src/form/clockSentence.ts"
import { clockWords } from "../src/form/clockWords.ts"
import { timesText } from "../src/maintenance/windowTimes.ts"
import { instantOf, occursOn, ruleFrom, ruleOf, shownStart, whenOf } from "../src/form/zonedTime.ts"
import { changesOfHours } from "../src/alerts/weeklyHours.ts"
import { untilOf } from "../src/settings/pauseEnd.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const zones = [
  ["Europe/Berlin", 2027],
  ["Europe/London", 2027],
  ["America/New_York", 2027],
  ["America/St_Johns", 2027],
  ["America/Nuuk", 2026],
  ["America/Santiago", 2026],
  ["America/Sao_Paulo", 2018],
  ["Antarctica/Troll", 2027],
  ["Africa/Casablanca", 2023],
  ["Asia/Tehran", 2022],
  ["Australia/Lord_Howe", 2026],
  ["Australia/Sydney", 2026],
  ["Pacific/Auckland", 2026],
  ["Pacific/Apia", 2011]
] as const

interface Shown {
  readonly at: number
  readonly text: string
}

/** Returns the readings of a clock, minute by minute, in the two days around each clock change of a year. */
const changesOf = (zone: string, year: number): ReadonlyArray<ReadonlyArray<Shown>> => {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
  const textAt = (at: number) => clock.format(at).replace(" ", "T")
  const offset = (at: number) => Date.parse(`${textAt(at)}Z`) - at
  const found: Array<ReadonlyArray<Shown>> = []
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY)
    if (offset(day) !== offset(day + DAY))
      found.push(
        Array.from({ length: 2 * (DAY / MINUTE) }, (_, minute) => {
          const at = day - DAY / 2 + minute * MINUTE
          return { at, text: textAt(at) }
        })
      )
  return found
}

const iso = (at: number): string => new Date(at).toISOString()

describe.each(zones)("the clocks of %s in %i", (zone, year) => {
  it("are read as they are, minute by minute", () => {
    const changes = changesOf(zone, year)
    expect(changes.length).toBeGreaterThanOrEqual(1)
    const wrong: Array<string> = []
    let counted = 0
    for (const minutes of changes) {
      const firsts = new Map(minutes.toReversed().map(({ at, text }) => [text, at]))
      const lasts = new Map(minutes.map(({ at, text }) => [text, at]))
      const [first] = minutes
      const end = Date.parse(`${minutes.at(-1)!.text}Z`)
      for (let local = Date.parse(`${first!.text}Z`); local <= end; local += 15 * MINUTE) {
        const text = iso(local).slice(0, 16)
        const at = firsts.get(text)
        const isTwice = at !== lasts.get(text)
        // A skipped time is interpreted with the offset before the change, which is the offset of the first minute.
        const expected = at ?? first!.at + local - Date.parse(`${first!.text}Z`)
        const kind = at === undefined ? "skipped" : isTwice ? "twice" : undefined
        if (kind !== undefined) counted++
        const change = clockChangeOf(zone, text)
        if (instantOf(zone, text) !== iso(expected) || change?.kind !== kind) wrong.push(text)
        if (isTwice && instantOf(zone, text, "last") !== iso(lasts.get(text)!)) wrong.push(text)
      }
    }
    expect(wrong).toEqual([])
    expect(counted).toBeGreaterThan(0)
  })
})

const sentences = (change: ClockChange | null) =>
  change === null
    ? null
    : [clockSentence(change, clockWords.en, "en-GB"), clockSentence(change, clockWords.de, "de-DE")]

it.each<[zone: string, shown: string, sentences: ReadonlyArray<string> | null]>([
  [
    "Europe/Berlin",
    "2027-03-28T02:30",
    [
      "Clocks in Europe/Berlin skip 02:30 on 28 Mar 2027, so 03:30 counts instead.",
      "Am 28.03.2027 gibt es 02:30 Uhr in Europe/Berlin nicht, stattdessen gilt 03:30 Uhr."
    ]
  ],
  [
    "Europe/Berlin",
    "2026-10-25T02:30",
    [
      "Clocks in Europe/Berlin show 02:30 twice on 25 Oct 2026, and the first one counts (GMT+2).",
      "Am 25.10.2026 gibt es 02:30 Uhr in Europe/Berlin zweimal, und das erste Mal gilt (GMT+2)."
    ]
  ],
  [
    "America/Nuuk",
    "2026-03-28T23:30",
    [
      "Clocks in America/Nuuk skip 23:30 on 28 Mar 2026, so 29 Mar 2026, 00:30 counts instead.",
      "Am 28.03.2026 gibt es 23:30 Uhr in America/Nuuk nicht, stattdessen gilt 29.03.2026, 00:30 Uhr."
    ]
  ],
  ["Europe/Berlin", "2027-03-28T03:30", null],
  ["Europe/Berlin", "2027-03-28T03:00", null],
  ["Europe/Berlin", "2026-10-25T03:00", null],
  ["UTC", "", null]
])("a form says what counts when clocks change: %s %s", (zone, shown, expected) => {
  expect(sentences(clockChangeOf(zone, shown))).toEqual(expected)
})

describe("a window that begins at a skipped time", () => {
  const [zone, start, startsAt] = ["Europe/Berlin", "2027-03-28T02:30", "2027-03-28T01:30:00.000Z"]

  it.each([
    ["once", null],
    ["daily", "FREQ=DAILY;BYHOUR=2;BYMINUTE=30"],
    ["weekly", "FREQ=WEEKLY;BYDAY=SU;BYHOUR=2;BYMINUTE=30"],
    ["monthly", "FREQ=MONTHLY;BYMONTHDAY=28;BYHOUR=2;BYMINUTE=30"]
  ] as const)("has a rule with the chosen time, which the form shows again: %s", (when, rule) => {
    expect(ruleFrom(zone, start, ruleOf(when, start, ""))).toBe(rule)
    const shown = shownStart(zone, startsAt, rule)
    expect(shown.start).toBe(rule === null ? "2027-03-28T03:30" : start)
    expect(whenOf(shown.recurrence, shown.start)).toBe(when)
  })

  it("changes no other rule", () => {
    expect(ruleFrom(zone, start, "FREQ=DAILY;BYHOUR=3")).toBe("FREQ=DAILY;BYHOUR=3")
    expect(ruleFrom(zone, start, "")).toBe("")
    expect(ruleFrom(zone, "2027-03-28T03:30", "FREQ=DAILY")).toBe("FREQ=DAILY")
    const named = "FREQ=DAILY;BYHOUR=2;BYMINUTE=3"
    expect(shownStart(zone, startsAt, named)).toEqual({ start: "2027-03-28T03:30", recurrence: named })
    expect(shownStart(zone, "2027-04-04T01:30:00.000Z", "FREQ=DAILY;BYHOUR=2;BYMINUTE=30").start).toBe(
      "2027-04-04T03:30"
    )
  })
})

it("the next change of a daily time is found on the days that count", () => {
  const now = Date.parse("2026-11-29T05:00:00Z")
  const next = (time: string, days: (date: string) => boolean) =>
    nextClockChange("Europe/Berlin", time, now, days)?.shown ?? null
  expect(next("02:30", occursOn("daily", "2026-12-01T02:30"))).toBe("2027-03-28T02:30")
  expect(next("02:30", occursOn("weekly", "2026-12-06T02:30"))).toBe("2027-03-28T02:30")
  expect(next("02:30", occursOn("monthly", "2026-12-31T02:30"))).toBe("2027-10-31T02:30")
  expect(next("02:30", occursOn("custom", "2026-12-01T02:30"))).toBe("2027-03-28T02:30")
  expect(next("02:30", occursOn("weekly", "2026-12-05T02:30"))).toBeNull()
  expect(next("04:30", occursOn("daily", "2026-12-01T04:30"))).toBeNull()
  expect(nextClockChange("Asia/Tokyo", "02:30", now, () => true)).toBeNull()
})

it.each([
  ["02:30", "07:00", [6], null, null],
  ["02:30", "07:00", [7], "2027-03-28T02:30", null],
  ["22:00", "02:30", [6], null, "2027-03-28T02:30"],
  ["22:00", "02:30", [7], null, null],
  ["22:00", "07:00", [1, 2, 3, 4, 5, 6, 7], null, null],
  ["", "07:00", [7], null, null]
])("quiet hours from %s to %s on the days %j know their next clock change", (start, end, days, from, to) => {
  const hours = { start, end, days, timezone: "Europe/Berlin" }
  const changes = changesOfHours(hours, Date.parse("2026-11-29T05:00:00Z"))
  expect(changes.map((change) => change?.shown ?? null)).toEqual([from, to])
  expect(changesOfHours({ ...hours, timezone: "Europe/Ber" }, 0)).toEqual([null, null])
})

it("a pause ends later at a skipped time, and at the first of two equal times", () => {
  const pause = { now: 0, zone: "Europe/Berlin" }
  expect(untilOf("time", { ...pause, time: "2027-03-28T02:30" })).toBe("2027-03-28T01:30:00.000Z")
  expect(untilOf("time", { ...pause, time: "2026-10-25T02:30" })).toBe("2026-10-25T00:30:00.000Z")
})

it.each([
  ["2026-11-29T01:00:00.000Z", "2026-11-29T02:00:00.000Z", "29 Nov 2026, 02:00–03:00"],
  ["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z", "25 Oct 2026, 02:00 GMT+2 – 25 Oct 2026, 02:00 GMT+1"],
  ["2026-10-25T01:00:00.000Z", "2026-10-25T02:00:00.000Z", "25 Oct 2026, 02:00 GMT+1 – 25 Oct 2026, 03:00 GMT+1"],
  ["2027-03-28T00:30:00.000Z", "2027-03-28T01:30:00.000Z", "28 Mar 2027, 01:30 GMT+1 – 28 Mar 2027, 03:30 GMT+2"]
])("times of maintenance have an offset where clocks change: %s", (startsAt, endsAt, text) => {
  expect(timesText({ startsAt, endsAt }, "Europe/Berlin", "en-GB")).toBe(text)
})
