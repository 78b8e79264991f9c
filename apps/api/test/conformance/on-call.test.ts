import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const ownerOnly = "Only the account owner can do this."
const takeOver = "Members can only create and delete overrides in which they take over a shift themselves."
const weekly = { every: 1, unit: "weeks", start: "2027-01-04T09:00" }
const DAY_MS = 86_400_000

const layerOf = (...groups: ReadonlyArray<ReadonlyArray<string>>) => ({ groups, handOff: weekly })
const stored = (groups: ReadonlyArray<ReadonlyArray<string>>, more: object = {}) => ({
  name: null,
  groups,
  handOff: weekly,
  active: null,
  counts: "all",
  from: null,
  until: null,
  joinsPrevious: false,
  timezone: null,
  ...more
})

const person = (membershipId: string) => ({ membershipId, name: expect.any(String), isMember: true })
const week = (start: string, end: string, people: ReadonlyArray<object>) => ({
  start,
  end,
  people,
  layers: [0],
  overrideIds: []
})

describe("on-call schedules", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: TestAccount) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const draft = (...groups: ReadonlyArray<ReadonlyArray<string>>) => ({
    name: "Operations",
    timezone: "Europe/Berlin",
    layers: [layerOf(...groups)]
  })
  const add = async (owner: TestAccount, fields: object) =>
    (await as(owner)("POST", "/on-call/schedules", fields)).data.id

  it("are created with people by address or id, and read back", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    const send = as(owner)
    const body = {
      name: " Operations ",
      timezone: "europe/berlin",
      layers: [
        layerOf([owner.email.toUpperCase()], [member.membershipId, member.email]),
        { ...layerOf([]), name: "Weekend", active: [{ start: "sat 00:00", end: "mon 00:00" }], joinsPrevious: true }
      ]
    }
    const layers = [
      stored([[owner.membershipId], [member.membershipId]]),
      stored([[]], { name: "Weekend", active: [{ start: "sat 00:00", end: "mon 00:00" }], joinsPrevious: true })
    ]
    const record = {
      id: ID,
      name: "Operations",
      timezone: "Europe/Berlin",
      mode: "layered",
      layers,
      exceedsPlan: false,
      createdAt: TIME,
      updatedAt: TIME
    }
    const created = await send("POST", "/on-call/schedules", body)
    expectResponse(created, 201, { success: true, data: record })
    const { id } = created.data
    expectResponse(await send("GET", `/on-call/schedules/${id}`), 200, { success: true, data: record })
    expectResponse(await as(member)("GET", "/on-call/schedules"), 200, { success: true, data: [record] })
    const changed = { ...record, mode: "together", layers: [stored([[member.membershipId]])] }
    expectResponse(
      await send("PATCH", `/on-call/schedules/${id}`, { mode: "together", layers: [layerOf([member.email])] }),
      200,
      { success: true, data: changed }
    )
    expectResponse(await send("DELETE", `/on-call/schedules/${id}`), 200, {
      success: true,
      data: { id, deleted: true }
    })
    expectError(await send("GET", `/on-call/schedules/${id}`), 404, "On-call schedule not found.")
  })

  it.each([
    [{ name: "" }, "name must be a string of 1 to 60 characters."],
    [
      { timezone: "Mars/Base" },
      'timezone must be the name of a time zone, such as Europe/Berlin, but it is the string "Mars/Base".'
    ],
    [{ layers: {} }, "layers must be a list of at most 50 layers with groups and handOff."],
    [{ layers: [{ handOff: weekly }] }, "groups must be a list of 1 to 100 lists of at most 20 people."],
    [
      { layers: [layerOf(["nobody@else.example"])] },
      '"nobody@else.example" is not a person in your account. People are membershipIds or email addresses.'
    ],
    [
      { layers: [{ groups: [[]], handOff: { ...weekly, start: "2027-01-04" } }] },
      'layers[0].handOff.start must be a local time from 1970 to 2199, such as 2026-01-05T09:00, but it is the string "2027-01-04".'
    ],
    [
      { layers: [{ ...layerOf([]), active: [{ start: "monday", end: "tue 00:00" }] }] },
      'layers[0].active[0].start must be a weekday and a time, such as mon 09:00, but it is the string "monday".'
    ],
    [
      { layers: [{ ...layerOf([]), from: "2027-02-01T00:00:00Z", until: "2027-01-01T00:00:00Z" }] },
      "layers[0].until must be after from."
    ],
    [
      { layers: Array.from({ length: 4 }, () => ({ groups: [[]], handOff: { ...weekly, every: 1, unit: "hours" } })) },
      "The layers must not change more than 60 times a day, all together. Use longer turns or fewer active hours."
    ]
  ])("are refused with %j", async (fields, message) => {
    const owner = await world.account()
    expectError(await as(owner)("POST", "/on-call/schedules", { ...draft([]), ...fields }), 400, message)
    expectResponse(await as(owner)("GET", "/on-call/schedules"), 200, { success: true, data: [] })
  })

  it("say who is on call at a time, who is next, and the shifts, gaps and balance of a range", async () => {
    const owner = await world.account()
    const member = await world.member(owner, [])
    const send = as(owner)
    const id = await add(owner, draft([owner.email], [member.email], []))
    const at = "2027-01-13T12:00:00.000Z"
    const now = {
      scheduleId: id,
      scheduleName: "Operations",
      at,
      people: [person(member.membershipId)],
      until: "2027-01-18T08:00:00.000Z",
      next: { at: "2027-01-25T08:00:00.000Z", people: [person(owner.membershipId)] }
    }
    expectResponse(await send("GET", `/on-call/schedules/${id}/now?at=${at}`), 200, { success: true, data: now })
    expectResponse(await as(member)("GET", `/on-call/now?at=${at}`), 200, { success: true, data: [now] })
    const range = "from=2027-01-04T08:00:00Z&to=2027-01-25T08:00:00Z"
    const shifts = await send("GET", `/on-call/schedules/${id}/shifts?${range}`)
    const balance = { hours: 168, nightHours: 56, weekendHours: 48, nights: 7, weekends: 1 }
    const [first, second, third, last] = ["04", "11", "18", "25"].map((day) => `2027-01-${day}T08:00:00.000Z`)
    expectResponse(shifts, 200, {
      success: true,
      data: {
        from: first,
        to: last,
        shifts: [
          week(first ?? "", second ?? "", [person(owner.membershipId)]),
          week(second ?? "", third ?? "", [person(member.membershipId)])
        ],
        gaps: [{ start: third, end: last }],
        balance: [
          { person: person(owner.membershipId), ...balance },
          { person: person(member.membershipId), ...balance }
        ]
      }
    })
    expectError(
      await send("GET", `/on-call/schedules/${id}/shifts?from=2027-01-01T00:00:00Z&to=2027-06-01T00:00:00Z`),
      400,
      "to must be after from, and at most 100 days later."
    )
    expectError(
      await send("GET", `/on-call/schedules/${id}/now?at=yesterday`),
      400,
      "at must be an ISO 8601 date and time with an offset from UTC, from 1970 to 2199."
    )
  })

  it("show the effect of a change before it is saved", async () => {
    const owner = await world.account()
    const member = await world.member(owner, [])
    const send = as(owner)
    const daily = { every: 1, unit: "days", start: new Date(Date.now() - DAY_MS).toISOString().slice(0, 16) }
    const body = { ...draft(), layers: [{ groups: [[owner.email], [member.email]], handOff: daily }] }
    const id = await add(owner, body)
    const start = new Date(Date.now() + DAY_MS).toISOString()
    const end = new Date(Date.now() + 4 * DAY_MS).toISOString()
    const swap = { start, end, people: [owner.email], replaces: member.email }
    const override = (await send("POST", `/on-call/schedules/${id}/overrides`, swap)).data.id
    const changed = { layers: [{ groups: [[owner.email]], handOff: daily }] }
    const { data } = await send("POST", `/on-call/schedules/${id}/preview`, changed)
    const differences = data["differences"] as ReadonlyArray<{ readonly before: unknown; readonly after: unknown }>
    expect(differences.length).toBeGreaterThan(10)
    expect(differences[0]).toMatchObject({
      before: [person(member.membershipId)],
      after: [person(owner.membershipId)]
    })
    expect(data["unusedOverrides"]).toEqual([override])
    expect(data["clockChange"]).toMatchObject({ minutes: expect.any(Number), shifts: expect.any(Array) })
    const before = await send("POST", "/on-call/preview", body)
    expect(before.data["differences"]).toEqual([])
    expectError(await as(member)("POST", `/on-call/schedules/${id}/preview`, changed), 403, ownerOnly)
    expect((await send("GET", `/on-call/schedules/${id}`)).data["layers"]).toHaveLength(1)
  })

  it("have overrides: admins for everybody, members only to take over a shift", async () => {
    const owner = await world.account()
    const member = await world.member(owner, [])
    const id = await add(owner, draft([owner.email]))
    const path = `/on-call/schedules/${id}/overrides`
    const times = { start: "2027-01-05T00:00:00.000Z", end: "2027-01-06T00:00:00.000Z" }
    expectError(await as(member)("POST", path, { ...times, people: [owner.email] }), 403, takeOver)
    expectError(await as(member)("POST", path, { ...times, people: ["who@else.example"] }), 403, takeOver)
    const taken = await as(member)("POST", path, { ...times, people: [member.email], note: " Swap " })
    const record = {
      id: ID,
      ...times,
      people: [member.membershipId],
      replaces: null,
      note: "Swap",
      createdBy: expect.any(String),
      createdAt: TIME
    }
    expectResponse(taken, 201, { success: true, data: record })
    expectResponse(await as(member)("GET", path), 200, { success: true, data: [record] })
    const now = await as(owner)("GET", `/on-call/schedules/${id}/now?at=2027-01-05T12:00:00Z`)
    expect(now.data["people"]).toEqual([person(member.membershipId)])
    const nobody = (await as(owner)("POST", path, { ...times, people: [] })).data.id
    expectError(await as(member)("DELETE", `${path}/${nobody}`), 403, takeOver)
    expectError(await as(owner)("DELETE", `${path}/${absent}`), 404, "Override not found.")
    for (const [who, one] of [
      [member, taken.data.id],
      [owner, nobody]
    ] as const)
      expectResponse(await as(who)("DELETE", `${path}/${one}`), 200, {
        success: true,
        data: { id: one, deleted: true }
      })
    expectError(
      await as(owner)("POST", path, { start: times.end, end: times.start, people: [] }),
      400,
      "end must be after start."
    )
  })

  it("are targets of routes, and cannot be deleted while a route uses them", async () => {
    const owner = await world.account()
    const domain = await addDomain(api, owner)
    const send = as(owner)
    const id = await add(owner, draft([]))
    const hours = { start: "09:00", end: "17:00", days: [1, 2, 3, 4, 5], timezone: "Europe/Berlin" }
    const route = {
      name: "Night",
      steps: [
        { afterMinutes: 0, targets: [{ schedule: id, who: "now" }], hours: null },
        { afterMinutes: 5, targets: [{ schedule: id, who: "next" }, "webhooks"], hours }
      ],
      repeat: { rounds: 3, fromStep: 1, waitMinutes: 10 },
      fallback: ["whatsapp"]
    }
    const saved = await send("POST", "/routes", route)
    expect(saved.data).toMatchObject(route)
    expect(saved.data["receivers"]).toMatchObject([
      { after: ["the next people on call in Operations", "the people on call in Operations"] },
      {
        after: ["the people on call in Operations"],
        message: expect.stringMatching(/^The people on call in Operations will receive alerts about .+ no longer/u)
      }
    ])
    expectError(
      await send("DELETE", `/on-call/schedules/${id}`),
      400,
      "These routes notify the people of the schedule: Night. Change them first."
    )
    const simulation = await send("GET", `/routes/simulation?monitorId=${domain.id}`)
    expect((simulation.data["moments"] as ReadonlyArray<unknown>)[0]).toMatchObject({
      recipients: [
        { name: owner.email, reason: null },
        { name: "Operations", reason: "nobody_on_call" }
      ]
    })
    const other = as(await world.account())
    for (const fields of [{ fallback: [{ schedule: id, who: "now" }] }, { repeat: { ...route.repeat, fromStep: 3 } }])
      expect((await send("POST", "/routes", { ...route, ...fields })).status).toBe(400)
    expect((await other("POST", "/routes", route)).status).toBe(400)
    expectError(
      await send("POST", "/routes", { ...route, steps: [{ afterMinutes: 0, targets: ["email"], hours }] }),
      400,
      "At least one step must have no hours, so that alerts reach somebody at any time."
    )
  })

  it("are limited by the plan: those beyond it still work, but can only be deleted", async () => {
    const owner = await world.account("free")
    const send = as(owner)
    const id = await add(owner, draft([owner.email]))
    expectError(
      await send("POST", "/on-call/schedules", draft([])),
      400,
      "Maximum number of on-call schedules (1) on the Free plan reached. Delete a schedule or get a larger plan."
    )
    const larger = await world.account("agency")
    const [first, second] = [await add(larger, draft([])), await add(larger, draft([larger.email]))]
    await world.sql("update account set plan = 'free' where public_id = $1::uuid", larger.id)
    expectError(
      await as(larger)("PATCH", `/on-call/schedules/${second}`, { name: "Night" }),
      403,
      "The Free plan allows 1 on-call schedules. This schedule still works, but you can only delete it. Get a larger plan to change it."
    )
    expect((await as(larger)("PATCH", `/on-call/schedules/${first}`, { name: "Night" })).status).toBe(200)
    const now = await as(larger)("GET", `/on-call/schedules/${second}/now?at=2027-01-05T12:00:00Z`)
    expect(now.data["people"]).toHaveLength(1)
    expect((await as(larger)("DELETE", `/on-call/schedules/${second}`)).status).toBe(200)
    expect((await send("DELETE", `/on-call/schedules/${id}`)).status).toBe(200)
  })
})
