import { expect, describe, it, test } from "vitest"
import { onCallAt } from "@mon/on-call"
import { compareShifts, engineSchedule, importOnCall } from "../../src/on-call.ts"
import { clockIn, dayOf, expectReported, notesOf, renderedHours, worked } from "./reported.ts"

const reference = (id: string, type: string) => ({
  id,
  type,
  summary: id,
  self: `https://api.example.org/${id}`,
  html_url: `https://example.org/${id}`
})
const user = (id: string) => ({ user: reference(id, "user_reference") })
const users = ["ann", "bob", "cat", "dan"].map((name) => ({
  ...reference(`P${name.toUpperCase()}`, "user"),
  name,
  email: `${name}@example.org`,
  time_zone: "America/New_York",
  color: "green",
  role: "user",
  avatar_url: "https://example.org/a.png",
  description: null,
  invitation_sent: false,
  job_title: "Engineer",
  teams: [reference("PTEAM", "team_reference")],
  contact_methods: [reference("PCM", "email_contact_method")],
  notification_rules: [reference("PNR", "assignment_notification_rule")]
}))

const layer = (id: string, changes: object) => ({
  ...reference(id, "schedule_layer"),
  name: id,
  start: "2026-01-05T09:00:00-05:00",
  end: null,
  rotation_virtual_start: "2026-01-05T09:00:00-05:00",
  rotation_turn_length_seconds: 604_800,
  users: [user("PANN"), user("PBOB")],
  restrictions: [],
  rendered_schedule_entries: [],
  rendered_coverage_percentage: null,
  ...changes
})

const inNewYork = clockIn("America/New_York")
const OVERRIDE = { start: Date.parse("2026-04-02T16:00Z"), end: Date.parse("2026-04-03T22:00Z") }

/** Who is on call by the rules of PagerDuty, hour by hour: overrides, then layer 2, then layer 1. */
const whoAt = (at: number): string => {
  if (at >= OVERRIDE.start && at < OVERRIDE.end) return "PANN"
  const { day, hour, weekday } = inNewYork(at)
  const daily = day - dayOf("2026-01-05") - (hour < 8 ? 1 : 0)
  const isOn = weekday <= 5 && hour >= 8 && hour < 18
  if (isOn) return daily % 2 === 0 ? "PCAT" : "PDAN"
  const weeks = Math.floor((day - dayOf("2026-01-05") - (hour < 9 ? 1 : 0)) / 7)
  return weeks % 2 === 0 ? "PANN" : "PBOB"
}

const entries = renderedHours("2026-03-02T05:00Z", 90, whoAt).map(({ end, start, who }) => ({
  start: new Date(start).toISOString().replace(".000Z", "Z"),
  end: new Date(end).toISOString().replace(".000Z", "Z"),
  user: reference(who, "user_reference")
}))

const workDays = [1, 2, 3, 4, 5].map((day) => ({
  type: "weekly_restriction",
  start_day_of_week: day,
  start_time_of_day: "08:00:00",
  duration_seconds: 36_000
}))

const schedule = {
  ...reference("PSCHED", "schedule"),
  name: "Shop",
  time_zone: "America/New_York",
  description: "The shop",
  http_cal_url: "https://example.org/cal",
  personal_http_cal_url: null,
  users: users.map(({ id }) => reference(id, "user_reference")),
  teams: [reference("PTEAM", "team_reference")],
  escalation_policies: [reference("PPOL", "escalation_policy_reference")],
  // The last layer of the response is layer 1.
  schedule_layers: [
    layer("Layer 2", {
      start: "2026-01-05T08:00:00-05:00",
      rotation_virtual_start: "2026-01-05T08:00:00-05:00",
      rotation_turn_length_seconds: 86_400,
      users: [user("PCAT"), user("PDAN")],
      restrictions: workDays
    }),
    layer("Layer 1", {})
  ],
  overrides_subschedule: { name: "Overrides", rendered_schedule_entries: [], rendered_coverage_percentage: 0 },
  final_schedule: { name: "Final Schedule", rendered_schedule_entries: entries, rendered_coverage_percentage: 100 }
}

