import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const ownerOnly = "Only the account owner can do this."
const steps = [{ afterMinutes: 0, targets: ["email"] }]
const withHours = (shown: ReadonlyArray<object>) => shown.map((step) => ({ hours: null, ...step }))
const stepsMessage = "steps must be a list of 1 to 10 steps with afterMinutes and targets."
const targetsMessage =
  "targets must be a list of 1 to 20 of: email, whatsapp, webhooks, ids of channels and people, or objects with the id of an on-call schedule (schedule) and who (now, next, everyone)."

const unknownTarget =
  "targets and fallback must contain only email, whatsapp, webhooks, ids of your channels, and ids or email addresses of people in your account. targets can also contain your on-call schedules."

const record = (fields: object) => ({
  id: ID,
  name: "Outages",
  position: 0,
  kinds: [],
  severities: [],
  scope: "all",
  monitorIds: [],
  tagIds: [],
  steps: withHours(steps),
  reminderMinutes: null,
  repeat: null,
  fallback: [],
  stoppedBy: null,
  createdAt: TIME,
  ...fields
})

const saved = (fields: object) => ({ ...record(fields), receivers: expect.any(Array) })

const recipients = (moment: unknown) =>
  (moment as { recipients: Array<{ name: string; sendsAt: string | null; reason: string | null }> }).recipients.map(
    ({ name, reason, sendsAt }) => [name, sendsAt, reason]
  )

