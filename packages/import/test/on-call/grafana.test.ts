import { describe, expect, it, test } from "vitest"
import { onCallAt } from "@mon/on-call"
import { compareShifts, detectOnCallSource, engineSchedule, importOnCall } from "../../src/on-call.ts"
import { clockIn, dayOf, expectReported, notesOf, renderedHours, worked } from "./reported.ts"

const users = ["ann", "bob", "cat", "dan"].map((name) => ({
  id: `U${name.toUpperCase()}`,
  grafana_id: 7,
  email: `${name}@example.org`,
  slack: [{ user_id: "S", team_id: "T" }],
  username: name,
  role: "admin",
  timezone: "UTC",
  teams: name === "dan" ? [] : ["TSHOP"]
}))

const shift = (id: string, changes: object) => ({
  id,
  team_id: null,
  schedule: null,
  name: id,
  time_zone: null,
  level: 1,
  duration: 86_400,
  rotation_start: "2026-01-05T09:00:00",
  start: "2026-01-05T09:00:00",
  ...changes
})

const shifts = [
  shift("OWEEK", {
    type: "rolling_users",
    duration: 604_800,
    frequency: "weekly",
    interval: 1,
    until: null,
    week_start: "MO",
    by_day: null,
    by_month: null,
    by_monthday: null,
    rolling_users: [["UANN"], ["UBOB"]],
    start_rotation_from_user_index: 1
  }),
  // Work hours of another zone have priority.
  shift("OWORK", {
    type: "recurrent_event",
    time_zone: "America/New_York",
    level: 2,
    duration: 28_800,
    frequency: "weekly",
    interval: 1,
    until: null,
    week_start: "SU",
    by_day: ["MO", "TU", "WE", "TH", "FR"],
    by_month: null,
    by_monthday: null,
    users: ["UCAT"]
  }),
  shift("OSECOND", {
    type: "recurrent_event",
    time_zone: "America/New_York",
    level: 2,
    duration: 28_800,
    frequency: "weekly",
    interval: 2,
    until: null,
    week_start: "SU",
    by_day: ["MO"],
    by_month: null,
    by_monthday: null,
    users: ["UDAN"]
  }),
  shift("OSINGLE", { type: "single_event", level: 3, start: "2026-04-04T10:00:00", duration: 7_200, users: ["UDAN"] }),
  shift("OOVER", { type: "override", start: "2026-04-10T08:00:00", duration: 14_400, users: ["UDAN"] }),
  shift("OOVER2", { type: "override", start: "2026-04-10T10:00:00", duration: 14_400, users: ["UANN"] })
]

const schedule = {
  id: "SSHOP",
  team_id: "TSHOP",
  name: "Shop",
  type: "calendar",
  time_zone: "Europe/Berlin",
  on_call_now: ["UANN"],
  shifts: shifts.map(({ id }) => id),
  ical_url_overrides: null,
  enable_web_overrides: false,
  slack: { channel_id: "C1", user_group_id: null }
}

const step = (position: number, type: string, changes: object = {}) => ({
  id: `E${position}`,
  escalation_chain_id: "FSHOP",
  position,
  type,
  ...changes
})

const steps = [
  step(0, "notify_on_call_from_schedule", { important: true, notify_on_call_from_schedule: "SSHOP" }),
  step(1, "wait", { duration: 300 }),
  step(2, "notify_persons", { important: false, persons_to_notify: ["UBOB"] }),
  step(3, "notify_person_next_each_time", { important: false, persons_to_notify_next_each_time: ["UCAT", "UDAN"] }),
  step(4, "trigger_webhook", { action_to_trigger: "W1" }),
  step(5, "wait", { duration: 900 }),
  step(6, "notify_if_time_from_to", { notify_if_time_from: "08:00:00Z", notify_if_time_to: "18:00:00Z" }),
  step(7, "notify_team_members", { important: false, team_to_notify: "TSHOP" }),
  step(8, "wait", { duration: 600 }),
  step(9, "repeat_escalation"),
  step(10, "resolve")
]

const chain = { id: "FSHOP", name: "Shop", team_id: null }

