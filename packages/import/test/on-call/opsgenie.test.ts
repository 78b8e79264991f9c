import { describe, expect, it, test } from "vitest"
import { onCallAt } from "@mon/on-call"
import { engineSchedule } from "../../src/on-call.ts"
import { clockIn, dayOf, expectReported, notesOf, worked } from "./reported.ts"

const user = (name: string) => ({ type: "user", id: `u-${name}`, username: `${name}@example.org` })

const rotation = (id: string, changes: object) => ({
  id,
  name: id,
  startDate: "2026-01-05T08:00:00Z",
  type: "weekly",
  length: 1,
  participants: [user("ann"), user("bob")],
  enabled: true,
  ...changes
})

const schedule = {
  id: "s-shop",
  name: "Shop",
  description: "The shop",
  timezone: "Europe/Berlin",
  enabled: true,
  ownerTeam: { id: "t-shop", name: "Shop team" },
  rotations: [
    rotation("Week", { participants: [user("ann"), { type: "none" }, user("bob")] }),
    rotation("Days", {
      type: "daily",
      startDate: "2026-01-05T07:00:00Z",
      endDate: "2026-06-30T22:00:00Z",
      participants: [user("cat"), user("dan")],
      timeRestriction: {
        type: "weekday-and-time-of-day",
        restrictions: ["monday", "tuesday", "wednesday", "thursday", "friday"].map((day) => ({
          startDay: day,
          endDay: day,
          startHour: 8,
          startMin: 0,
          endHour: 18,
          endMin: 30
        }))
      }
    })
  ]
}

const override = {
  alias: "o-1",
  user: user("dan"),
  startDate: "2026-03-10T12:00:00Z",
  endDate: "2026-03-11T12:00:00Z",
  rotations: [{ id: "Week", name: "Week" }]
}

const escalation = {
  id: "e-shop",
  name: "Shop",
  description: "",
  ownerTeam: { id: "t-shop", name: "Shop team" },
  rules: [
    {
      condition: "if-not-acked",
      notifyType: "default",
      delay: { timeAmount: 0, timeUnit: "minutes" },
      recipient: { type: "schedule", id: "s-shop", name: "Shop" }
    },
    {
      condition: "if-not-acked",
      notifyType: "next",
      delay: { timeAmount: 5, timeUnit: "minutes" },
      recipient: { type: "schedule", id: "s-shop", name: "Shop" }
    },
    {
      condition: "if-not-closed",
      notifyType: "default",
      delay: { timeAmount: 5 },
      recipient: user("dan")
    },
    {
      condition: "if-not-acked",
      notifyType: "previous",
      delay: { timeAmount: 1, timeUnit: "hours" },
      recipient: { type: "schedule", id: "s-shop", name: "Shop" }
    },
    {
      condition: "if-not-acked",
      notifyType: "admins",
      delay: { timeAmount: 2, timeUnit: "hours" },
      recipient: { type: "team", id: "t-shop", name: "Shop team" }
    },
    {
      condition: "if-not-acked",
      notifyType: "default",
      delay: { timeAmount: 3, timeUnit: "hours" },
      recipient: { type: "schedule", id: "s-gone" }
    }
  ],
  repeat: { waitInterval: 15, count: 3, resetRecipientStates: true, closeAlertAfterAll: true }
}

const account = (name: string) => ({
  id: `u-${name}`,
  username: `${name}@example.org`,
  fullName: name,
  role: { id: "User", name: "User" },
  timeZone: "Europe/Berlin",
  locale: "en_GB",
  blocked: false,
  verified: true,
  createdAt: "2020-01-01T00:00:00Z"
})
const people = ["ann", "bob", "cat", "dan"].map(account)

const team = {
  id: "t-shop",
  name: "Shop team",
  description: "The people of the shop",
  members: [
    { user: user("ann"), role: "admin" },
    { user: user("bob"), role: "user" }
  ]
}

const answers = {
  "schedules.json": { data: [schedule], took: 0.1, requestId: "r1" },
  "overrides of s-shop.json": { data: [override], took: 0.1, requestId: "r2" },
  "escalations.json": { data: [escalation], took: 0.1, requestId: "r3" },
  "users.json": { totalCount: 4, data: people, took: 0.1, requestId: "r4" },
  "team.json": { data: team, took: 0.1, requestId: "r5" }
}

test("every field is carried, or named with a reason", () => {
  const imported = worked("opsgenie", answers)
  expectReported(imported, "schedule", "s-shop", schedule)
  expectReported(imported, "schedule", "s-shop", { overrides: [override] })
  expectReported(imported, "route", "e-shop", escalation)
  for (const one of people) expectReported(imported, "person", one.id, one)
  expectReported(imported, "team", "t-shop", team)
  expect(imported.report.unknownPeople).toEqual([])
})

