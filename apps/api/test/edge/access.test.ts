import { ApiKeys } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { addDomain, openWorld, revokeKeys, type TestAccount, type TestApi, type World } from "../World.ts"

const ownerOnly = "Only the account owner can do this."
const readOnly = "You have read-only access to this domain."

describe("access control", () => {
  let world: World
  let api: TestApi
  let second: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    second = await world.startApi()
    owner = await world.account()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: TestAccount) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })

  it("refuses a revoked key immediately on every server", async () => {
    const account = await world.account()
    for (const server of [api, second])
      expect((await server.send("GET", "/api/v1/account", { key: account.key })).status).toBe(200)
    await revokeKeys(world, account)
    for (const server of [api, second]) {
      expectError(await server.send("GET", "/api/v1/account", { key: account.key }), 401, "Missing or invalid API key.")
    }
  })

  it("refuses the old key after a regeneration, and no other key", async () => {
    const account = await world.account()
    const other = await world.keyFor(account.membershipId)
    const [old] = await world.run(Effect.flatMap(ApiKeys, (keys) => keys.listOf(account.membershipId)))
    const key = await world.keyFor(account.membershipId, { replaces: old?.id ?? null })
    expect((await as(account)("GET", "/account")).status).toBe(401)
    for (const live of [key, other]) expect((await as({ ...account, key: live })("GET", "/account")).status).toBe(200)
  })

  it.each([
    ["GET", "", undefined],
    ["GET", "/incidents", undefined],
    ["GET", "/history", undefined],
    ["PATCH", "", { name: "mine now" }],
    ["POST", "/pause", undefined],
    ["POST", "/resume", undefined],
    ["DELETE", "", undefined]
  ])("returns 404 to another account for %s /domains/:id%s", async (method, path, body) => {
    const { id } = await addDomain(api, owner)
    const stranger = await world.account()
    expectError(await as(stranger)(method, `/domains/${id}${path}`, body), 404, "Domain not found.")
    expect((await as(owner)("GET", `/domains/${id}`)).data).toMatchObject({ id, isPaused: false })
  })

  it("hides everything from other accounts, in lists and counts", async () => {
    await addDomain(api, owner)
    const stranger = await world.account()
    expect((await as(stranger)("GET", "/domains")).body).toMatchObject({ data: [], pagination: { total: 0 } })
    expect((await as(stranger)("GET", "/status")).data).toMatchObject({ domains: { total: 0 } })
    expect((await as(stranger)("GET", "/incidents")).body).toEqual({ success: true, data: [] })
  })

  describe("a member", () => {
    let writable: string
    let readable: string
    let hidden: string
    let member: TestAccount
    beforeAll(async () => {
      writable = (await addDomain(api, owner)).id
      readable = (await addDomain(api, owner)).id
      hidden = (await addDomain(api, owner)).id
      member = await world.member(owner, [
        { domainId: writable, canWrite: true },
        { domainId: readable, canWrite: false }
      ])
    })

    it("sees the shared domains, with its access level", async () => {
      const { body } = await as(member)("GET", "/domains")
      const { data } = body as { readonly data: ReadonlyArray<{ readonly id: string; readonly access: string }> }
      expect(Object.fromEntries(data.map(({ access, id }) => [id, access]))).toEqual({
        [writable]: "write",
        [readable]: "read"
      })
      expect((await as(member)("GET", "/status")).data).toMatchObject({ domains: { total: 2 } })
      expect((await as(member)("GET", "/account")).data).toMatchObject({ role: "member", plan: "pro" })
      for (const path of ["", "/incidents", "/history"]) {
        expect((await as(member)("GET", `/domains/${readable}${path}`)).status).toBe(200)
        expectError(await as(member)("GET", `/domains/${hidden}${path}`), 404, "Domain not found.")
      }
    })

    it.each([
      ["PATCH", "", { name: "Changed" }],
      ["POST", "/pause", undefined],
      ["POST", "/resume", undefined]
    ])(
      "gets 200 with write access, 403 with read access and 404 without access for %s /domains/:id%s",
      async (method, path, body) => {
        expect((await as(member)(method, `/domains/${writable}${path}`, body)).status).toBe(200)
        expectError(await as(member)(method, `/domains/${readable}${path}`, body), 403, readOnly)
        expectError(await as(member)(method, `/domains/${hidden}${path}`, body), 404, "Domain not found.")
      }
    )

    it("cannot create or delete", async () => {
      expectError(await as(member)("POST", "/domains", { url: "member.example.com" }), 403, ownerOnly)
      expectError(await as(member)("DELETE", `/domains/${writable}`), 403, ownerOnly)
      expectError(await as(member)("DELETE", `/domains/${hidden}`), 404, "Domain not found.")
      expectError(
        await as(member)("DELETE", "/domains/bulk", { domainIds: [writable], confirmation: "DELETE" }),
        403,
        ownerOnly
      )
    })

    it("can change in bulk only what it may write", async () => {
      const response = await as(member)("PATCH", "/domains/bulk", {
        domainIds: [writable, readable, hidden],
        updates: { name: "Bulk" }
      })
      expect(response.body).toEqual({
        success: true,
        data: {
          updated: 1,
          failed: 2,
          errors: [
            { id: readable, message: readOnly },
            { id: hidden, message: "Domain not found." }
          ]
        }
      })
    })

    it("can only read once the account's plan no longer has team seats", async () => {
      const lapsed = await world.account("pro")
      const { id } = await addDomain(api, lapsed)
      const writer = await world.member(lapsed, [{ domainId: id, canWrite: true }])
      expect((await as(writer)("POST", `/domains/${id}/pause`)).status).toBe(200)
      await world.sql(
        "update account set plan_expires_at = now() - interval '1 day' where public_id = $1::uuid",
        lapsed.id
      )
      const message = "Team members need a Pro or Agency plan."
      expect((await as(writer)("GET", `/domains/${id}`)).status).toBe(200)
      expectError(await as(writer)("POST", `/domains/${id}/resume`), 403, message)
      expectError(await as(writer)("PATCH", `/domains/${id}`, { name: "x" }), 403, message)
      const bulk = await as(writer)("PATCH", "/domains/bulk", { domainIds: [id], updates: { name: "x" } })
      expect(bulk.data).toEqual({ updated: 0, failed: 1, errors: [{ id, message }] })
    })

    it("decides on alerts by email for itself, which the owner always gets", async () => {
      const wanted = async (who: TestAccount) => (await as(who)("GET", "/settings")).data["alertsByEmail"]
      expect(await wanted(member)).toBe(true)
      expect((await as(member)("PATCH", "/settings", { alertsByEmail: false })).data["alertsByEmail"]).toBe(false)
      expect([await wanted(member), await wanted(owner)]).toEqual([false, true])
      const message = "The account owner always gets alerts by email."
      expectError(await as(owner)("PATCH", "/settings", { alertsByEmail: false }), 400, message)
      expect((await as(owner)("PATCH", "/settings", { alertsByEmail: true })).status).toBe(200)
    })

    it("has its own time zone and report setting, but cannot pause the account", async () => {
      expect(
        (await as(member)("PATCH", "/settings", { timezone: "Asia/Tokyo", weeklyReportEnabled: false })).status
      ).toBe(200)
      expectError(await as(member)("PATCH", "/settings", { notificationsPaused: true }), 403, ownerOnly)
      expect((await as(owner)("GET", "/settings")).data).toEqual({
        timezone: "UTC",
        language: null,
        weeklyReportEnabled: true,
        alertsByEmail: true,
        degradedAlerts: false,
        contentFaultsOffer: false,
        notificationsPaused: false
      })
    })
  })
})