describe("routes", () => {
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
  const addRoute = async (owner: TestAccount, fields: object = {}) =>
    (await as(owner)("POST", "/routes", { name: "Outages", steps, ...fields })).data.id
  const addChannel = async (owner: TestAccount, fields: object = {}) =>
    (await as(owner)("POST", "/channels", { kind: "ntfy", settings: { topic: "alerts-k3v9" }, ...fields })).data.id

  it("POST /routes returns 201 with the route: the last one, for all monitors", async () => {
    const owner = await world.account()
    const send = as(owner)
    const channel = await addChannel(owner)
    expectResponse(await send("POST", "/routes", { name: " Outages ", steps, unknown: 1 }), 201, {
      success: true,
      data: saved({})
    })
    const long = [...steps, { afterMinutes: 10, targets: [channel, "whatsapp"] }]
    const { id } = await addDomain(api, owner)
    const more = { kinds: ["down"], severities: ["critical"], monitorIds: [id], reminderMinutes: 60 }
    expectResponse(await send("POST", "/routes", { name: "Slow", steps: long, ...more }), 201, {
      success: true,
      data: saved({ name: "Slow", position: 1, scope: "chosen", ...more, steps: withHours(long) })
    })
  })

  it.each([
    [{}, "name must be a string of 1 to 60 characters."],
    [{ name: "x" }, stepsMessage],
    [{ name: "x", steps: [] }, stepsMessage],
    [{ name: "x", steps: [{ afterMinutes: 0, targets: [] }] }, targetsMessage],
    [{ name: "x", steps: [{ targets: ["email"] }] }, "afterMinutes must be a whole number between 0 and 10080."],
    [
      { name: "x", steps: [{ afterMinutes: 10_081, targets: ["email"] }] },
      "afterMinutes must be a whole number between 0 and 10080."
    ],
    [{ name: "x", steps: [...steps, ...steps] }, "steps must have increasing afterMinutes."],
    [{ name: "x", steps: [{ afterMinutes: 0, targets: ["sms"] }] }, unknownTarget],
    [{ name: "x", steps, reminderMinutes: 4 }, "reminderMinutes must be null or a whole number between 5 and 10080."],
    [{ name: "x", steps, scope: "chosen" }, "Choose at least one monitor or tag, or set scope to all."],
    [{ name: "x", steps, monitorIds: [absent] }, "monitorIds must contain only ids of your domains and URL monitors."],
    [{ name: "x", steps, tagIds: ["x"] }, "tagIds must contain only ids of your tags."],
    [{ name: "x", steps, severities: ["bad"] }, "severities must be a list of: critical, error, warning, info."]
  ])("POST /routes returns 400 for %j", async (body, message) => {
    const owner = await world.account()
    expectError(await as(owner)("POST", "/routes", body), 400, message)
    expectResponse(await as(owner)("GET", "/routes"), 200, { success: true, data: [] })
  })

  it("name people by the id of the membership or by address, whom GET /routes/people lists", async () => {
    const owner = await world.account()
    const domain = await addDomain(api, owner)
    const member = await world.member(owner, [{ domainId: domain.id, canWrite: false }])
    const people = await as(owner)("GET", "/routes/people")
    const person = { name: null, email: expect.stringMatching(/@/u), getsAlerts: true }
    expectResponse(people, 200, {
      success: true,
      data: [
        { ...person, name: expect.any(String), membershipId: owner.membershipId },
        { ...person, membershipId: member.membershipId }
      ]
    })
    const named = [{ afterMinutes: 0, targets: [owner.membershipId, member.email] }]
    expectResponse(await as(owner)("POST", "/routes", { name: "Outages", steps: named }), 201, {
      success: true,
      data: saved({ steps: withHours([{ afterMinutes: 0, targets: [owner.membershipId, member.membershipId] }]) })
    })
    expectError(await as(member)("GET", "/routes/people"), 403, ownerOnly)
    const stranger = [{ afterMinutes: 0, targets: [member.membershipId] }]
    expectError(await as(await world.account())("POST", "/routes", { name: "x", steps: stranger }), 400, unknownTarget)
  })

  it("PATCH /routes/:id changes only the sent fields, moves, and is undone as a whole when it is refused", async () => {
    const owner = await world.account()
    const send = as(owner)
    const [a, b] = [await addRoute(owner, { name: "A" }), await addRoute(owner, { name: "B" })]
    const { id: tag } = (await send("POST", "/tags", { name: "shop" })).data
    expectResponse(await send("PATCH", `/routes/${b}`, { position: 0, tagIds: [tag] }), 200, {
      success: true,
      data: saved({ id: b, name: "B", scope: "chosen", tagIds: [tag] })
    })
    const refused = { name: "C", steps: [{ afterMinutes: 1, targets: [absent] }] }
    expectError(await send("PATCH", `/routes/${b}`, refused), 400, unknownTarget)
    expectError(
      await send("PATCH", `/routes/${b}`, { tagIds: [] }),
      400,
      "Choose at least one monitor or tag, or set scope to all."
    )
    expectError(
      await send("PATCH", `/routes/${b}`, { reminderMinutes: 4 }),
      400,
      "reminderMinutes must be null or a whole number between 5 and 10080."
    )
    expect((await send("GET", "/routes")).body).toMatchObject({
      data: [
        { id: b, name: "B", position: 0 },
        { id: a, name: "A", position: 1 }
      ]
    })
    expectResponse(await send("PATCH", `/routes/${b}`, { scope: "all", reminderMinutes: 5 }), 200, {
      success: true,
      data: saved({ id: b, name: "B", tagIds: [tag], reminderMinutes: 5 })
    })
  })

  it("another account's route, channel, monitor and tag are as if absent", async () => {
    const [owner, stranger] = [await world.account(), await world.account()]
    const id = await addRoute(owner)
    const channel = await addChannel(owner)
    const { id: domain } = await addDomain(api, owner)
    const send = as(stranger)
    expectError(await send("PATCH", `/routes/${id}`, { name: "Theirs" }), 404, "Route not found.")
    expectError(await send("DELETE", `/routes/${id}`), 404, "Route not found.")
    for (const wrong of [absent, "x"]) expectError(await send("DELETE", `/routes/${wrong}`), 404, "Route not found.")
    expectError(await send("GET", `/routes/simulation?monitorId=${domain}`), 404, "Monitor not found.")
    const theirs = { name: "x", steps: [{ afterMinutes: 0, targets: [channel] }] }
    expect((await send("POST", "/routes", theirs)).status).toBe(400)
    expect((await send("POST", "/routes", { name: "x", steps, monitorIds: [domain] })).status).toBe(400)
    expectResponse(await as(owner)("DELETE", `/routes/${id}`), 200, {
      success: true,
      data: { id, deleted: true, receivers: expect.any(Array) }
    })
    expectError(await as(owner)("DELETE", `/routes/${id}`), 404, "Route not found.")
  })

  it("members can neither read nor change routes", async () => {
    const owner = await world.account()
    const id = await addRoute(owner)
    const send = as(await world.member(owner, []))
    expectError(await send("GET", "/routes"), 403, ownerOnly)
    expectError(await send("POST", "/routes", { name: "x", steps }), 403, ownerOnly)
    expectError(await send("PATCH", `/routes/${id}`, {}), 403, ownerOnly)
    expectError(await send("DELETE", `/routes/${id}`), 403, ownerOnly)
    expectError(await send("GET", `/routes/simulation?monitorId=${absent}`), 403, ownerOnly)
  })

  it("the plan limits routes, also of concurrent requests; after a downgrade the newest stop and can be deleted", async () => {
    const owner = await world.account("free")
    const send = as(owner)
    const made = await Promise.all([1, 2, 3].map(() => send("POST", "/routes", { name: "x", steps })))
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 400])
    expectError(
      await send("POST", "/routes", { name: "x", steps }),
      400,
      "Maximum number of routes (2) on the Free plan reached. Delete a route or get a larger plan."
    )
    const pro = await world.account("pro")
    const ids = [await addRoute(pro), await addRoute(pro), await addRoute(pro)]
    await world.sql(
      "update account set plan = 'free' where id = (select account_id from membership where public_id = $1::uuid)",
      pro.membershipId
    )
    expect((await as(pro)("GET", "/routes")).body).toMatchObject({
      data: [{ stoppedBy: null }, { stoppedBy: null }, { stoppedBy: "plan" }]
    })
    expectError(
      await as(pro)("PATCH", `/routes/${ids[2]}`, { name: "x" }),
      403,
      "Your Free plan allows 2 routes, and this route is over the limit. Delete an older route or get a larger plan."
    )
    expect((await as(pro)("DELETE", `/routes/${ids[0]}`)).status).toBe(200)
    expect((await as(pro)("PATCH", `/routes/${ids[2]}`, { name: "x" })).status).toBe(200)
  })

  it("a channel has quiet hours, with the name of the zone as IANA spells it", async () => {
    const owner = await world.account()
    const send = as(owner)
    const quietHours = { start: "22:00", end: "07:00", days: [1, 2, 3, 4, 5], timezone: "europe/berlin" }
    const id = await addChannel(owner, { quietHours })
    expect((await send("GET", `/channels/${id}`)).data["quietHours"]).toEqual({
      ...quietHours,
      timezone: "Europe/Berlin"
    })
    expect((await send("PATCH", `/channels/${id}`, { name: "Night" })).data["quietHours"]).not.toBeNull()
    expect((await send("PATCH", `/channels/${id}`, { quietHours: null })).data["quietHours"]).toBeNull()
    const always = { ...quietHours, start: "00:00", end: "00:00", days: [1, 2, 3, 4, 5, 6, 7] }
    for (const [wrong, message] of [
      [
        { ...quietHours, timezone: "Mars/Base" },
        "quietHours.timezone must be an IANA time zone name such as Europe/Berlin."
      ],
      [always, "quietHours must not cover the whole week."],
      [
        { ...quietHours, start: "9:00" },
        "quietHours must be null, or have start and end such as 22:00, days from 1 (Monday) to 7 (Sunday), and timezone."
      ]
    ] as const)
      expectError(await send("PATCH", `/channels/${id}`, { quietHours: wrong }), 400, message)
  })

  describe("GET /routes/simulation", () => {
    it("says who gets an alert of the default route: the same as without routes", async () => {
      const owner = await world.account()
      await addChannel(owner, { name: "Phones" })
      const { id } = await addDomain(api, owner)
      const { data } = await as(owner)("GET", `/routes/simulation?monitorId=${id}&at=2026-11-23T12:00:00Z`)
      const at = "2026-11-23T12:00:00.000Z"
      expect(data).toMatchObject({ routeId: null, kind: "down", severity: "critical", at, hasMore: false })
      const [moment, ...others] = data["moments"] as ReadonlyArray<unknown>
      expect(others).toEqual([])
      expect(recipients(moment)).toEqual([
        ["Phones", at, null],
        [owner.email, at, null],
        ["whatsapp", null, "no_recipient"],
        ["webhooks", null, "no_recipient"]
      ])
    })

    it("lists steps and reminders with quiet hours, stopped channels, the pause, and the recovery", async () => {
      const owner = await world.account()
      const send = as(owner)
      const quietHours = { start: "22:00", end: "07:00", days: [1, 2, 3, 4, 5, 6, 7], timezone: "UTC" }
      const [quiet, off] = [
        await addChannel(owner, { name: "Quiet", quietHours }),
        await addChannel(owner, { name: "Off" })
      ]
      await send("PATCH", `/channels/${off}`, { isActive: false })
      const { id } = await addDomain(api, owner)
      const route = await addRoute(owner, {
        kinds: ["degraded"],
        monitorIds: [id],
        steps: [
          { afterMinutes: 0, targets: [off, quiet] },
          { afterMinutes: 60, targets: ["email"] }
        ],
        reminderMinutes: 240
      })
      await send("PATCH", "/settings", { degradedAlerts: true, notificationsPaused: true })
      const { data } = await send("GET", `/routes/simulation?monitorId=${id}&kind=degraded&at=2026-11-23T21:30:00Z`)
      expect(data).toMatchObject({ routeId: route, routeName: "Outages", severity: "warning", hasMore: true })
      expect(data["notes"]).toEqual([
        {
          code: "alerts_paused",
          message: "The account's alerts are paused. Nothing is sent until they are resumed.",
          blocks: true
        }
      ])
      const moments = data["moments"] as ReadonlyArray<{ afterMinutes: number; step: number; reminder: number }>
      expect(moments.slice(0, 4).map(({ afterMinutes, reminder, step }) => [afterMinutes, step, reminder])).toEqual([
        [0, 1, null],
        [60, 2, null],
        [240, null, 1],
        [480, null, 2]
      ])
      expect(recipients(moments[0])).toEqual([
        ["Quiet", "2026-11-23T21:30:00.000Z", null],
        ["Off", null, "channel_off"]
      ])
      expect(recipients(moments[2])).toEqual([
        ["Quiet", null, "quiet_reminder"],
        [owner.email, "2026-11-24T01:30:00.000Z", null]
      ])
      expect(data["recovery"]).toEqual([
        { target: quiet, kind: "ntfy", name: "Quiet" },
        { target: "email", kind: null, name: owner.email }
      ])
      const late = await send("GET", `/routes/simulation?monitorId=${id}&kind=degraded&at=2026-11-23T23:30:00Z`)
      expect(recipients((late.data["moments"] as ReadonlyArray<unknown>)[0])[0]).toEqual([
        "Quiet",
        "2026-11-24T07:00:00.000Z",
        "quiet_hours"
      ])
    })

    it("says what is paused and under maintenance at the chosen time", async () => {
      const owner = await world.account()
      const send = as(owner)
      const { id } = await addDomain(api, owner)
      const window = { startsAt: "2027-03-01T10:00:00Z", minutes: 60 }
      await send("POST", "/maintenance-windows", { name: "Move", ...window, domainIds: [id] })
      const notesAt = async (time: string) => {
        const { data } = await send("GET", `/routes/simulation?monitorId=${id}&at=${time}`)
        return (data["notes"] as ReadonlyArray<{ code: string }>).map(({ code }) => code)
      }
      expect(await notesAt("2027-03-01T10:30:00Z")).toEqual(["maintenance", "flood"])
      expect(await notesAt("2027-03-01T11:00:00Z")).toEqual(["flood"])
    })

    it.each([
      ["", "monitorId is required (id of a domain or URL monitor)"],
      ...["tomorrow", "0000-01-01T00:00:00Z", "%2B275760-01-01T00:00:00Z"].map((time) => [
        `monitorId=${absent}&at=${time}`,
        "at must be a time in ISO 8601, such as 2027-01-31T03:00:00Z."
      ])
    ])("returns 400 for ?%s", async (query, message) => {
      expectError(await as(await world.account())("GET", `/routes/simulation?${query}`), 400, message)
    })
  })
})