const override = {
  id: "QOV",
  type: "override",
  summary: "QOV",
  self: null,
  html_url: null,
  start: "2026-04-02T12:00:00-04:00",
  end: "2026-04-03T18:00:00-04:00",
  user: reference("PANN", "user_reference")
}

const rule = (id: string, minutes: number, targets: ReadonlyArray<object>, strategy = "assign_to_everyone") => ({
  id,
  escalation_delay_in_minutes: minutes,
  targets,
  escalation_rule_assignment_strategy: { type: strategy }
})

const policy = {
  ...reference("PPOL", "escalation_policy"),
  name: "Shop",
  description: "Who is woken",
  num_loops: 2,
  on_call_handoff_notifications: "always",
  escalation_rules: [
    rule("R1", 10, [reference("PSCHED", "schedule_reference")]),
    rule("R2", 15, [reference("PCAT", "user_reference"), reference("PDAN", "user_reference")], "round_robin"),
    rule("R3", 30, [reference("PGONE", "schedule_reference"), reference("PANN", "user_reference")])
  ],
  services: [reference("PSERVICE", "service_reference")],
  teams: []
}

const page = { limit: 100, offset: 0, more: false, total: null }
const files = {
  "schedules.json": { schedules: [schedule], ...page },
  "PSCHED-overrides.json": { overrides: [override], ...page },
  "policies.json": { escalation_policies: [policy], ...page },
  "users.json": { users, ...page }
}

const found = <A>(value: A | undefined): A => {
  if (value === undefined) throw new Error("not imported")
  return value
}

test("every field is carried, or named with a reason", () => {
  const imported = worked("pagerduty", files)
  expectReported(imported, "schedule", "PSCHED", schedule)
  expectReported(imported, "route", "PPOL", policy)
  expectReported(imported, "override", "QOV", override)
  for (const one of users) expectReported(imported, "person", one.id, one)
  for (const name of Object.keys(files)) expectReported(imported, "file", name, page)
  expect(imported.report.unknownPeople).toEqual([])
  expect(imported.report.counts).toEqual([
    { kind: "schedule", imported: 1, leftOut: 0 },
    { kind: "override", imported: 1, leftOut: 0 },
    { kind: "route", imported: 1, leftOut: 0 },
    { kind: "person", imported: 4, leftOut: 0 }
  ])
})

test("layers have the opposite order, and hand-offs are at local times", () => {
  const [first] = worked("pagerduty", files).schedules
  expect(first).toEqual({
    name: "Shop",
    timezone: "America/New_York",
    mode: "layered",
    layers: [
      {
        name: "Layer 1",
        groups: [["ann@example.org"], ["bob@example.org"]],
        handOff: { every: 1, unit: "weeks", start: "2026-01-05T09:00" },
        from: "2026-01-05T14:00:00.000Z",
        until: null
      },
      {
        name: "Layer 2",
        groups: [["cat@example.org"], ["dan@example.org"]],
        handOff: { every: 1, unit: "days", start: "2026-01-05T08:00" },
        active: ["mon", "tue", "wed", "thu", "fri"].map((day) => ({ start: `${day} 08:00`, end: `${day} 18:00` })),
        from: "2026-01-05T13:00:00.000Z",
        until: null
      }
    ],
    overrides: [{ start: "2026-04-02T16:00:00.000Z", end: "2026-04-03T22:00:00.000Z", people: ["ann@example.org"] }]
  })
})

test("90 rendered days are equal, also when clocks change", () => {
  const { rendered, schedules } = worked("pagerduty", files)
  const first = found(schedules[0])
  const shown = found(rendered[0])
  expect(shown.shifts.length).toBeGreaterThan(120)
  expect(compareShifts(first, shown)).toEqual([])
})

