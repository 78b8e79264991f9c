// Changing, pausing and deleting domains, individually and in bulk.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, newDomainRecord, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

describe("changes of domains", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const send = ({ key }: TestAccount, method: string, path: string, body?: unknown) =>
    api.send(method, `/api/v1/domains${path}`, { key, ...(body === undefined ? {} : { body }) })

  it("PATCH /domains/:id changes only the provided fields", async () => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner, { url: "change.example.com" })
    const record = newDomainRecord({
      id,
      url: "https://change.example.com",
      hostname: "change.example.com",
      name: "change.example.com"
    })
    expectResponse(await send(owner, "PATCH", `/${id}`, {}), 200, { success: true, data: record })
    expectResponse(await send(owner, "PATCH", `/${id}`, { name: "Changed" }), 200, {
      success: true,
      data: { ...record, name: "Changed" }
    })
    const changes = {
      checkInterval: 86_400,
      timeoutSeconds: 5,
      ccEmails: ["a@example.com"],
      screenshotOnFailure: false,
      emailHealthEnabled: false,
      emailHealthInterval: 604_800,
      cardColor: "#123456"
    }
    expectResponse(await send(owner, "PATCH", `/${id}`, changes), 200, {
      success: true,
      data: { ...record, name: "Changed", ...changes }
    })
    expectResponse(await send(owner, "PATCH", `/${id}`, { timeout: 8, ccEmails: [], unknown: 1 }), 200, {
      success: true,
      data: { ...record, name: "Changed", ...changes, timeoutSeconds: 8, ccEmails: [] }
    })
  })

  it.each([
    [{ checkInterval: 58 }, "checkInterval must be a whole number of seconds between 59 and 86400."],
    [{ timeoutSeconds: 4 }, "timeoutSeconds must be a whole number of seconds between 5 and 30."],
    [{ checkInterval: 60, timeoutSeconds: 60 }, "Timeout must be less than check interval."],
    [{ ccEmails: [5] }, "ccEmails must contain only e-mail addresses."],
    [{ screenshotOnFailure: "no" }, "screenshotOnFailure must be true or false."],
    [{ emailHealthEnabled: 1 }, "emailHealthEnabled must be true or false."],
    [{ emailHealthInterval: 0 }, "emailHealthInterval must be a whole number of seconds between 3600 and 604800."],
    [{ cardColor: "#12345" }, "cardColor must be a hex colour such as #6B7280."],
    [{ name: " " }, "name must be a string of 1 to 200 characters."]
  ])("PATCH /domains/:id returns 400 for %j", async (body, message) => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner)
    expectError(await send(owner, "PATCH", `/${id}`, body), 400, message)
  })

  it("PATCH /domains/:id returns 403 for an interval below the plan's minimum", async () => {
    const owner = await world.account("free")
    const { id } = await addDomain(api, owner)
    const message = "Check interval must be at least 900 seconds on the Free plan."
    expectError(await send(owner, "PATCH", `/${id}`, { checkInterval: 899 }), 403, message)
    expectError(await send(owner, "PATCH", "/bulk", { domainIds: [id], updates: { checkInterval: 899 } }), 403, message)
    expect((await send(owner, "PATCH", `/${id}`, { checkInterval: 900 })).status).toBe(200)
  })

  it("POST /domains/:id/pause sets the state to paused, and resume resets it to unknown", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner, { url: "pause.example.com" })
    await world.sql(
      "update monitor_schedule set state = 1, last_checked_at = now() where monitor_id = (select id from monitor where public_id = $1::uuid)",
      id
    )
    const record = newDomainRecord({
      id,
      url: "https://pause.example.com",
      hostname: "pause.example.com",
      name: "pause.example.com",
      lastCheckedAt: TIME,
      statusChangedAt: TIME
    })
    const paused = { success: true, data: { ...record, status: "paused", isPaused: true, nextCheckAt: null } }
    expectResponse(await send(owner, "POST", `/${id}/pause`), 200, paused)
    expectResponse(await send(owner, "POST", `/${id}/pause`), 200, paused)
    const resumed = { success: true, data: { ...record, status: "unknown" } }
    expectResponse(await send(owner, "POST", `/${id}/resume`), 200, resumed)
    expectResponse(await send(owner, "POST", `/${id}/resume`), 200, resumed)
  })

  it("POST /domains/:id/resume can take back a pause", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner, { url: "undo.example.com" })
    const stateIs =
      "update monitor_schedule set state = 1 where monitor_id = (select id from monitor where public_id = $1::uuid)"
    await world.sql(stateIs, id)
    await send(owner, "POST", `/${id}/pause`)
    expect((await send(owner, "POST", `/${id}/resume?undo=true`)).data).toMatchObject({ status: "up", isPaused: false })
    expectError(await send(owner, "POST", `/${id}/resume?undo=1`), 400, "undo must be true or false.")
  })

  it("DELETE /domains/:id removes the domain from the list, after which it can be added again", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner, { url: "again.example.com" })
    expectResponse(await send(owner, "DELETE", `/${id}`), 200, { success: true, data: { id, deleted: true } })
    expectError(await send(owner, "DELETE", `/${id}`), 404, "Domain not found.")
    expectError(await send(owner, "GET", `/${id}`), 404, "Domain not found.")
    expectError(await send(owner, "GET", `/${id}/incidents`), 404, "Domain not found.")
    expectError(await send(owner, "GET", `/${id}/history`), 404, "Domain not found.")
    expectResponse(await send(owner, "GET", ""), 200, {
      success: true,
      data: [],
      pagination: { total: 0, page: 1, limit: 10, totalPages: 0 }
    })
    const again = await addDomain(api, owner, { url: "again.example.com" })
    expect(again.id).not.toBe(id)
  })

  it("PATCH /domains/bulk changes what it can and lists the rest", async () => {
    const owner = await world.account()
    const stranger = await world.account()
    const first = await addDomain(api, owner)
    const second = await addDomain(api, owner)
    const foreign = await addDomain(api, stranger)
    const response = await send(owner, "PATCH", "/bulk", {
      domainIds: [first.id, foreign.id, second.id, "nonsense", first.id, absent],
      updates: { checkInterval: 600, timeoutSeconds: 20 }
    })
    expectResponse(response, 200, {
      success: true,
      data: {
        updated: 2,
        failed: 3,
        errors: [foreign.id, "nonsense", absent].map((id) => ({ id, message: "Domain not found." }))
      }
    })
    for (const { id } of [first, second]) {
      expect((await send(owner, "GET", `/${id}`)).data).toMatchObject({ checkInterval: 600, timeoutSeconds: 20 })
    }
    expect((await send(stranger, "GET", `/${foreign.id}`)).data).toMatchObject({ checkInterval: 300 })
  })

  it("PATCH and DELETE /domains/bulk process more than one chunk of 50", async () => {
    const owner = await world.account("agency")
    const ids: Array<string> = []
    for (let index = 0; index < 55; index++) ids.push((await addDomain(api, owner)).id)
    const foreign = Array.from(
      { length: 60 },
      (_, index) => `01981f6e-2a7b-7c31-9d1e-${String(index).padStart(12, "0")}`
    )
    const changed = await send(owner, "PATCH", "/bulk", { domainIds: [...foreign, ...ids], updates: { name: "Same" } })
    expect(changed.data).toMatchObject({ updated: 55, failed: 60 })
    const deleted = await send(owner, "DELETE", "/bulk", { domainIds: [...ids, ...foreign], confirmation: "DELETE" })
    expect(deleted.data).toMatchObject({ deleted: 55, failed: 60 })
    expect((await send(owner, "GET", "")).body).toMatchObject({ pagination: { total: 0 } })
  })

  it.each([
    [{}, "domainIds is required (array of 1 to 1000 domain ids)"],
    [{ domainIds: [], updates: { name: "x" } }, "domainIds is required (array of 1 to 1000 domain ids)"],
    [{ domainIds: "x", updates: { name: "x" } }, "domainIds is required (array of 1 to 1000 domain ids)"],
    [{ domainIds: [1], updates: { name: "x" } }, "domainIds is required (array of 1 to 1000 domain ids)"],
    [
      { domainIds: Array.from({ length: 1_001 }, (_, index) => String(index)), updates: { name: "x" } },
      "domainIds must contain at most 1000 different ids."
    ],
    [{ domainIds: ["x"] }, "updates is required (object of domain fields)"],
    [{ domainIds: ["x"], updates: [] }, "updates is required (object of domain fields)"],
    [{ domainIds: ["x"], updates: null }, "updates is required (object of domain fields)"],
    [
      { domainIds: ["x"], updates: { unknown: 1 } },
      "updates must hold at least one of: name, checkInterval, timeoutSeconds, timeout, ccEmails, screenshotOnFailure, emailHealthEnabled, emailHealthInterval, cardColor, dkimSelectors, request, expect, contentFaults, degradedAfterMs, dnsWatch, dependsOn."
    ],
    [
      { domainIds: ["x"], updates: { checkInterval: 5 } },
      "checkInterval must be a whole number of seconds between 59 and 86400."
    ],
    [{ domainIds: ["x"], updates: { checkInterval: 60, timeout: 60 } }, "Timeout must be less than check interval."]
  ])("PATCH /domains/bulk returns 400 for invalid body %#", async (body, message) => {
    expectError(await send(await world.account("agency"), "PATCH", "/bulk", body), 400, message)
  })

  it("DELETE /domains/bulk deletes what it can and lists the rest", async () => {
    const owner = await world.account()
    const stranger = await world.account()
    const own = await addDomain(api, owner)
    const foreign = await addDomain(api, stranger)
    expectResponse(
      await send(owner, "DELETE", "/bulk", { domainIds: [own.id, foreign.id], confirmation: "DELETE" }),
      200,
      {
        success: true,
        data: { deleted: 1, failed: 1, errors: [{ id: foreign.id, message: "Domain not found." }] }
      }
    )
    expectError(await send(owner, "GET", `/${own.id}`), 404, "Domain not found.")
    expect((await send(stranger, "GET", `/${foreign.id}`)).status).toBe(200)
  })

  it.each([
    [{ confirmation: "DELETE" }, "domainIds is required (array of 1 to 1000 domain ids)"],
    [{ domainIds: ["x"] }, "confirmation must be exactly DELETE"],
    [{ domainIds: ["x"], confirmation: "delete" }, "confirmation must be exactly DELETE"],
    [{ domainIds: ["x"], confirmation: "DELETE " }, "confirmation must be exactly DELETE"],
    [{ domainIds: ["x"], confirmation: true }, "confirmation must be exactly DELETE"]
  ])("DELETE /domains/bulk returns 400 for %j", async (body, message) => {
    expectError(await send(await world.account(), "DELETE", "/bulk", body), 400, message)
  })
})
