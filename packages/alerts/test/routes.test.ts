import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  type Alarm,
  type AlertRoute,
  dueMoments,
  escalatedOpeningMs,
  nextMomentMs,
  routeMoments,
  routeOf,
  type RouteTimes
} from "../src/index.ts"

const MINUTE = 60_000
const DAY = 1_440

const targets = fc.subarray(["email", "slack", "sms", "pager"])
const times: fc.Arbitrary<RouteTimes> = fc.record({
  steps: fc
    .uniqueArray(fc.integer({ min: 0, max: 3 * DAY }), { maxLength: 5 })
    .chain((delays) =>
      fc.tuple(
        ...delays
          .toSorted((a, b) => a - b)
          .map((afterMinutes) => fc.record({ afterMinutes: fc.constant(afterMinutes), targets }))
      )
    ),
  reminderMinutes: fc.option(fc.integer({ min: 5, max: 7 * DAY }), { nil: null })
})
const moment = fc.integer({ min: 0, max: 10 * DAY }).map((minutes) => minutes * MINUTE + 1_000)
const alarm: fc.Arbitrary<Alarm> = fc.record({
  lasts: fc.boolean(),
  openedAtMs: fc.constant(1_000),
  acknowledgedAtMs: fc.option(moment, { nil: null }),
  endedAtMs: fc.option(moment, { nil: null })
})
const END = 12 * DAY * MINUTE