const page = { count: 1, next: null, previous: null, current_page_number: 1, page_size: 50, total_pages: 1 }
const list = (results: ReadonlyArray<object>) => ({ ...page, results })
const inBerlin = clockIn("Europe/Berlin")
const inNewYork = clockIn("America/New_York")
const between = (at: number, from: string, to: string) => at >= Date.parse(from) && at < Date.parse(to)

/** Who is on call by the rules of Grafana OnCall. Two people at once are two names. */
const whoAt = (at: number): string => {
  if (between(at, "2026-04-10T06:00Z", "2026-04-10T08:00Z")) return "UDAN"
  if (between(at, "2026-04-10T08:00Z", "2026-04-10T10:00Z")) return "UDAN UANN"
  if (between(at, "2026-04-10T10:00Z", "2026-04-10T12:00Z")) return "UANN"
  if (between(at, "2026-04-04T08:00Z", "2026-04-04T10:00Z")) return "UDAN"
  const { day, hour, weekday } = inNewYork(at)
  const isSecond = weekday === 1 && ((day - dayOf("2026-01-05")) / 7) % 2 === 0
  if (weekday <= 5 && hour >= 9 && hour < 17) return isSecond ? "UCAT UDAN" : "UCAT"
  const local = inBerlin(at)
  const weeks = Math.floor((local.day - dayOf("2026-01-05") - (local.hour < 9 ? 1 : 0)) / 7)
  return weeks % 2 === 0 ? "UBOB" : "UANN"
}

const finalShifts = renderedHours("2026-03-02T00:00Z", 90, whoAt).flatMap(({ end, start, who }) =>
  who.split(" ").map((id) => ({
    user_pk: id,
    user_email: `${id.slice(1).toLowerCase()}@example.org`,
    user_username: id.slice(1).toLowerCase(),
    shift_start: new Date(start).toISOString().replace(".000Z", "Z"),
    shift_end: new Date(end).toISOString().replace(".000Z", "Z")
  }))
)

const rules = [
  { id: "N1", user_id: "UANN", position: 0, important: false, type: "notify_by_sms" },
  { id: "N2", user_id: "UANN", position: 1, duration: 300, important: false, type: "wait" }
]

const files = {
  "schedules.json": list([schedule]),
  "on_call_shifts.json": list(shifts),
  "escalation_chains.json": list([chain]),
  "escalation_policies.json": list(steps),
  "users.json": list(users),
  "personal_notification_rules.json": list(rules),
  "teams.json": list([{ id: "TSHOP", name: "Shop", email: null, avatar_url: "/a.png" }]),
  "final_shifts_SSHOP.json": list(finalShifts)
}

test("every field is carried, or named with a reason", () => {
  const imported = worked("grafana-oncall", files)
  expectReported(imported, "schedule", "SSHOP", schedule)
  for (const one of shifts) expectReported(imported, one.id.startsWith("O") ? "shift" : "", one.id, one)
  expectReported(imported, "route", "FSHOP", chain)
  for (const one of users) expectReported(imported, "person", one.id, one)
  for (const one of steps) {
    const groups = imported.report.groups.filter(({ id, kind }) => kind === "step" && id === one.id)
    if (groups[0]?.reason === null) expectReported(imported, "step", one.id, one)
  }
  expect(notesOf(imported, "rule", "N2")).toEqual([": Mon has no waits between the channels of a person."])
  for (const name of Object.keys(files)) expectReported(imported, "file", name, page)
  expect(imported.report.counts).toEqual([
    { kind: "schedule", imported: 1, leftOut: 0 },
    { kind: "shift", imported: 6, leftOut: 0 },
    { kind: "route", imported: 1, leftOut: 0 },
    { kind: "step", imported: 9, leftOut: 2 },
    { kind: "person", imported: 4, leftOut: 0 },
    { kind: "rule", imported: 0, leftOut: 2 },
    { kind: "team", imported: 0, leftOut: 1 }
  ])
})