test("a difference is listed", () => {
  const { rendered, schedules } = worked("pagerduty", { ...files, "PSCHED-overrides.json": { overrides: [] } })
  const first = found(schedules[0])
  const shown = found(rendered[0])
  const differences = compareShifts(first, shown)
  expect(differences[0]).toEqual({
    start: "2026-04-02T16:00:00.000Z",
    end: "2026-04-02T22:00:00.000Z",
    inSource: ["ann@example.org"],
    imported: ["dan@example.org"]
  })
  expect(differences.every(({ end, start }) => start >= "2026-04-02T16" && end <= "2026-04-03T22:00:00.000Z")).toBe(
    true
  )
})

test("the delay of a rule is the wait before the next rule", () => {
  const imported = worked("pagerduty", files)
  expect(imported.routes).toEqual([
    {
      name: "Shop",
      steps: [
        { afterMinutes: 0, targets: [{ schedule: "Shop", who: "now" }] },
        { afterMinutes: 10, targets: ["cat@example.org", "dan@example.org"] },
        { afterMinutes: 25, targets: ["ann@example.org"] }
      ],
      repeat: { rounds: 2, fromStep: 1, waitMinutes: 30 }
    }
  ])
  expect(notesOf(imported, "route", "PPOL")).toEqual([
    "escalation_rules[1].escalation_rule_assignment_strategy: Mon has no round robin between alerts. The step notifies everybody in the list.",
    "escalation_rules[2].targets[0].id: The export has no such schedule_reference.",
    "description: Routes in Mon have no description.",
    "on_call_handoff_notifications: Notifications about shifts are not part of a route.",
    "services: Choose the monitors of the route."
  ])
})

describe("a layer", () => {
  const layersOf = (changes: object) => {
    const imported = worked("pagerduty", {
      a: { schedule: { ...schedule, schedule_layers: [layer("L", changes)] } },
      b: { users }
    })
    return { imported, layers: imported.schedules[0]?.layers ?? [], schedule: imported.schedules[0] }
  }

  it("has the right person first if its virtual start is before or after its start", () => {
    for (const virtual of ["2025-12-29T09:00:00-05:00", "2026-01-12T09:00:00-05:00", "2026-03-02T09:00:00-05:00"]) {
      const { schedule: one } = layersOf({ rotation_virtual_start: virtual })
      const at = Date.parse("2026-05-04T12:00Z")
      const weeks = Math.floor((at - Date.parse(virtual)) / (7 * 86_400_000))
      expect(onCallAt(engineSchedule(found(one)), at).people).toEqual([
        weeks % 2 === 0 ? "ann@example.org" : "bob@example.org"
      ])
      expect(onCallAt(engineSchedule(found(one)), Date.parse("2026-01-05T13:59Z")).people).toEqual([])
    }
  })

  it("joins restrictions that touch, over midnight and over the end of the week", () => {
    const restrictions = [
      { type: "weekly_restriction", start_day_of_week: 7, start_time_of_day: "20:00:00", duration_seconds: 14_400 },
      { type: "weekly_restriction", start_day_of_week: 1, start_time_of_day: "00:00:00", duration_seconds: 3_600 },
      { type: "weekly_restriction", start_day_of_week: 1, start_time_of_day: "00:30:00", duration_seconds: 3_600 }
    ]
    expect(layersOf({ restrictions }).layers[0]?.active).toEqual([{ start: "sun 20:00", end: "mon 01:30" }])
    const night = [{ type: "daily_restriction", start_time_of_day: "22:00:00", duration_seconds: 28_800 }]
    expect(layersOf({ restrictions: night }).layers[0]?.active).toContainEqual({ start: "sun 22:00", end: "mon 06:00" })
    const all = [{ type: "daily_restriction", start_time_of_day: "09:00:00", duration_seconds: 86_400 }]
    expect(layersOf({ restrictions: all }).layers[0]).not.toHaveProperty("active")
  })

  it("has turns of hours, days and weeks", () => {
    const handOff = (seconds: number) => layersOf({ rotation_turn_length_seconds: seconds }).layers[0]?.handOff
    expect(handOff(43_200)).toMatchObject({ every: 12, unit: "hours" })
    expect(handOff(259_200)).toMatchObject({ every: 3, unit: "days" })
    expect(handOff(1_209_600)).toMatchObject({ every: 2, unit: "weeks" })
    expect(handOff(31_536_000)).toMatchObject({ every: 365, unit: "days" })
  })

  it("is left out with a reason if Mon has none like it", () => {
    const cases = [
      [
        { rotation_turn_length_seconds: 5_400 },
        "rotation_turn_length_seconds: The layer is left out: a turn in Mon has a whole number of hours."
      ],
      [{ users: [] }, "users: The layer is left out: it has no users."],
      [{ start: "soon", rotation_virtual_start: null }, "start: The layer is left out: it has no valid start."],
      [{ end: "2025-01-01T00:00:00Z" }, "end: The layer is left out: it ends before it starts."],
      [
        { restrictions: [{ type: "daily_restriction" }] },
        "restrictions: The layer is left out: a restriction is not valid."
      ]
    ] as const
    for (const [changes, note] of cases) {
      const { imported, layers } = layersOf(changes)
      expect(layers).toEqual([])
      expect(notesOf(imported, "schedule", "PSCHED")).toContain(`schedule_layers[0].${note}`)
    }
  })
})

