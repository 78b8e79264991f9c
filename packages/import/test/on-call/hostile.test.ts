import { scheduleFault } from "@mon/on-call"
import * as fc from "fast-check"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { importOnCallFiles } from "../../src/node.ts"
import { compareShifts, engineSchedule, importOnCall, onCallSources } from "../../src/on-call.ts"

/** Small exports of the three sources, with each field that an import reads. */
const exported = {
  pagerduty: {
    schedules: [
      {
        id: "S",
        name: "Shop",
        time_zone: "Europe/Berlin",
        schedule_layers: [
          {
            name: "L",
            start: "2026-01-05T08:00:00Z",
            end: "2027-01-05T08:00:00Z",
            rotation_virtual_start: "2026-01-05T08:00:00Z",
            rotation_turn_length_seconds: 604_800,
            users: [{ user: { id: "U", summary: "Ann" } }],
            restrictions: [
              { type: "weekly_restriction", start_day_of_week: 1, start_time_of_day: "08:00:00", duration_seconds: 60 },
              { type: "daily_restriction", start_time_of_day: "08:00:00", duration_seconds: 3_600 }
            ]
          }
        ],
        overrides: [{ id: "O", start: "2026-01-05T08:00:00Z", end: "2026-01-06T08:00:00Z", user: { id: "U" } }],
        final_schedule: {
          rendered_schedule_entries: [{ start: "2026-01-05T08:00:00Z", end: "2026-01-06T08:00:00Z", user: { id: "U" } }]
        }
      }
    ],
    escalation_policies: [
      {
        id: "E",
        name: "Shop",
        num_loops: 2,
        escalation_rules: [
          {
            id: "R",
            escalation_delay_in_minutes: 10,
            targets: [
              { id: "S", type: "schedule_reference" },
              { id: "U", type: "user" }
            ]
          }
        ]
      }
    ],
    users: [{ id: "U", name: "Ann", email: "ann@example.org" }]
  },
  opsgenie: {
    data: [
      {
        id: "S",
        name: "Shop",
        timezone: "Europe/Berlin",
        enabled: true,
        rotations: [
          {
            id: "R",
            name: "R",
            startDate: "2026-01-05T08:00:00Z",
            endDate: "2027-01-05T08:00:00Z",
            type: "weekly",
            length: 1,
            participants: [{ type: "user", username: "ann@example.org" }, { type: "team", id: "T" }, { type: "none" }],
            timeRestriction: {
              type: "weekday-and-time-of-day",
              restrictions: [
                { startDay: "monday", endDay: "friday", startHour: 8, startMin: 0, endHour: 17, endMin: 30 }
              ]
            }
          }
        ],
        overrides: [
          {
            alias: "O",
            user: { type: "user", username: "bob@example.org" },
            startDate: "2026-01-05T08:00:00Z",
            endDate: "2026-01-06T08:00:00Z",
            rotations: [{ id: "R" }]
          }
        ]
      },
      { id: "T", name: "Team", members: [{ user: { id: "U", username: "cat@example.org" }, role: "admin" }] },
      {
        id: "E",
        name: "Shop",
        rules: [
          {
            condition: "if-not-acked",
            notifyType: "default",
            delay: { timeAmount: 5, timeUnit: "hours" },
            recipient: { type: "schedule", id: "S" }
          }
        ],
        repeat: { waitInterval: 5, count: 2, resetRecipientStates: true }
      }
    ]
  },
  "grafana-oncall": {
    schedules: [
      { id: "S", name: "Shop", type: "calendar", time_zone: "Europe/Berlin", shifts: ["O", "P"], team_id: "T" }
    ],
    on_call_shifts: [
      {
        id: "O",
        type: "rolling_users",
        start: "2026-01-05T09:00:00",
        rotation_start: "2026-01-05T09:00:00",
        duration: 43_200,
        frequency: "weekly",
        interval: 1,
        until: "2027-01-05T09:00:00",
        week_start: "MO",
        by_day: ["MO", "TU"],
        level: 1,
        rolling_users: [["U"], ["V"]],
        start_rotation_from_user_index: 1
      },
      { id: "P", type: "override", start: "2026-01-05T09:00:00", duration: 3_600, users: ["U"], time_zone: "UTC" }
    ],
    escalation_chains: [{ id: "C", name: "Chain", team_id: null }],
    escalation_policies: [
      {
        id: "1",
        escalation_chain_id: "C",
        position: 0,
        type: "notify_on_call_from_schedule",
        notify_on_call_from_schedule: "S"
      },
      { id: "2", escalation_chain_id: "C", position: 1, type: "wait", duration: 300 },
      { id: "3", escalation_chain_id: "C", position: 2, type: "notify_persons", persons_to_notify: ["U", "V"] },
      { id: "4", escalation_chain_id: "C", position: 3, type: "repeat_escalation" }
    ],
    users: [{ id: "U", username: "ann", email: "ann@example.org", teams: ["T"] }]
  }
} as const

