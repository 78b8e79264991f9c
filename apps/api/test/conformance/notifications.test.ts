// Notifications, their settings, and the pause of alerts.
import { toStoredFact } from "@mon/model"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, ID, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const types = [
  "status_change",
  "ssl_expiry",
  "ssl_invalid",
  "domain_expiry",
  "email_health_alert",
  "email_health_recovery",
  "weekly_report"
]

/** Returns the fact that a domain went down. For any other type, returns a fact that this release cannot read. */
const factOf = (type: string, domainId: string | null) =>
  type === "status_change"
    ? toStoredFact({
        kind: "down",
        monitor: { id: domainId ?? "none", name: "Shop", url: "https://shop.example.com/" },
        incident: {
          id: randomUUID(),
          startedAt: "2026-11-21T08:00:00.000Z",
          resolvedAt: null,
          triggerStatusCode: 503,
          resolutionStatusCode: null,
          triggerError: null,
          checks: []
        }
      })
    : { type, kind: "of_another_release", key: randomUUID(), data: { some: ["data"] } }

describe("notifications", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: TestAccount) =>
    (method: string, path: string) =>
      api.send(method, `/api/v1${path}`, { key })

  const note = async (account: TestAccount, domainId: string | null, type = "status_change", count = 1) => {
    for (let written = 0; written < count; written += 1) {
      const fact = factOf(type, domainId)
      await world.sql(
        `insert into notification (public_id, account_id, type, kind, key, data, monitor_id)
        select gen_random_uuid(), a.id, $1, $2, $3, $4::text::jsonb, (select id from monitor where public_id = $5::uuid)
        from account a where a.public_id = $6::uuid`,
        fact.type,
        fact.kind,
        fact.key,
        JSON.stringify(fact.data),
        domainId,
        account.id
      )
    }
  }

  it("GET /notifications lists the newest first, 20 per page", async () => {
    const owner = await world.account()
    expectResponse(await as(owner)("GET", "/notifications"), 200, {
      success: true,
      data: [],
      pagination: { total: 0, page: 1, limit: 20, totalPages: 0 }
    })
    const { id } = await addDomain(api, owner)
    await note(owner, null, "weekly_report")
    await note(owner, id)
    const item = {
      id: ID,
      type: "status_change",
      kind: "down",
      title: "DOWN Shop",
      message: "Shop is down. The server responded with HTTP 503 Service Unavailable.",
      domainId: id,
      urlId: null,
      heartbeatId: null,
      serviceId: null,
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/app\/incidents\/[\w-]+$/u),
      status: "pending",
      outcome: "waiting",
      reason: null,
      maintenanceWindow: null,
      suppressedBy: null,
      channels: [],
      createdAt: TIME,
      sentAt: null
    }
    const anyId = expect.stringMatching(/^[0-9a-f-]{36}$/u)
    expectResponse(await as(owner)("GET", "/notifications"), 200, {
      success: true,
      data: [
        { ...item, id: anyId },
        {
          ...item,
          id: anyId,
          type: "weekly_report",
          kind: "of_another_release",
          link: `${api.origin}/app`,
          title: "weekly_report notification",
          message: "This notification's details cannot be shown, because a different version of the service wrote it.",
          domainId: null
        }
      ],
      pagination: { total: 2, page: 1, limit: 20, totalPages: 1 }
    })
  })

  it("GET /notifications names the monitor by its kind", async () => {
    const owner = await world.account()
    const heartbeat = { name: "Backup", schedule: { every: 60 } }
    const made = await api.send("POST", "/api/v1/heartbeats", { key: owner.key, body: heartbeat })
    const heartbeatId = String(made.data["id"])
    await note(owner, heartbeatId)
    expect((await as(owner)("GET", "/notifications")).body).toMatchObject({
      data: [{ domainId: null, urlId: null, heartbeatId }]
    })
  })

  it("GET /notifications continues after the last one of a page with before", async () => {
    const owner = await world.account()
    await note(owner, null, "status_change", 5)
    await note(owner, null, "weekly_report")
    const ids = async (query: string) =>
      (
        (await as(owner)("GET", `/notifications?${query}`)).body as {
          readonly data: ReadonlyArray<{ readonly id: string }>
        }
      ).data.map(({ id }) => id)
    const all = await ids("")
    expect(await ids(`limit=2&before=${all[1]}`)).toEqual(all.slice(2, 4))
    expect(await ids(`type=status_change&before=${all[3]}`)).toEqual(all.slice(4))
    expect(await ids(`before=${all.at(-1)}`)).toEqual([])
    const stranger = await world.account()
    await note(stranger, null, "status_change")
    const [theirs] = (await as(stranger)("GET", "/notifications")).data as unknown as ReadonlyArray<{ id: string }>
    for (const before of ["nonsense", theirs?.id, "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]) {
      const response = await as(owner)("GET", `/notifications?before=${before}`)
      expectError(response, 400, "before must be the id of a notification.")
    }
  })

  it("GET /notifications accepts page, limit and type", async () => {
    const owner = await world.account()
    await note(owner, null, "status_change", 21)
    for (const type of types) await note(owner, null, type)
    const page = async (query: string) => {
      const { data, pagination } = (await as(owner)("GET", `/notifications?${query}`)).body as {
        readonly data: ReadonlyArray<{ readonly type: string }>
        readonly pagination: object
      }
      return { types: [...new Set(data.map(({ type }) => type))], count: data.length, pagination }
    }
    expect(await page("")).toMatchObject({ count: 20, pagination: { total: 28, page: 1, limit: 20, totalPages: 2 } })
    expect(await page("page=2")).toMatchObject({ count: 8 })
    expect(await page("page=3&limit=50")).toEqual({
      types: [],
      count: 0,
      pagination: { total: 28, page: 3, limit: 50, totalPages: 1 }
    })
    for (const type of types.slice(1)) {
      expect(await page(`type=${type}`)).toEqual({
        types: [type],
        count: 1,
        pagination: { total: 1, page: 1, limit: 20, totalPages: 1 }
      })
    }
    expect(await page("type=status_change&limit=1")).toMatchObject({ count: 1, pagination: { total: 22 } })
  })

  it.each([
    ["type=nonsense", `type must be one of: ${types.join(", ")}.`],
    ["type=", `type must be one of: ${types.join(", ")}.`],
    ["limit=0", "limit must be a whole number between 1 and 50."],
    ["limit=51", "limit must be a whole number between 1 and 50."],
    ["limit=x", "limit must be a whole number between 1 and 50."],
    ["page=0", "page must be a whole number of at least 1."],
    ["page=1.5", "page must be a whole number of at least 1."]
  ])("GET /notifications?%s returns 400", async (query, message) => {
    expectError(await as(await world.account())("GET", `/notifications?${query}`), 400, message)
  })

  it("GET /notifications/unread counts those that are not sent yet", async () => {
    const owner = await world.account()
    expectResponse(await as(owner)("GET", "/notifications/unread"), 200, { success: true, data: { count: 0 } })
    await note(owner, null, "status_change", 3)
    await world.sql("update notification set status = 'sent' where id = (select max(id) from notification)")
    expectResponse(await as(owner)("GET", "/notifications/unread"), 200, { success: true, data: { count: 2 } })
  })

  it("can be paused and resumed, which pause-status and settings show", async () => {
    const send = as(await world.account())
    const active = { success: true, data: { paused: false, pausedAt: null, pausedUntil: null } }
    const paused = { success: true, data: { paused: true, pausedAt: TIME, pausedUntil: null } }
    expectResponse(await send("GET", "/notifications/pause-status"), 200, active)
    const response = await send("POST", "/notifications/pause")
    expectResponse(response, 200, paused)
    expectResponse(await send("POST", "/notifications/pause"), 200, { success: true, data: response.data })
    expectResponse(await send("GET", "/notifications/pause-status"), 200, { success: true, data: response.data })
    expect((await send("GET", "/settings")).data["notificationsPaused"]).toBe(true)
    expectResponse(await send("POST", "/notifications/resume"), 200, active)
    expectResponse(await send("POST", "/notifications/resume"), 200, active)
    expect((await send("GET", "/settings")).data["notificationsPaused"]).toBe(false)
  })

  it("can also be paused with PATCH /settings", async () => {
    const owner = await world.account()
    await api.send("PATCH", "/api/v1/settings", { key: owner.key, body: { notificationsPaused: true } })
    expectResponse(await as(owner)("GET", "/notifications/pause-status"), 200, {
      success: true,
      data: { paused: true, pausedAt: TIME, pausedUntil: null }
    })
  })

  it("that are pending when alerts are paused are never sent", async () => {
    const owner = await world.account()
    await note(owner, null)
    await as(owner)("POST", "/notifications/pause")
    expect((await as(owner)("GET", "/notifications/unread")).data).toEqual({ count: 0 })
    await as(owner)("POST", "/notifications/resume")
    expect((await as(owner)("GET", "/notifications")).body).toMatchObject({
      data: [{ status: "suppressed", sentAt: null }]
    })
  })

  it("of another account are not visible", async () => {
    const [owner, stranger] = [await world.account(), await world.account()]
    await note(owner, (await addDomain(api, owner)).id)
    expect((await as(stranger)("GET", "/notifications")).body).toMatchObject({ data: [], pagination: { total: 0 } })
    expect((await as(stranger)("GET", "/notifications/unread")).data).toEqual({ count: 0 })
  })

  it("are visible to members for their domains, but members cannot pause them", async () => {
    const owner = await world.account()
    const [shown, hidden] = [(await addDomain(api, owner)).id, (await addDomain(api, owner)).id]
    await note(owner, shown)
    await note(owner, hidden)
    const send = as(await world.member(owner, [{ domainId: shown, canWrite: true }]))
    expect((await send("GET", "/notifications")).body).toMatchObject({
      data: [{ domainId: shown }],
      pagination: { total: 1 }
    })
    expect((await send("GET", "/notifications/unread")).data).toEqual({ count: 1 })
    expect((await send("GET", "/notifications/pause-status")).status).toBe(200)
    expectError(await send("POST", "/notifications/pause"), 403, "Only the account owner can do this.")
    expectError(await send("POST", "/notifications/resume"), 403, "Only the account owner can do this.")
  })
})