test("shifts of one level join, a higher level wins, and a shift has its own zone", () => {
  const [first] = worked("grafana-oncall", files).schedules
  expect(
    first?.layers.map(({ groups, joinsPrevious = false, name, timezone = null }) => [
      name,
      joinsPrevious,
      timezone,
      groups
    ])
  ).toEqual([
    ["OWEEK", false, null, [["bob@example.org"], ["ann@example.org"]]],
    ["OWORK", false, "America/New_York", [["cat@example.org"]]],
    ["OSECOND", true, "America/New_York", [["dan@example.org"], []]],
    ["OSINGLE", false, null, [["dan@example.org"]]]
  ])
  expect(first?.overrides).toEqual([
    { start: "2026-04-10T06:00:00.000Z", end: "2026-04-10T08:00:00.000Z", people: ["dan@example.org"] },
    {
      start: "2026-04-10T08:00:00.000Z",
      end: "2026-04-10T10:00:00.000Z",
      people: ["dan@example.org", "ann@example.org"]
    },
    { start: "2026-04-10T10:00:00.000Z", end: "2026-04-10T12:00:00.000Z", people: ["ann@example.org"] }
  ])
})

test("90 final days are equal, also when the clocks of both zones change", () => {
  const { rendered, schedules } = worked("grafana-oncall", files)
  const [first] = schedules
  const [shown] = rendered
  if (first === undefined || shown === undefined) throw new Error("not imported")
  expect(shown.shifts.length).toBeGreaterThan(130)
  expect(compareShifts(first, shown)).toEqual([])
})

test("a chain becomes a route with times since the beginning", () => {
  const imported = worked("grafana-oncall", files)
  expect(imported.routes).toEqual([
    {
      name: "Shop",
      steps: [
        { afterMinutes: 0, targets: [{ schedule: "Shop", who: "now" }] },
        { afterMinutes: 5, targets: ["bob@example.org", "cat@example.org", "dan@example.org"] },
        {
          afterMinutes: 20,
          targets: ["ann@example.org", "bob@example.org", "cat@example.org"],
          hours: { start: "08:00", end: "18:00", days: [1, 2, 3, 4, 5, 6, 7], timezone: "UTC" }
        }
      ],
      repeat: { rounds: 5, fromStep: 1, waitMinutes: 10 }
    }
  ])
  expect(notesOf(imported, "step", "E0")).toEqual(["important: Mon has no second set of notification rules."])
  expect(notesOf(imported, "step", "E3")).toEqual([
    "persons_to_notify_next_each_time: Mon has no round robin between alerts. The step notifies everybody in the list."
  ])
  expect(notesOf(imported, "step", "E4")).toEqual([": Add the webhook as a channel, and the channel to the route."])
  expect(notesOf(imported, "step", "E6")[0]).toContain("In Grafana OnCall, they wait for these hours.")
})

test("a route always has a step at any time", () => {
  const night = [
    step(0, "notify_if_time_from_to", { notify_if_time_from: "22:00:00Z", notify_if_time_to: "06:00:00Z" })
  ]
  const imported = worked("grafana-oncall", {
    chains: list([chain]),
    policies: list([...night, step(1, "notify_persons", { persons_to_notify: ["UBOB"] })])
  })
  expect(imported.routes[0]?.steps).toEqual([{ afterMinutes: 0, targets: ["UBOB"] }])
  expect(imported.report.unknownPeople).toEqual(["UBOB"])
})