describe("the moments of a route", () => {
  test("none is at or after the acknowledgement or the end", () => {
    fc.assert(
      fc.property(times, alarm, (route, about) => {
        const stop = Math.min(about.acknowledgedAtMs ?? Infinity, about.endedAtMs ?? Infinity)
        expect(routeMoments(route, about, { afterMs: null, untilMs: END }).filter(({ atMs }) => atMs >= stop)).toEqual(
          []
        )
      })
    )
  })

  test("each step is once, each target once in it, and no two messages have the same minute and target", () => {
    fc.assert(
      fc.property(times, alarm, (route, about) => {
        const moments = routeMoments(route, about, { afterMs: null, untilMs: END })
        const steps = moments.filter(({ step }) => step !== null)
        expect(new Set(steps.map(({ step }) => step)).size).toBe(steps.length)
        const sent = moments.flatMap(({ minute, targets: to }) => to.map((target) => `${minute}:${target}`))
        expect(new Set(sent).size).toBe(sent.length)
      })
    )
  })

  test("reminders go only to those whom a step has reached", () => {
    fc.assert(
      fc.property(times, alarm, (route, about) => {
        const reached = new Set<string>()
        for (const { reminder, targets: to } of routeMoments(route, about, { afterMs: null, untilMs: END })) {
          if (reminder !== null) expect(to.filter((target) => !reached.has(target))).toEqual([])
          for (const target of to) reached.add(target)
        }
      })
    )
  })

  test("a worker that always does what is due next sends exactly what the simulation lists", () => {
    fc.assert(
      fc.property(times, alarm, (route, about) => {
        const stop = Math.min(about.acknowledgedAtMs ?? Infinity, about.endedAtMs ?? Infinity)
        const sent = []
        let done: number | null = null
        for (;;) {
          // At this moment, the worker does not know yet what stops the alarm later.
          const open: Alarm = { ...about, acknowledgedAtMs: null, endedAtMs: null }
          const next = nextMomentMs(route, open, done)
          if (next === null || next > END || next >= stop) break
          sent.push(...dueMoments(route, open, { afterMs: done, untilMs: next }))
          done = next
        }
        expect(sent).toEqual(routeMoments(route, about, { afterMs: null, untilMs: END }))
      })
    )
  })

  test("an alarm that is escalated again and again sends each step once, and none too late", () => {
    fc.assert(
      fc.property(times, fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 20 }), (route, waits) => {
        let openedAtMs = 0
        let done: number | null = null
        let now = 0
        const sent: Array<string> = []
        for (const wait of waits) {
          now += wait * MINUTE
          const open = (): Alarm => ({ lasts: true, openedAtMs, acknowledgedAtMs: null, endedAtMs: null })
          const escalated = escalatedOpeningMs(route, open(), now)
          if (escalated !== null) {
            expect(escalated).toBeLessThan(openedAtMs)
            if (done !== null) done += escalated - openedAtMs
            openedAtMs = escalated
          }
          const due = dueMoments(route, open(), { afterMs: done, untilMs: now })
          if (escalated !== null) expect(due.some(({ atMs, step }) => step !== null && atMs === now)).toBe(true)
          sent.push(...due.flatMap(({ round, step }) => (step === null ? [] : [`${step} ${round}`])))
          done = now
        }
        expect(new Set(sent).size).toBe(sent.length)
        const passed = routeMoments(
          route,
          { lasts: true, openedAtMs, acknowledgedAtMs: null, endedAtMs: null },
          { afterMs: null, untilMs: now }
        )
        const first = passed.filter(({ round }) => round === 1)
        expect(first.filter(({ round, step }) => !sent.includes(`${step} ${round}`))).toEqual([])
      })
    )
  })

  test("an escalation leaves out a step whose hours do not include the time", () => {
    const night = { start: "22:00", end: "06:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC" }
    const steps = [
      { afterMinutes: 0, targets: ["slack"] },
      { afterMinutes: 720, targets: ["sms"], hours: night },
      { afterMinutes: 900, targets: ["email"] }
    ]
    const about: Alarm = { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }
    const noon = 720 * MINUTE
    expect(escalatedOpeningMs({ steps, reminderMinutes: null }, about, noon - MINUTE)).toBe(-181 * MINUTE)
    expect(escalatedOpeningMs({ steps, reminderMinutes: null }, { ...about, lasts: false }, 0)).toBeNull()
  })

  test("what is due late is sent, but only the newest reminder", () => {
    const route: RouteTimes = {
      steps: [
        { afterMinutes: 10, targets: ["slack"] },
        { afterMinutes: 20, targets: ["sms"] }
      ],
      reminderMinutes: 30
    }
    const about: Alarm = { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }
    const due = dueMoments(route, about, { afterMs: null, untilMs: 105 * MINUTE })
    expect(due.map(({ minute, reminder, step }) => [minute, step, reminder])).toEqual([
      [10, 1, null],
      [20, 2, null],
      [100, null, 3]
    ])
    expect(dueMoments(route, { ...about, endedAtMs: 104 * MINUTE }, { afterMs: null, untilMs: 105 * MINUTE })).toEqual(
      []
    )
  })

  test("an event has only its first step that has targets", () => {
    const route: RouteTimes = {
      steps: [
        { afterMinutes: 0, targets: [] },
        { afterMinutes: 5, targets: ["slack"] },
        { afterMinutes: 20, targets: ["sms"] }
      ],
      reminderMinutes: 30
    }
    const about: Alarm = { lasts: false, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }
    expect(routeMoments(route, about, { afterMs: null, untilMs: END })).toEqual([
      { atMs: 5 * MINUTE, minute: 5, step: 2, round: 1, reminder: null, targets: ["slack"] }
    ])
    expect(nextMomentMs(route, about, 5 * MINUTE)).toBeNull()
  })

  test("reminders stop after 30 days", () => {
    const route: RouteTimes = { steps: [{ afterMinutes: 0, targets: ["slack"] }], reminderMinutes: DAY }
    const about: Alarm = { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }
    expect(routeMoments(route, about, { afterMs: null, untilMs: 99 * DAY * MINUTE })).toHaveLength(31)
    expect(nextMomentMs(route, about, 30 * DAY * MINUTE)).toBeNull()
  })
})

const open: Alarm = { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }
const minutesOf = (route: RouteTimes, untilMs = END) =>
  routeMoments(route, open, { afterMs: null, untilMs }).map(({ minute, targets: to }) => [minute, ...to])

