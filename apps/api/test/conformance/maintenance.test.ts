import { BASE_PATH } from "@mon/api-contract"
import { MaintenanceWindows } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const PATH = "/maintenance-windows"
const NOT_FOUND = "Maintenance window not found."
const RIGHTS =
  "You need write access to everything that the maintenance window covers. Only the account owner can cover URL monitors, tags or the whole account."
const ZONE = "timezone must be the name of a time zone, such as Europe/Berlin."
const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const later = new Date(Date.now() + 86_400_000).toISOString()

describe("maintenance windows", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let domainId: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
    domainId = (await addDomain(api, owner)).id
  })
  afterAll(() => world.close())

  type Sender = { readonly key: string }
  const send = (sender: Sender, method: string, path: string, body?: unknown) =>
    api.send(method, `${BASE_PATH}${path}`, { key: sender.key, ...(body === undefined ? {} : { body }) })
  const open = async (sender: Sender, more: object = {}): Promise<string> => {
    const answer = await send(sender, "POST", PATH, { name: "Deployment", minutes: 30, domainIds: [domainId], ...more })
    expect(answer.status, answer.text).toBe(201)
    return answer.data.id
  }

  it("begin now with a name, a length and a domain", async () => {
    const answer = await send(owner, "POST", PATH, { name: " Deployment ", minutes: 30, domainIds: [domainId] })
    expectResponse(answer, 201, {
      success: true,
      data: {
        id: expect.any(String),
        name: "Deployment",
        state: "active",
        startsAt: TIME,
        minutes: 30,
        timezone: "UTC",
        recurrence: null,
        wholeAccount: false,
        domainIds: [domainId],
        urlIds: [],
        heartbeatIds: [],
        serviceIds: [],
        tagIds: [],
        published: true,
        current: { startsAt: TIME, endsAt: TIME },
        next: null,
        canEdit: true,
        createdAt: TIME,
        endedAt: null
      }
    })
    const { id } = answer.data
    const domain = await send(owner, "GET", `/domains/${domainId}`)
    expect(domain.data["maintenance"]).toEqual({ id, name: "Deployment", endsAt: TIME })
    const list = await send(owner, "GET", "/monitors")
    const { fields, rows } = list.data as unknown as { fields: Array<string>; rows: Array<Array<unknown>> }
    expect(rows[0]?.[fields.indexOf("maintenanceUntil")]).toEqual(expect.any(Number))
    const ended = await send(owner, "POST", `${PATH}/${id}/end`)
    expect(ended.data).toMatchObject({ id, state: "ended", current: null, endedAt: TIME })
    expect((await send(owner, "GET", `/domains/${domainId}`)).data["maintenance"]).toBeNull()
  })

  it("recur by the clocks of a time zone, in one form", async () => {
    const answer = await send(owner, "POST", PATH, {
      name: "Nightly",
      startsAt: "2026-11-29T02:30:00+01:00",
      endsAt: "2026-11-29T04:00:00+01:00",
      timezone: "europe/berlin",
      recurrence: "rrule:byday=su;freq=weekly",
      wholeAccount: true
    })
    expect(answer.data).toMatchObject({
      minutes: 90,
      timezone: "Europe/Berlin",
      recurrence: "FREQ=WEEKLY;BYDAY=SU",
      wholeAccount: true,
      next: { startsAt: expect.stringMatching(/T0[01]:30:00\.000Z$/u) }
    })
    const { id } = answer.data
    const wanted = { name: "Weekly", minutes: 15, published: false }
    const changed = await send(owner, "PATCH", `${PATH}/${id}`, wanted)
    expect(changed.data).toMatchObject({ id, ...wanted, recurrence: "FREQ=WEEKLY;BYDAY=SU" })
    expect((await send(owner, "GET", `${PATH}/${id}`)).data).toEqual(changed.data)
    const listed = await send(owner, "GET", `${PATH}?state=scheduled&limit=100`)
    expect(listed.body).toMatchObject({ data: [{ id }], pagination: { total: 1 } })
    expectResponse(await send(owner, "DELETE", `${PATH}/${id}`), 200, { success: true, data: { id, deleted: true } })
    expectError(await send(owner, "GET", `${PATH}/${id}`), 404, NOT_FOUND)
  })

  it("are previewed without being created, also with a read key", async () => {
    const reader = { key: await world.keyFor(owner.membershipId, { scope: "read" }) }
    const query = "startsAt=2027-03-27T01:30:00Z&timezone=Europe/Berlin&recurrence=FREQ%3DDAILY&minutes=30"
    const { data } = await send(reader, "GET", `${PATH}/preview?${query}`)
    const { occurrences, recurrence } = data as unknown as {
      occurrences: Array<{ startsAt: string }>
      recurrence: string
    }
    expect(recurrence).toBe("FREQ=DAILY")
    expect(occurrences.map(({ startsAt }) => startsAt)).toEqual([
      "2027-03-27T01:30:00.000Z",
      "2027-03-28T01:30:00.000Z",
      "2027-03-29T00:30:00.000Z",
      "2027-03-30T00:30:00.000Z",
      "2027-03-31T00:30:00.000Z"
    ])
    // 02:30 does not exist on 28 March 2027, so the window on this day begins at 03:30.
    const skipped = "startsAt=2027-03-28T01:30:00Z&recurrence=FREQ%3DWEEKLY%3BBYHOUR%3D2%3BBYMINUTE%3D30"
    expect(await send(reader, "GET", `${PATH}/preview?timezone=Europe/Berlin&${skipped}`)).toMatchObject({
      data: {
        recurrence: "FREQ=WEEKLY;BYHOUR=2;BYMINUTE=30",
        occurrences: [
          { startsAt: "2027-03-28T01:30:00.000Z", endsAt: "2027-03-28T02:30:00.000Z" },
          { startsAt: "2027-04-04T00:30:00.000Z" },
          { startsAt: "2027-04-11T00:30:00.000Z" },
          { startsAt: "2027-04-18T00:30:00.000Z" },
          { startsAt: "2027-04-25T00:30:00.000Z" }
        ]
      }
    })
    expectError(
      await send(reader, "GET", `${PATH}/preview?recurrence=FREQ%3DSECONDLY`),
      400,
      "recurrence: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY."
    )
    expectError(await send(reader, "GET", `${PATH}/preview?timezone=Mars`), 400, ZONE)
    const limit = "limit must be a whole number between 1 and 100."
    expectError(await send(reader, "GET", `${PATH}?limit=101`), 400, limit)
    expectError(await send(reader, "POST", PATH, { name: "a", minutes: 1 }), 403, "This API key is read-only.")
  })

  it.each([
    [{ minutes: 30 }, 400, "Send domainIds, urlIds, heartbeatIds, serviceIds, tagIds or wholeAccount."],
    [{ wholeAccount: true }, 400, "Give endsAt or minutes."],
    [{ wholeAccount: true, minutes: 5, endsAt: later }, 400, "Give endsAt or minutes."],
    [{ wholeAccount: true, minutes: 5, published: "no" }, 400, "published must be true or false."],
    [{ wholeAccount: true, minutes: 0 }, 400, "minutes must be a whole number between 1 and 43200."],
    [{ wholeAccount: true, minutes: 43_201 }, 400, "minutes must be a whole number between 1 and 43200."],
    [{ wholeAccount: true, startsAt: later, endsAt: later }, 400, "endsAt must be after startsAt."],
    [{ wholeAccount: true, startsAt: "tomorrow", minutes: 5 }, 400, /^startsAt must be a time in ISO 8601/u],
    [{ wholeAccount: true, startsAt: "2001-01-01T00:00:00Z", minutes: 5 }, 400, /^startsAt must be within/u],
    [{ wholeAccount: true, startsAt: "2026-11-01T00:00:00Z", minutes: 5 }, 400, /must end in the future/u],
    [{ wholeAccount: true, minutes: 5, recurrence: "FREQ=MINUTELY" }, 400, /^recurrence: FREQ must be/u],
    [{ wholeAccount: true, minutes: 5, timezone: "+02:00" }, 400, /^timezone must be the name/u],
    [{ domainIds: [absent], minutes: 5 }, 404, "Domain not found."],
    [{ urlIds: ["x"], minutes: 5 }, 404, "URL not found."],
    [{ tagIds: [absent], minutes: 5 }, 404, "Tag not found."]
  ])("are refused with a sentence: %j", async (body, status, message) => {
    const answer = await send(owner, "POST", PATH, { name: "Refused", ...body })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({
      success: false,
      message: typeof message === "string" ? message : expect.stringMatching(message)
    })
  })

  it("belong to those who may change what they cover, and do not exist for others", async () => {
    const writer = await world.member(owner, [{ domainId, canWrite: true }])
    const reader = await world.member(owner, [{ domainId, canWrite: false }])
    const own = await open(writer)
    const everything = await open(owner, { domainIds: [], wholeAccount: true })
    expectError(await send(writer, "POST", PATH, { name: "a", minutes: 5, wholeAccount: true }), 403, RIGHTS)
    expectError(await send(reader, "POST", PATH, { name: "a", minutes: 5, domainIds: [domainId] }), 403, RIGHTS)
    expect((await send(reader, "GET", `${PATH}/${own}`)).data).toMatchObject({ canEdit: false, domainIds: [domainId] })
    expect((await send(writer, "GET", `${PATH}/${everything}`)).data).toMatchObject({ canEdit: false })
    for (const [sender, id] of [
      [reader, own],
      [writer, everything]
    ] as const) {
      expectError(await send(sender, "PATCH", `${PATH}/${id}`, { name: "b" }), 403, RIGHTS)
      expectError(await send(sender, "POST", `${PATH}/${id}/end`), 403, RIGHTS)
      expectError(await send(sender, "DELETE", `${PATH}/${id}`), 403, RIGHTS)
    }
    for (const other of [await world.member(owner, []), await world.account("agency")]) {
      for (const [method, path] of [
        ["GET", own],
        ["PATCH", own],
        ["DELETE", own],
        ["POST", `${own}/end`]
      ] as const)
        expectError(await send(other, method, `${PATH}/${path}`, method === "GET" ? undefined : {}), 404, NOT_FOUND)
      expect((await send(other, "GET", PATH)).body).toMatchObject({ data: [], pagination: { total: 0 } })
    }
    expect((await send(writer, "DELETE", `${PATH}/${own}`)).status).toBe(200)
    expect((await send(owner, "DELETE", `${PATH}/${everything}`)).status).toBe(200)
  })

  it("name only the domains that a member can see", async () => {
    const hidden = (await addDomain(api, owner)).id
    const member = await world.member(owner, [{ domainId, canWrite: true }])
    const id = await open(owner, { domainIds: [domainId, hidden] })
    expect((await send(owner, "GET", `${PATH}/${id}`)).data).toMatchObject({ domainIds: [domainId, hidden] })
    expect((await send(member, "GET", `${PATH}/${id}`)).data).toMatchObject({ domainIds: [domainId], canEdit: false })
  })

  it("are limited by the plan; those that have ended do not count", async () => {
    const free = await world.account("free")
    const mine = (await addDomain(api, free)).id
    const ids: Array<string> = []
    for (let index = 0; index < 5; index++) ids.push(await open(free, { domainIds: [mine] }))
    const body = { name: "One more", minutes: 5, domainIds: [mine] }
    const message = "The Free plan allows 5 maintenance windows. Windows that have ended do not count."
    expectError(await send(free, "POST", PATH, body), 400, message)
    await send(free, "POST", `${PATH}/${ids[0]}/end`)
    expect((await send(free, "POST", PATH, body)).status).toBe(201)
    const account = await send(free, "GET", "/account")
    expect(account.data["limits"]).toMatchObject({ maintenanceWindows: 5 })
    const billing = await send(free, "GET", "/billing/prices")
    expect(billing.text).toContain('"maintenanceWindows":1000')
  })

  it("beyond the limit stop after a downgrade, newest first, suppress nothing, and go on after an upgrade", async () => {
    const pro = await world.account("pro")
    const domains: Array<string> = []
    const ids: Array<string> = []
    for (let index = 0; index < 7; index++) {
      const { id } = await addDomain(api, pro)
      domains.push(id)
      ids.push(await open(pro, { domainIds: [id] }))
    }
    const inPlan = async (plan: string) => {
      await world.sql("update account set plan = $2 where public_id = $1::uuid", pro.id, plan)
      await world.run(Effect.flatMap(MaintenanceWindows, (windows) => windows.applyLimits()))
    }
    const statesOf = async () => {
      const states: Array<unknown> = []
      for (const id of ids) states.push((await send(pro, "GET", `${PATH}/${id}`)).data["state"])
      return states
    }
    const covered = async () => {
      const shown: Array<boolean> = []
      for (const id of domains) shown.push((await send(pro, "GET", `/domains/${id}`)).data["maintenance"] !== null)
      return shown
    }
    await inPlan("free")
    const kept = Array.from({ length: 5 }, () => "active")
    expect(await statesOf()).toEqual([...kept, "stopped", "stopped"])
    expect(await covered()).toEqual([true, true, true, true, true, false, false])
    const listed = await send(pro, "GET", `${PATH}?state=stopped`)
    expect((listed.body as { data: ReadonlyArray<{ id: string }> }).data.map(({ id }) => id).toSorted()).toEqual(
      ids.slice(5).toSorted()
    )
    // When a window ends, the oldest waiting window takes its place.
    await send(pro, "POST", `${PATH}/${ids[0]}/end`)
    await inPlan("free")
    expect(await statesOf()).toEqual(["ended", "active", "active", "active", "active", "active", "stopped"])
    await inPlan("pro")
    expect((await statesOf()).slice(1)).toEqual([...kept, "active"])
    expect((await covered()).slice(1)).toEqual([true, true, true, true, true, true])
  })
})

describe("a pause of alerts", () => {
  it("ends by itself at a time in the future", async () => {
    const world = await openWorld()
    const api = await world.startApi()
    const { key } = await world.account()
    const pause = (body: object) => api.send("POST", `${BASE_PATH}/notifications/pause`, { key, body })
    expectResponse(await pause({ until: later }), 200, {
      success: true,
      data: { paused: true, pausedAt: TIME, pausedUntil: later }
    })
    expect((await pause({ until: null })).data).toMatchObject({ pausedUntil: null })
    expectError(await pause({ until: "2026-01-01T00:00:00Z" }), 400, "until must be in the future.")
    expectError(
      await pause({ until: 5 }),
      400,
      "until must be null or a time in ISO 8601, such as 2027-01-31T00:00:00Z."
    )
    await world.close()
  })
})