test("ended layers are left out only if there are too many", () => {
  const ended = layer("Old", { end: "2026-02-01T00:00:00Z" })
  const layers = [layer("New", {}), ...Array.from({ length: 60 }, () => ended)]
  const imported = worked("pagerduty", { a: { schedules: [{ ...schedule, schedule_layers: layers }] } })
  expect(imported.schedules[0]?.layers.map(({ name }) => name)).toEqual(["New"])
  const few = worked("pagerduty", { a: { schedules: [{ ...schedule, schedule_layers: layers.slice(0, 3) }] } })
  expect(few.schedules[0]?.layers.map(({ name }) => name)).toEqual(["Old", "Old", "New"])
})

test("people without an address are kept by their names, and named", () => {
  const imported = worked("pagerduty", { a: { schedules: [schedule] } })
  expect(imported.schedules[0]?.layers[0]?.groups).toEqual([["PANN"], ["PBOB"]])
  expect(imported.report.unknownPeople).toEqual(["PCAT", "PDAN", "PANN", "PBOB"])
})

test("overrides without a schedule are named", () => {
  const imported = worked("pagerduty", {
    a: { schedules: [schedule, { ...schedule, id: "POTHER" }] },
    "overrides.json": { overrides: [override] }
  })
  expect(imported.schedules.map(({ name }) => name)).toEqual(["Shop", "Shop (2)"])
  expect(notesOf(imported, "override", "QOV")).toEqual([
    ": Its schedule is unknown. Put the id of the schedule into the name of the file."
  ])
})

test("rendered overrides are used if there is no list of overrides", () => {
  const overrides_subschedule = {
    rendered_schedule_entries: [{ start: "2026-04-01T00:00:00Z", end: "2026-04-02T00:00:00Z", user: { id: "PANN" } }]
  }
  const imported = worked("pagerduty", { a: { schedules: [{ ...schedule, overrides_subschedule }] }, b: { users } })
  expect(imported.schedules[0]?.overrides).toEqual([
    { start: "2026-04-01T00:00:00.000Z", end: "2026-04-02T00:00:00.000Z", people: ["ann@example.org"] }
  ])
})

const read = (text: string) => importOnCall("pagerduty", new Map([["a.json", text]]))

test("files without schedules are refused", () => {
  expect(read("{}")).toEqual({
    ok: false,
    message: "The files contain no schedule and no escalation that can be imported."
  })
  expect(read("[1]")).toEqual({ ok: false, message: "a.json has a value that is not an object." })
  expect(read("{")).toEqual({ ok: false, message: "a.json is not valid JSON: there is an error at line 1, column 2." })
})