const leaf = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, false, -1, 0, 0.5, 1, 7, 3_600, 86_400, 604_800, 1e308, 1e15),
  fc.constantFrom<unknown>([], {}, [[]], [null], "", "S", "U", "UTC", "daily", "hourly", "monthly", "web", "none"),
  fc.constantFrom("1970-01-01T00:00:00Z", "2026-01-05T08:00:00", "0000-01-01T00:00:00Z", "9999-12-31T00:00:00Z"),
  fc.constantFrom("daily_restriction", "08:00", "next", "constructor", "__proto__", "\u0000", "x".repeat(500)),
  fc.constant(Array.from({ length: 120 }, (_, index) => [`p${index}`])),
  fc.string({ maxLength: 12 })
)

const partsIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + partsIn(each), 1)
    : 1

/** Replaces the n-th value inside a value. Longer counts start again. */
const replaced = (value: unknown, place: number, by: unknown): unknown => {
  let left = place % partsIn(value)
  const copy = (one: unknown): unknown => {
    if (left-- === 0) return by
    if (Array.isArray(one)) return one.map(copy)
    if (typeof one !== "object" || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, each]) => [key, copy(each)]))
  }
  return copy(value)
}

const changes = fc.array(fc.tuple(fc.nat(), leaf), { minLength: 1, maxLength: 6 })

test("no damage of an export is an error, and everything that is imported is valid", () => {
  let imports = 0
  fc.assert(
    fc.property(fc.constantFrom(...onCallSources), changes, (source, list) => {
      const damaged = list.reduce<unknown>((value, [place, by]) => replaced(value, place, by), exported[source])
      const files = new Map([["all.json", JSON.stringify(damaged) ?? ""]])
      const imported = importOnCall(source, files, { now: 0 })
      if (!imported.ok) {
        expect(imported.message).toMatch(/\.$/u)
        return
      }
      imports += 1
      for (const schedule of imported.schedules) {
        expect(scheduleFault(engineSchedule(schedule))).toBeNull()
        expect([...schedule.name].length).toBeLessThanOrEqual(60)
      }
      for (const { repeat, steps } of imported.routes) {
        expect(steps.length).toBeGreaterThan(0)
        expect(steps.every((step, index) => step.afterMinutes > (steps[index - 1]?.afterMinutes ?? -1))).toBe(true)
        expect(steps.some(({ hours }) => hours === undefined)).toBe(true)
        expect(steps.every(({ afterMinutes }) => Number.isInteger(afterMinutes) && afterMinutes <= 10_080)).toBe(true)
        if (repeat !== undefined) expect(Number.isInteger(repeat.rounds) && repeat.rounds >= 1).toBe(true)
      }
      for (const shown of imported.rendered) {
        const schedule = imported.schedules.find(({ name }) => name === shown.schedule)
        if (schedule !== undefined) expect(compareShifts(schedule, shown)).toBeDefined()
      }
    }),
    { numRuns: 1_500 }
  )
  expect(imports).toBeGreaterThan(1_000)
})

const folder = mkdtempSync(join(tmpdir(), "mon-on-call-"))
afterAll(() => rmSync(folder, { recursive: true }))

test("a backup is read from its folders", async () => {
  mkdirSync(join(folder, "backup", "escalations"), { recursive: true })
  const escalation = { id: "E", name: "Shop", rules: [{ recipient: { type: "user", username: "ann@example.org" } }] }
  writeFileSync(join(folder, "backup", "escalations", "e.json"), JSON.stringify(escalation))
  writeFileSync(join(folder, "backup", "notes.txt"), "not read")
  const imported = await importOnCallFiles("opsgenie", [join(folder, "backup")])
  expect(imported.ok && imported.routes).toEqual([
    { name: "Shop", steps: [{ afterMinutes: 0, targets: ["ann@example.org"] }] }
  ])
  const missing = await importOnCallFiles("opsgenie", [join(folder, "none")])
  expect(missing).toEqual({ ok: false, message: `${join(folder, "none")} does not exist.` })
})