describe("the further rounds of a route", () => {
  const steps = [
    { afterMinutes: 0, targets: ["slack"] },
    { afterMinutes: 5, targets: ["ann"] },
    { afterMinutes: 15, targets: ["bob"] }
  ]
  const route: RouteTimes = { steps, reminderMinutes: null, repeat: { rounds: 2, fromStep: 2, waitMinutes: 20 } }

  test("begin with the chosen step, after the wait", () => {
    expect(minutesOf(route)).toEqual([
      [0, "slack"],
      [5, "ann"],
      [15, "bob"],
      [35, "ann"],
      [45, "bob"],
      [65, "ann"],
      [75, "bob"]
    ])
  })

  test("stop with the acknowledgement, and never outlast 30 days", () => {
    const stopped = { ...open, acknowledgedAtMs: 36 * MINUTE }
    expect(routeMoments(route, stopped, { afterMs: null, untilMs: END }).map(({ minute }) => minute)).toEqual([
      0, 5, 15, 35
    ])
    const weekly: RouteTimes = { ...route, repeat: { rounds: 100, fromStep: 3, waitMinutes: 7 * DAY } }
    expect(minutesOf(weekly, 99 * DAY * MINUTE)).toHaveLength(3 + 4)
  })

  test("of the time without a worker are skipped, except the newest of each step", () => {
    const due = dueMoments(route, open, { afterMs: 5 * MINUTE, untilMs: 70 * MINUTE })
    expect(due.map(({ minute }) => minute)).toEqual([15, 45, 65])
  })

  test("agree with the moments that are taken one after the other", () => {
    const repeat = fc.record({
      rounds: fc.integer({ min: 1, max: 5 }),
      fromStep: fc.integer({ min: 1, max: 5 }),
      waitMinutes: fc.integer({ min: 1, max: DAY })
    })
    fc.assert(
      fc.property(times, repeat, (given, repeated) => {
        const all = { ...given, repeat: repeated }
        const expected = routeMoments(all, open, { afterMs: null, untilMs: END }).map(({ atMs }) => atMs)
        const taken: Array<number> = []
        for (let at = nextMomentMs(all, open, null); at !== null && at <= END; at = nextMomentMs(all, open, at))
          taken.push(at)
        expect(taken).toEqual([...new Set(expected)])
      })
    )
  })
})

describe("a step with hours", () => {
  const hours = { start: "09:00", end: "17:00", days: [1, 2, 3, 4, 5], timeZone: "Europe/Berlin" }
  const route: RouteTimes = {
    steps: [
      { afterMinutes: 0, targets: ["slack"], hours },
      { afterMinutes: 10, targets: ["ann"] }
    ],
    reminderMinutes: 60
  }
  const sentAt = (opened: string, about = open) =>
    routeMoments(
      route,
      { ...about, openedAtMs: Date.parse(opened) },
      { afterMs: null, untilMs: Date.parse(opened) + 65 * MINUTE }
    ).map(({ minute, targets: to }) => [minute, ...to])

  test("is sent only in its hours, and gets no reminders otherwise", () => {
    expect(sentAt("2026-03-27T15:59:00+01:00")).toEqual([
      [0, "slack"],
      [10, "ann"],
      [60, "slack", "ann"]
    ])
    expect(sentAt("2026-03-28T15:59:00+01:00")).toEqual([[10, "ann"]])
    expect(sentAt("2026-03-30T08:59:00+02:00")).toEqual([[10, "ann"]])
    expect(sentAt("2026-03-30T09:00:00+02:00")[0]).toEqual([0, "slack"])
  })

  test("is followed by the next step if the alert is an event", () => {
    expect(sentAt("2026-03-28T15:59:00+01:00", { ...open, lasts: false })).toEqual([[10, "ann"]])
    expect(sentAt("2026-03-27T15:59:00+01:00", { ...open, lasts: false })).toEqual([[0, "slack"]])
  })
})

const routeNamed = (name: string, changes: Partial<AlertRoute> = {}): AlertRoute & { readonly name: string } => ({
  name,
  kinds: [],
  severities: [],
  scope: "all",
  monitorIds: [],
  tagIds: [],
  steps: [{ afterMinutes: 0, targets: ["slack"] }],
  reminderMinutes: null,
  ...changes
})
describe("the route of a fact", () => {
  const down = { kind: "down", severity: "critical", monitorId: "7", tagIds: ["shop"] } as const

  test("is the first one that takes kind, severity, and monitor or tag", () => {
    const refused = [
      routeNamed("kind", { kinds: ["page_changed"] }),
      routeNamed("severity", { severities: ["warning"] }),
      routeNamed("monitor", { scope: "chosen", monitorIds: ["8"] }),
      routeNamed("tag", { scope: "chosen", tagIds: ["blog"] }),
      routeNamed("nothing chosen", { scope: "chosen" }),
      routeNamed("no targets", { steps: [{ afterMinutes: 0, targets: [] }] })
    ]
    expect(routeOf(refused, down)).toBeNull()
    for (const taken of [
      routeNamed("all"),
      routeNamed("kind", { kinds: ["down"] }),
      routeNamed("monitor", { scope: "chosen", monitorIds: ["7"], tagIds: ["blog"] }),
      routeNamed("tag", { scope: "chosen", tagIds: ["shop"] })
    ])
      expect(routeOf([...refused, taken, routeNamed("later")], down)).toBe(taken)
  })
})