test("all rotations are on call together, in the zone of the schedule", () => {
  const [first] = worked("opsgenie", answers).schedules
  expect(first).toMatchObject({
    name: "Shop",
    timezone: "Europe/Berlin",
    mode: "together",
    layers: [
      {
        name: "Week",
        groups: [["ann@example.org"], [], ["bob@example.org"]],
        handOff: { every: 1, unit: "weeks", start: "2026-01-05T09:00" },
        until: null
      },
      {
        name: "Days",
        handOff: { every: 1, unit: "days", start: "2026-01-05T08:00" },
        active: ["mon", "tue", "wed", "thu", "fri"].map((day) => ({ start: `${day} 08:00`, end: `${day} 18:30` })),
        until: "2026-06-30T22:00:00.000Z"
      }
    ]
  })
})

test("90 days are equal to the rules of Opsgenie, hour by hour", () => {
  const [first] = worked("opsgenie", { ...answers, "overrides of s-shop.json": { data: [] } }).schedules
  if (first === undefined) throw new Error("not imported")
  const engine = engineSchedule(first)
  const local = clockIn("Europe/Berlin")
  for (let at = Date.parse("2026-03-01T00:00Z"); at < Date.parse("2026-05-30T00:00Z"); at += 3_600_000) {
    const { day, hour, weekday } = local(at)
    const week = Math.floor((day - dayOf("2026-01-05") - (hour < 9 ? 1 : 0)) / 7) % 3
    const daily = (day - dayOf("2026-01-05") - (hour < 8 ? 1 : 0)) % 2
    const expected = [
      ...(week === 1 ? [] : [week === 0 ? "ann" : "bob"]),
      ...(weekday <= 5 && hour >= 8 && hour <= 18 ? [daily === 0 ? "cat" : "dan"] : [])
    ]
    expect(onCallAt(engine, at).people, new Date(at).toISOString()).toEqual(expected.map((one) => `${one}@example.org`))
  }
})

test("delays count from the creation of the alert, and rules at the same time are one step", () => {
  const imported = worked("opsgenie", answers)
  expect(imported.routes).toEqual([
    {
      name: "Shop",
      steps: [
        { afterMinutes: 0, targets: [{ schedule: "Shop", who: "now" }] },
        { afterMinutes: 5, targets: [{ schedule: "Shop", who: "next" }, "dan@example.org"] },
        { afterMinutes: 60, targets: [{ schedule: "Shop", who: "everyone" }] },
        { afterMinutes: 120, targets: ["ann@example.org"] }
      ],
      repeat: { rounds: 3, fromStep: 1, waitMinutes: 15 }
    }
  ])
  expect(notesOf(imported, "route", "e-shop")).toEqual([
    "rules[2].condition: In Mon, later steps are not sent after somebody has acknowledged the alert.",
    'rules[3].notifyType: Mon has no "previous". The step notifies everybody in the schedule.',
    "rules[4].notifyType: Mon has no teams of people. The step notifies the members of the team.",
    "rules[4].recipient: The members of the team are the targets of the step.",
    "rules[5].notifyType: The recipient is left out.",
    "rules[5].recipient: The export has no such schedule.",
    "repeat.resetRecipientStates: In Mon, an acknowledgement ends the rounds.",
    "repeat.closeAlertAfterAll: Mon closes an alert only when its problem is over.",
    "ownerTeam: Mon has no teams of people. Choose the monitors of the route."
  ])
})

const nothing = { name: "", timezone: "UTC", mode: "together", layers: [] } as const

describe("an override", () => {
  const overridesOf = (changes: object) =>
    worked("opsgenie", { ...answers, "overrides of s-shop.json": { data: [{ ...override, ...changes }] } }).schedules[0]
      ?.overrides

  const range = { start: "2026-03-10T12:00:00.000Z", end: "2026-03-11T12:00:00.000Z" }

  it("of some rotations replaces their people only", () => {
    expect(overridesOf({})).toEqual([
      { ...range, people: ["dan@example.org"], replaces: "ann@example.org" },
      { ...range, people: ["dan@example.org"], replaces: "bob@example.org" }
    ])
    const [first] = worked("opsgenie", answers).schedules
    const { people: now } = onCallAt(engineSchedule(first ?? nothing), Date.parse("2026-03-10T12:30:00Z"))
    expect(now).toEqual(["dan@example.org", "cat@example.org"])
  })

  it("of all rotations, or of none, replaces everybody", () => {
    const whole = [{ ...range, people: ["dan@example.org"] }]
    expect(overridesOf({ rotations: [] })).toEqual(whole)
    expect(overridesOf({ rotations: [{ id: "Week" }, { id: "Days" }] })).toEqual(whole)
  })

  it("by nobody leaves the time empty", () => {
    expect(overridesOf({ user: { type: "none" }, rotations: [] })).toEqual([{ ...range, people: [] }])
  })
})

