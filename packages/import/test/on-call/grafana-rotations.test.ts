import { describe, expect, it } from "vitest"
import { shiftsBetween } from "@mon/on-call"
import { engineSchedule, importOnCall, type ImportedSchedule } from "../../src/on-call.ts"

const DAY = 86_400_000

/** Imports one shift of a schedule in which everybody is a letter. */
const imported = (shift: object, schedule: object = {}): ImportedSchedule => {
  const result = importOnCall(
    "grafana-oncall",
    new Map([
      [
        "all.json",
        JSON.stringify({
          schedules: [{ id: "S", name: "Shop", type: "web", time_zone: "UTC", shifts: ["O"], ...schedule }],
          on_call_shifts: [{ id: "O", name: "Shift", type: "rolling_users", time_zone: null, level: 1, ...shift }]
        })
      ]
    ])
  )
  const [first] = result.ok ? result.schedules : []
  if (!result.ok || first === undefined) throw new Error("not imported")
  expect(result.report.groups.map(({ reason }) => reason)).toEqual([null, null, null])
  return first
}

/** Writes who is on call at noon of each day, without a separator: a dot for nobody. */
const noons = (schedule: ImportedSchedule, first: string, days: number): string => {
  const from = Date.parse(`${first}T12:00Z`)
  const shifts = shiftsBetween(engineSchedule(schedule), { from: from - DAY, to: from + days * DAY })
  return Array.from({ length: days }, (_, day) => {
    const at = from + day * DAY
    return (
      shifts
        .find(({ end, start }) => start <= at && at < end)
        ?.people.toSorted()
        .join("+") ?? "."
    )
  }).join(" ")
}

const WORK = ["MO", "TU", "WE", "TH", "FR"]
const WEEKEND = ["SA", "SU"]
const groups = (count: number) => Array.from({ length: count }, (_, index) => [String.fromCodePoint(65 + index)])

// What Grafana OnCall computes for such rotations, with shifts of twelve hours in UTC and weeks that begin on Monday.
const cases: ReadonlyArray<
  readonly [
    title: string,
    groups: ReadonlyArray<ReadonlyArray<string>>,
    start: string,
    days: ReadonlyArray<string> | null,
    frequency: string,
    interval: number,
    expected: string
  ]
> = [
  ["daily on Fridays", groups(3), "2026-08-06", ["FR"], "daily", 1, ". A . . . . . . B . . . . . . C"],
  ["daily on work days", groups(5), "2026-08-03", WORK, "daily", 1, "A B C D E . . A B C D E"],
  ["two work days each", groups(4), "2026-08-03", WORK, "daily", 2, "A A B B C . . C D D A A"],
  ["weekly on work days", groups(5), "2026-08-03", WORK, "weekly", 1, "A A A A A . . B B B B B"],
  ["monthly on work days", groups(5), "2026-08-27", WORK, "monthly", 1, "A A . . A B B B B . . B"],
  ["daily on work days from a Thursday", groups(5), "2026-08-06", WORK, "daily", 1, "A B . . C D E A B . . C D"],
  ["weekly on work days from a Thursday", groups(5), "2026-08-06", WORK, "weekly", 1, "A A . . B B B B B . . C"],
  ["daily, with two people in a group", [["A", "B"], ["C"]], "2026-08-12", null, "daily", 1, "A+B C A+B C A+B"],
  ["daily at weekends", groups(3), "2026-08-01", WEEKEND, "daily", 1, "A B . . . . . C A . . . . . B"],
  ["daily at weekends from a Thursday", groups(6), "2026-07-30", WEEKEND, "daily", 1, ". . A B . . . . . C D"],
  ["two days each at weekends", groups(3), "2026-07-30", WEEKEND, "daily", 2, ". . A A . . . . . B B . . . . . C"],
  ["weekly at weekends", groups(3), "2026-07-30", WEEKEND, "weekly", 1, ". . A A . . . . . B B . . . . . C C"],
  [
    "every second week at weekends",
    groups(3),
    "2026-07-30",
    WEEKEND,
    "weekly",
    2,
    ". . A A . . . . . . . . . . . . B B"
  ],
  ["monthly at weekends", groups(3), "2026-07-30", WEEKEND, "monthly", 1, ". . A A . . . . . A A"],
  ["daily for ten people", groups(10), "2026-08-03", [], "daily", 1, "A B C D E F G H I J A B"],
  ["daily on all days", groups(10), "2026-08-03", [...WORK, ...WEEKEND], "daily", 1, "A B C D E F G H I J A B"],
  ["seven days each", groups(3), "2026-08-03", [...WORK, ...WEEKEND], "daily", 7, "A A A A A A A B B B B B B B C C"],
  ["one person on Mondays", groups(1), "2026-07-30", ["MO"], "daily", 1, ". . . . A . . . . . . A"],
  ["every third day", groups(2), "2026-08-03", null, "daily", 3, "A . . B . . A . . B"],
  ["weekly without days", groups(2), "2026-08-05", null, "weekly", 1, "A . . . . . . B . . . . . . A"]
]

describe("a rotation of Grafana OnCall", () => {
  it.each(cases)("%s", (_title, rolling, start, by_day, frequency, interval, expected) => {
    const schedule = imported({
      start: `${start}T00:00:00`,
      duration: 43_200 + 3_600,
      rotation_start: `${start}T00:00:00`,
      frequency,
      interval,
      week_start: "MO",
      by_day,
      rolling_users: rolling,
      start_rotation_from_user_index: 0
    })
    expect(noons(schedule, start, expected.split(" ").length)).toBe(expected)
  })
})
