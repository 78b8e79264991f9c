import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

const newWebhook = (fields: object) => ({
  url: "https://unresolved.example.com/in",
  events: ["status_change"],
  ...fields
})

describe("webhooks of pages and of the account", () => {
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
  const addUrl = async (owner: TestAccount): Promise<string> =>
    (await as(owner)("POST", "/urls", { url: "shop.example.com" })).data.id

  it("are created for one page, or for all monitors, and the list filters by each", async () => {
    const owner = await world.account()
    const domainId = (await addDomain(api, owner)).id
    const urlId = await addUrl(owner)
    const ofDomain = await as(owner)("POST", "/webhooks", newWebhook({ domainId }))
    const ofUrl = await as(owner)("POST", "/webhooks", newWebhook({ urlId }))
    const ofAll = await as(owner)("POST", "/webhooks", newWebhook({ scope: "account" }))
    expect(ofDomain.data).toMatchObject({ domainId, urlId: null, scope: "domain" })
    expect(ofUrl.data).toMatchObject({ domainId: null, urlId, scope: "url" })
    expect(ofAll.data).toMatchObject({ domainId: null, urlId: null, scope: "account" })
    const ids = async (query: string) =>
      ((await as(owner)("GET", `/webhooks${query}`)).body as { data: Array<{ id: string }> }).data.map(({ id }) => id)
    expect(await ids("")).toEqual([ofAll, ofUrl, ofDomain].map(({ data }) => data.id))
    expect(await ids(`?domainId=${domainId}`)).toEqual([ofDomain.data.id])
    expect(await ids(`?urlId=${urlId}`)).toEqual([ofUrl.data.id])
    expect(await ids("?scope=domain")).toEqual([ofDomain.data.id])
    expect(await ids("?scope=url")).toEqual([ofUrl.data.id])
    expect(await ids("?scope=account")).toEqual([ofAll.data.id])
    expectError(await as(owner)("GET", `/webhooks?urlId=${absent}`), 404, "URL not found.")
    expectError(
      await as(owner)("GET", "/webhooks?scope=all"),
      400,
      "scope must be one of: domain, url, heartbeat, service, account."
    )
    for (const { data } of [ofUrl, ofAll]) {
      expectResponse(await as(owner)("GET", `/webhooks/${data.id}/deliveries`), 200, { success: true, data: [] })
      expect((await as(owner)("POST", `/webhooks/${data.id}/test`)).data).toMatchObject({
        error: { code: "dns_nxdomain" }
      })
      expect((await as(owner)("DELETE", `/webhooks/${data.id}`)).status).toBe(200)
    }
    expect(await ids("")).toEqual([ofDomain.data.id])
  })

  it("need exactly one of domainId, urlId, heartbeatId, serviceId and scope", async () => {
    const owner = await world.account()
    const urlId = await addUrl(owner)
    const mixed = "Send exactly one of domainId, urlId, heartbeatId, serviceId and scope."
    for (const fields of [
      { urlId, scope: "account" },
      { urlId, domainId: absent },
      { domainId: absent, scope: "account" }
    ])
      expectError(await as(owner)("POST", "/webhooks", newWebhook(fields)), 400, mixed)
    expectError(await as(owner)("POST", "/webhooks", newWebhook({})), 400, "domainId is required (id of a domain)")
    expectError(await as(owner)("POST", "/webhooks", newWebhook({ scope: "all" })), 400, 'scope must be "account".')
    expectError(
      await as(owner)("POST", "/webhooks", newWebhook({ urlId: 7 })),
      400,
      "urlId must be the id of a URL monitor."
    )
    for (const id of [absent, "x", (await addDomain(api, owner)).id])
      expectError(await as(owner)("POST", "/webhooks", newWebhook({ urlId: id })), 404, "URL not found.")
  })

  it("belong to the owner: members and other accounts neither create nor see them", async () => {
    const owner = await world.account()
    const urlId = await addUrl(owner)
    const domainId = (await addDomain(api, owner)).id
    const created = [
      await as(owner)("POST", "/webhooks", newWebhook({ urlId })),
      await as(owner)("POST", "/webhooks", newWebhook({ scope: "account" }))
    ].map(({ data }) => data.id)
    const member = await world.member(owner, [{ domainId, canWrite: true }])
    for (const fields of [{ urlId }, { scope: "account" }])
      expect((await as(member)("POST", "/webhooks", newWebhook(fields))).status).toBe(403)
    expectError(await as(await world.account())("POST", "/webhooks", newWebhook({ urlId })), 404, "URL not found.")
    for (const someone of [member, await world.account()]) {
      expectResponse(await as(someone)("GET", "/webhooks"), 200, { success: true, data: [] })
      for (const id of created) {
        expectError(await as(someone)("GET", `/webhooks/${id}/deliveries`), 404, "Webhook not found.")
        expectError(await as(someone)("POST", `/webhooks/${id}/test`), 404, "Webhook not found.")
        expectError(await as(someone)("DELETE", `/webhooks/${id}`), 404, "Webhook not found.")
      }
    }
    expect((await as(member)("GET", `/webhooks?urlId=${urlId}`)).status).toBe(403)
  })

  it("end with their page, and are limited for each page and for the account", async () => {
    const owner = await world.account("pro")
    const urlId = await addUrl(owner)
    const { id } = (await as(owner)("POST", "/webhooks", newWebhook({ urlId }))).data
    await as(owner)("POST", "/webhooks", newWebhook({ scope: "account" }))
    await world.sql(
      `insert into webhook (public_id, account_id, monitor_id, url, label, events, secret)
       select gen_random_uuid(), w.account_id, w.monitor_id, w.url, w.label, w.events, w.secret
       from webhook w, generate_series(1, 49)
       where w.account_id = (select account_id from monitor where public_id = $1::uuid)`,
      urlId
    )
    expectError(
      await as(owner)("POST", "/webhooks", newWebhook({ urlId })),
      400,
      "Maximum webhook limit (50) for this URL reached."
    )
    expectError(
      await as(owner)("POST", "/webhooks", newWebhook({ scope: "account" })),
      400,
      "Maximum webhook limit (50) for this account reached."
    )
    expect((await as(owner)("DELETE", `/urls/${urlId}`)).status).toBe(200)
    expectError(await as(owner)("POST", `/webhooks/${id}/test`), 404, "Webhook not found.")
  })
})