describe("the configuration backup", () => {
  const files = {
    "OpsGenieBackups/schedules/Shop-s-shop.json": {
      schedule: {
        ...schedule,
        rotations: schedule.rotations.map((one) => ({ ...one, startDate: Date.parse(one.startDate) }))
      },
      scheduleOverrideList: [override]
    },
    "OpsGenieBackups/escalations/Shop-e-shop.json": escalation,
    "OpsGenieBackups/users/ann-u-ann.json": {
      user: account("ann"),
      notificationRuleList: [{ id: "n-1", name: "New alert", actionType: "create-alert", steps: [], enabled: true }]
    },
    "OpsGenieBackups/teams/Shop team-t-shop.json": team,
    "OpsGenieBackups/policies/p.json": { policyConfig: [] }
  }

  it("has the same schedules and routes as the API", () => {
    const imported = worked("opsgenie", files)
    const fromApi = worked("opsgenie", answers)
    expect(imported.schedules).toEqual(fromApi.schedules)
    expect(imported.routes).toEqual(fromApi.routes)
  })

  it("names the notification rules of people, and other files", () => {
    const imported = worked("opsgenie", files)
    expect(notesOf(imported, "rule", "n-1")).toEqual([": Mon has no waits between the channels of a person."])
    expect(notesOf(imported, "file", "OpsGenieBackups/policies/p.json")).toEqual([
      ": It has an object that is no schedule, escalation, user or team."
    ])
  })
})

test("answers of Jira Service Management are read too", () => {
  const { ownerTeam: _ownerTeam, rotations, ...rest } = schedule
  const imported = worked("opsgenie", {
    schedules: { values: [{ ...rest, teamId: "t-shop" }], links: { next: null } },
    "rotations-s-shop": { values: rotations },
    users: {
      values: people.map(({ fullName, id, username }) => ({
        accountId: id,
        displayName: fullName,
        emailAddress: username
      }))
    }
  })
  expect(imported.schedules[0]?.layers).toEqual(worked("opsgenie", answers).schedules[0]?.layers)
  expect(notesOf(imported, "schedule", "s-shop")).toContain("teamId: Mon has no teams of people.")
})

const restriction = (startHour: number, endHour: number) => ({
  timeRestriction: { type: "time-of-day", restriction: { startHour, startMin: 0, endHour, endMin: 30 } }
})

describe("a rotation", () => {
  const layerOf = (changes: object) => {
    const imported = worked("opsgenie", {
      ...answers,
      "schedules.json": { data: [{ ...schedule, rotations: [rotation("R", changes)] }] }
    })
    return { imported, layer: imported.schedules[0]?.layers[0] }
  }

  it("has restrictions by time of day, also over midnight", () => {
    expect(layerOf(restriction(8, 17)).layer?.active?.[0]).toEqual({ start: "mon 08:00", end: "mon 17:30" })
    expect(layerOf(restriction(22, 6)).layer?.active).toContainEqual({ start: "sun 22:00", end: "mon 06:30" })
  })

  it("has restrictions over several days and over the end of the week", () => {
    const active = (startDay: string, endDay: string) =>
      layerOf({
        timeRestriction: {
          type: "weekday-and-time-of-day",
          restrictions: [{ startDay, endDay, startHour: 9, startMin: 0, endHour: 17, endMin: 0 }]
        }
      }).layer?.active
    expect(active("monday", "friday")).toEqual([{ start: "mon 09:00", end: "fri 17:00" }])
    expect(active("SATURDAY", "MONDAY")).toEqual([{ start: "sat 09:00", end: "mon 17:00" }])
  })

  it("keeps the turns of participants that Mon does not have as turns of nobody", () => {
    const participants = [
      user("ann"),
      { type: "escalation", id: "e-shop", name: "Shop" },
      { type: "team", id: "t-shop" }
    ]
    const { imported, layer } = layerOf({ participants })
    expect(layer?.groups).toEqual([["ann@example.org"], [], ["ann@example.org", "bob@example.org"]])
    expect(notesOf(imported, "schedule", "s-shop")[0]).toContain(
      "rotations[0].participants[1].id: Mon has no participants"
    )
  })

  it("that is turned off or not valid is left out", () => {
    for (const [changes, note] of [
      [{ enabled: false }, "rotations[0].enabled: The rotation is left out: it is turned off."],
      [{ type: "yearly" }, "rotations[0].type: The rotation is left out: Mon has no turns of this length."],
      [{ startDate: null }, "rotations[0].startDate: The rotation is left out: it has no valid start."],
      [{ participants: [] }, "rotations[0].participants: The rotation is left out: it has no participants."]
    ] as const) {
      const { imported, layer } = layerOf(changes)
      expect(layer).toBeUndefined()
      expect(notesOf(imported, "schedule", "s-shop")).toContain(note)
    }
  })
})

test("a schedule that is turned off is left out, and so are its steps", () => {
  const imported = worked("opsgenie", { a: { data: [{ ...schedule, enabled: false }] }, b: { data: [escalation] } })
  expect(imported.schedules).toEqual([])
  expect(imported.routes[0]?.steps).toEqual([{ afterMinutes: 5, targets: ["dan@example.org"] }])
})
