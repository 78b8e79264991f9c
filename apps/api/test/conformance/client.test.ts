// Every response of the server fits the schemas of the contract.
import { Forbidden, NotFound, PaymentRequired, Unauthorized } from "@mon/api-contract/plain"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { decodingClient } from "./decodingClient.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

describe("the client of the contract", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  it("decodes the responses about pages and payments", async () => {
    const owner = await world.account("agency")
    const mon = decodingClient(api.origin, owner.key)
    const { id } = await mon.urls.create({ url: "client.example.com/prices", checkInterval: 3_600 })
    expect((await mon.urls.list()).items).toMatchObject([{ id, status: "unknown" }])
    expect(await mon.urls.update(id, { name: "Prices" })).toMatchObject({ name: "Prices" })
    expect(await mon.urls.pause(id)).toMatchObject({ isPaused: true })
    expect(await mon.urls.resume(id)).toMatchObject({ isPaused: false })
    expect(await mon.urls.changes(id, { limit: 5 })).toEqual([])
    await expect(mon.urls.change(id, absent)).rejects.toBeInstanceOf(NotFound)
    await expect(mon.urls.markSeen(id, absent)).rejects.toBeInstanceOf(NotFound)
    await expect(mon.urls.markUnseen(id, absent)).rejects.toBeInstanceOf(NotFound)
    expect(await mon.urls.markAllSeen(id)).toEqual({ urlId: id, unseenChanges: 0 })
    expect(await mon.urls.timeline(id, { range: "7d" })).toMatchObject({ range: "7d", changes: [] })
    expect(await mon.urls.screenshots(id)).toEqual([])
    expect(await mon.urls.setTags(id, { tagIds: [] })).toMatchObject({ tags: [] })
    expect(await mon.urls.bulkUpdate({ urlIds: [id], updates: { checkInterval: 7_200 } })).toMatchObject({ updated: 1 })
    expect(await mon.urls.get(id)).toMatchObject({ checkInterval: 7_200 })
    await expect(mon.urls.checkNow(absent)).rejects.toBeInstanceOf(NotFound)
    await mon.urls.remove(id)
    expect(await mon.urls.bulkRemove({ urlIds: [id], confirmation: "DELETE" })).toMatchObject({ deleted: 0, failed: 1 })
    expect(await mon.billing.get()).toMatchObject({ plan: "agency", addons: [] })
    expect(await mon.billing.history()).toEqual([])
    await expect(mon.billing.checkout({ type: "pro" })).rejects.toMatchObject({ message: "Billing is not configured." })
  })

  it("decodes the responses about simulations", async () => {
    const owner = await world.account("free")
    const mon = decodingClient(api.origin, owner.key)
    const { jobId } = await mon.simulations.start({
      sendingDomains: ["sender.example.com"],
      prospectEntries: ["ann@example.org"]
    })
    expect(await mon.simulations.get(jobId)).toMatchObject({ status: "queued", results: null })
    expect((await mon.simulations.list()).items).toMatchObject([{ jobId, shareUrl: null }])
    expect(await mon.simulations.credits()).toMatchObject({ balance: 58 })
    await expect(mon.simulations.download(jobId, "campaign")).rejects.toMatchObject({
      message: "CSV not yet available. Wait for the job to complete."
    })
    await world.sql(
      "insert into simulation_csv (simulation_id, type, piece, body) select id, 'campaign', n, n || chr(13) || chr(10) from simulation, generate_series(0, 1) n where public_id = $1::uuid",
      jobId
    )
    expect(await mon.simulations.download(jobId, "campaign")).toBe("0\r\n1\r\n")
    expect(await mon.simulations.shareInfo(jobId)).toEqual({ shareUrl: null })
    expect((await mon.simulations.revokeShare(jobId)).shareUrl).toContain(`/share/${jobId}.`)
    const many = Array.from({ length: 100 }, (_, index) => `p${index}.example.org`)
    await expect(
      mon.simulations.start({ sendingDomains: ["sender.example.com"], prospectEntries: many })
    ).rejects.toBeInstanceOf(PaymentRequired)
  })

  it("decodes every response", async () => {
    const owner = await world.account("pro")
    const mon = decodingClient(api.origin, owner.key)
    const created = await mon.domains.create({ url: "client.example.com" })
    await world.sql(
      `with m as (select id, account_id from monitor where public_id = $1::uuid), facts as (
        insert into monitor_facts (monitor_id, ssl, redirect) select id,
          '{"valid":true,"issuer":"CN=Test","subject":"CN=client.example.com","validFrom":"2026-01-01T00:00:00.000Z",
            "validTo":"2027-01-01T00:00:00.000Z","protocol":"TLSv1.3","keyType":"ec","keyBits":256,"problems":[]}',
          '{"detected":true,"finalUrl":"https://www.client.example.com/","kind":"permanent",
            "hops":[{"url":"https://client.example.com/","statusCode":301}]}' from m
      ), seen as (
        insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, location, error_code, error_message)
        select id, now(), 2, 503, 1234, 'default', 'http_status', 'The server answered 503.' from m
      ), incident as (
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_status_code,
          trigger_error_code, trigger_error_message)
        select gen_random_uuid(), account_id, id, now() - interval '1 second', now() + interval '1 second', 503, 'http_status',
          'The server answered 503.' from m
      )
      update monitor_schedule set state = 2, last_status_code = 503, last_response_us = 1234, last_error_code = 'http_status',
        last_error_message = 'The server answered 503.', last_checked_at = now() where monitor_id = (select id from m)`,
      created.id
    )
    const shown = await mon.domains.get(created.id)
    expect(shown).toMatchObject({
      status: "down",
      lastError: { code: "http_status" },
      ssl: { valid: true },
      redirect: { detected: true }
    })
    expect((await mon.domains.list()).items).toHaveLength(1)
    expect(await mon.domains.history(created.id)).toMatchObject([{ status: "down", statusCode: 503 }])
    expect(await mon.domains.incidents(created.id)).toMatchObject([
      { status: "open", checks: [{ outcome: "http_status" }] }
    ])
    expect(await mon.dashboard.incidents({ limit: 5 })).toHaveLength(1)
    expect(await mon.dashboard.status()).toMatchObject({ domains: { down: 1 } })
    expect(await mon.account.get()).toMatchObject({ email: owner.email })
    expect(await mon.settings.update({ timezone: "Asia/Tokyo" })).toMatchObject({ timezone: "Asia/Tokyo" })
    expect(await mon.settings.get()).toMatchObject({ timezone: "Asia/Tokyo" })
    expect(await mon.domains.update(created.id, { name: "Renamed" })).toMatchObject({ name: "Renamed" })
    expect(await mon.domains.pause(created.id)).toMatchObject({ status: "paused" })
    expect(await mon.domains.resume(created.id)).toMatchObject({ status: "unknown" })
    const tag = await mon.tags.create({ name: "Client" })
    expect(await mon.domains.setTags(created.id, { tagIds: [tag.id] })).toMatchObject({ tags: [{ name: "Client" }] })
    expect(await mon.tags.update(tag.id, { color: "#fff" })).toMatchObject({ color: "#fff", domainCount: 1 })
    expect(await mon.tags.list()).toMatchObject([{ id: tag.id, color: "#fff" }])
    await mon.tags.remove(tag.id)
    const channel = await mon.channels.create({ kind: "ntfy", settings: { topic: "alerts" } })
    expect(await mon.channels.kinds()).toHaveLength(15)
    expect(await mon.channels.list()).toEqual([channel])
    expect(await mon.channels.get(channel.id)).toEqual(channel)
    expect(await mon.channels.update(channel.id, { name: "Push" })).toMatchObject({ name: "Push" })
    expect(await mon.channels.testSaved(channel.id)).toMatchObject({ delivered: false })
    expect(await mon.channels.test({ kind: "ntfy", settings: { topic: "a" } })).toMatchObject({ delivered: false })
    expect(await mon.channels.deliveries(channel.id, { limit: 5 })).toEqual([])
    expect(await mon.channels.fromUrl({ url: "ntfy://alerts" })).toMatchObject([{ kind: "ntfy" }])
    await mon.channels.remove(channel.id)
    const hook = await mon.webhooks.create({
      domainId: created.id,
      url: "https://hooks.example.com/",
      events: ["test"]
    })
    expect(hook.secret).toMatch(/^whsec_/u)
    expect(await mon.webhooks.list({ domainId: created.id })).toMatchObject([{ id: hook.id }])
    expect(await mon.webhooks.test(hook.id)).toMatchObject({ delivered: false, statusCode: null })
    await mon.webhooks.remove(hook.id)
    expect(await mon.webhooks.list()).toEqual([])
    expect(await mon.notifications.list({ type: "status_change" })).toMatchObject({
      items: [],
      pagination: { limit: 20 }
    })
    expect(await mon.notifications.unread()).toEqual({ count: 0 })
    expect(await mon.notifications.pause({})).toMatchObject({ paused: true })
    expect(await mon.notifications.pauseStatus()).toMatchObject({ paused: true })
    expect(await mon.notifications.resume()).toEqual({ paused: false, pausedAt: null, pausedUntil: null })
    expect(await mon.domains.bulkUpdate({ domainIds: [created.id, absent], updates: { name: "Bulk" } })).toMatchObject({
      updated: 1,
      failed: 1
    })
    expect(await mon.domains.bulkRemove({ domainIds: [created.id], confirmation: "DELETE" })).toEqual({
      deleted: 1,
      failed: 0,
      errors: []
    })
  })

  it("returns the errors of the contract", async () => {
    const owner = await world.account("free")
    const mon = decodingClient(`${api.origin}/api/v1`, owner.key)
    const { id } = await mon.domains.create({ url: "errors.example.com" })
    await expect(mon.domains.get(absent)).rejects.toBeInstanceOf(NotFound)
    await expect(mon.domains.update(id, { checkInterval: 60 })).rejects.toBeInstanceOf(Forbidden)
    const nobody = decodingClient(api.origin, "nonsense")
    await expect(nobody.dashboard.status()).rejects.toBeInstanceOf(Unauthorized)
  })
})