describe("a shift", () => {
  const single = (changes: object, calendar: object = {}) => {
    const imported = worked("grafana-oncall", {
      a: list([{ ...schedule, shifts: ["O"], ...calendar }]),
      b: list([
        shift("O", {
          type: "rolling_users",
          rolling_users: [["a"], ["b"]],
          frequency: "daily",
          interval: 1,
          week_start: "MO",
          ...changes
        })
      ])
    })
    return { imported, layer: imported.schedules[0]?.layers[0], schedule: imported.schedules[0] }
  }

  it("of a web schedule has times in UTC", () => {
    const { layer, schedule: one } = single({}, { type: "web" })
    expect(one?.timezone).toBe("Europe/Berlin")
    expect(layer).toMatchObject({ timezone: "UTC", from: "2026-01-05T09:00:00.000Z" })
  })

  it("ends with the last event that begins before its end", () => {
    // The event of 10 January begins at 9:00, when the rule ends.
    expect(single({ duration: 3_600, until: "2026-01-10T09:00:00" }).layer?.until).toBe("2026-01-10T09:00:00.000Z")
    expect(single({ duration: 3_600, until: "2026-01-10T12:00:00" }).layer?.until).toBe("2026-01-10T11:00:00.000Z")
  })

  it("with every second event has turns of nobody between", () => {
    const { schedule: one } = single({ interval: 2, duration: 43_200 })
    if (one === undefined) throw new Error("not imported")
    const noon = (date: string) => onCallAt(engineSchedule(one), Date.parse(`${date}T12:00Z`)).people
    expect(
      ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09"].map((day) => noon(day)[0] ?? "-")
    ).toEqual(["a", "-", "b", "-", "a"])
  })

  it("of some hours in several days is divided into turns", () => {
    expect(single({ interval: 2, duration: 172_800 }).layer?.handOff).toMatchObject({ every: 2, unit: "days" })
    expect(single({ interval: 3, duration: 129_600 }).layer).toMatchObject({
      handOff: { every: 12, unit: "hours" },
      groups: [["a"], ["a"], ["a"], [], [], [], ["b"], ["b"], ["b"], [], [], []]
    })
    expect(single({ frequency: "hourly", interval: 8, duration: 28_800 }).layer?.handOff).toMatchObject({
      every: 8,
      unit: "hours"
    })
    expect(single({ frequency: "hourly", interval: 12, duration: 14_400 }).layer?.groups).toEqual([
      ["a"],
      [],
      [],
      ["b"],
      [],
      []
    ])
    expect(single({ frequency: "monthly", duration: 2_592_000 }).layer?.handOff).toMatchObject({
      every: 1,
      unit: "months"
    })
  })

  it("that Mon cannot express is left out with the reason", () => {
    for (const [changes, reason] of [
      [{ by_month: [1, 2] }, "Mon has no layers of some months."],
      [{ frequency: "monthly", by_monthday: [1] }, "Mon has no layers of some days of a month."],
      [{ frequency: "monthly", by_day: ["1MO"] }, "Mon has no layers of the n-th weekday of a month."],
      [{ duration: 100_000 }, "Its events overlap each other."],
      [{ frequency: "hourly", interval: 7, duration: 5_400 }, "Mon has no rotation like it."],
      [{ time_zone: "Mars/Base" }, 'Mon does not know its time zone "Mars/Base".'],
      [{ start: "soon" }, "It has no valid start and duration."],
      [{ rolling_users: [] }, "It has no users."],
      [{ frequency: null }, "It has no frequency."]
    ] as const) {
      const { imported, layer } = single(changes)
      expect(layer).toBeUndefined()
      expect(notesOf(imported, "shift", "O")).toEqual([`: ${reason}`])
    }
  })
})

test("calendars are not shifts, and the report says so", () => {
  const ical = { ...schedule, type: "ical", shifts: undefined, ical_url_primary: "https://example.org/a.ics" }
  const imported = worked("grafana-oncall", { a: list([ical]) })
  expect(imported.schedules).toEqual([])
  expect(notesOf(imported, "schedule", "SSHOP")).toEqual([
    ": Its shifts are in a calendar. Import the file at its address as a calendar."
  ])
})

const detect = (value: unknown) => detectOnCallSource(JSON.stringify(value))

test("the source is detected from the fields of objects", () => {
  expect(detect(files["schedules.json"])).toBe("grafana-oncall")
  expect(detect(files["on_call_shifts.json"])).toBe("grafana-oncall")
  expect(detect({ data: [{ id: "s", rotations: [] }] })).toBe("opsgenie")
  expect(detect({ escalation_policies: [{ escalation_rules: [] }] })).toBe("pagerduty")
  expect(detectOnCallSource("nonsense")).toBeNull()
  expect(detect({ monitors: [] })).toBeNull()
})

test("wrong arguments are errors", () => {
  expect(() => importOnCall("kuma" as never, new Map())).toThrow("importOnCall: source must be")
  expect(() => importOnCall("pagerduty", { a: "b" } as never)).toThrow(
    "importOnCall: files must be a Map from names to texts."
  )
})
