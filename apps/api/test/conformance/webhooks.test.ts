import { openWebhookSecret } from "@mon/notifications"
import { makeAuthority, startSite } from "@mon/tooling/testbed"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, ID, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const urlMessage = "url must be an https URL with a public host name."
const eventsMessage =
  "events must be a list of at least one of: status_change, ssl_expiry, ssl_invalid, domain_expiry, email_health_alert, email_health_recovery, weekly_report, test."

describe("webhooks", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let domainId: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      zone: { "private.example.com": { A: ["10.0.0.1"] }, "hooks.example.com": { A: ["93.184.215.14"] } }
    })
    owner = await world.account()
    domainId = (await addDomain(api, owner)).id
  })
  afterAll(() => world.close())

  const as =
    ({ key }: TestAccount) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const newWebhook = (fields: object = {}) => ({
    domainId,
    url: "https://unresolved.example.com/in?token=1",
    events: ["status_change"],
    ...fields
  })
  const add = async (account: TestAccount, fields: object = {}) =>
    (await as(account)("POST", "/webhooks", newWebhook(fields))).data.id

  const record = (fields: object = {}) => ({
    id: ID,
    domainId,
    urlId: null,
    heartbeatId: null,
    serviceId: null,
    scope: "domain",
    url: "https://unresolved.example.com/in?token=1",
    label: "unresolved.example.com",
    events: ["status_change"],
    isActive: true,
    createdAt: TIME,
    lastDeliveryAt: null,
    lastDeliveryStatus: null,
    ...fields
  })
  const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/u)

  it("POST /webhooks returns 201 with the webhook and its secret, which no other response has", async () => {
    const created = await as(owner)("POST", "/webhooks", newWebhook())
    expectResponse(created, 201, { success: true, data: record({ secret }) })
    const listed = await as(owner)("GET", "/webhooks")
    expect(listed.text).not.toContain("secret")
    const [stored] = await world.sql("select secret from webhook where public_id = $1::uuid", created.data.id)
    const sealed = (stored as { readonly secret: string }).secret
    expect(sealed).not.toContain(created.data["secret"])
    expect(Redacted.value(await world.run(openWebhookSecret({ id: created.data.id, secret: sealed })))).toBe(
      created.data["secret"]
    )
  })

  it("POST /webhooks accepts a label and every event, without duplicates", async () => {
    const events = [
      "test",
      "status_change",
      "ssl_expiry",
      "ssl_invalid",
      "domain_expiry",
      "email_health_alert",
      "email_health_recovery",
      "weekly_report"
    ]
    const response = await as(owner)(
      "POST",
      "/webhooks",
      newWebhook({ label: "Chat", events: [...events, "test"], url: "HTTPS://Hooks.Example.com" })
    )
    expectResponse(response, 201, {
      success: true,
      data: record({ label: "Chat", events, url: "https://hooks.example.com/", secret })
    })
  })

  it.each([
    [{ url: undefined }, urlMessage],
    [{ url: 5 }, urlMessage],
    [{ url: "http://hooks.example.com/" }, urlMessage],
    [{ url: "ftp://hooks.example.com/" }, urlMessage],
    [{ url: "hooks.example.com" }, urlMessage],
    [{ url: "https://localhost/" }, urlMessage],
    [{ url: "https://127.0.0.1/" }, urlMessage],
    [{ url: "https://[::1]/" }, urlMessage],
    [{ url: "https://0x7f000001/" }, urlMessage],
    [{ url: "https://user:pass@hooks.example.com/" }, urlMessage],
    [{ url: "https://hooks.example.com/\r\nX-Evil: 1" }, urlMessage],
    [{ url: "https://private.example.com/" }, urlMessage],
    [{ url: `https://hooks.example.com/${"x".repeat(2_048)}` }, "url must be a string of at most 2048 characters."],
    [{ events: undefined }, eventsMessage],
    [{ events: [] }, eventsMessage],
    [{ events: "test" }, eventsMessage],
    [{ events: ["nonsense"] }, eventsMessage],
    [{ events: [null] }, eventsMessage],
    [{ label: "" }, "label must be a string of 1 to 100 characters."],
    [{ label: "x".repeat(101) }, "label must be a string of 1 to 100 characters."],
    [{ domainId: undefined }, "domainId is required (id of a domain)"],
    [{ domainId: 7 }, "domainId is required (id of a domain)"]
  ])("POST /webhooks returns 400 for %j", async (fields, message) => {
    expectError(await as(owner)("POST", "/webhooks", newWebhook(fields)), 400, message)
  })

  it.each([absent, "x", "", "\u0000"])("POST /webhooks returns 404 for the domainId %j", async (id) => {
    expectError(await as(owner)("POST", "/webhooks", newWebhook({ domainId: id })), 404, "Domain not found.")
  })

  it("GET /webhooks lists the newest first, for one domain or all", async () => {
    const account = await world.account()
    const [one, two] = [(await addDomain(api, account)).id, (await addDomain(api, account)).id]
    const [first, second] = [await add(account, { domainId: one }), await add(account, { domainId: two })]
    const all = [record({ id: second, domainId: two }), record({ id: first, domainId: one })]
    expectResponse(await as(account)("GET", "/webhooks"), 200, { success: true, data: all })
    expectResponse(await as(account)("GET", `/webhooks?domainId=${one}`), 200, { success: true, data: all.slice(1) })
    for (const id of [absent, "x", domainId])
      expectError(await as(account)("GET", `/webhooks?domainId=${id}`), 404, "Domain not found.")
  })

  it("DELETE /webhooks/:id deletes the webhook", async () => {
    const id = await add(owner)
    expectResponse(await as(owner)("DELETE", `/webhooks/${id}`), 200, { success: true, data: { id, deleted: true } })
    expectError(await as(owner)("DELETE", `/webhooks/${id}`), 404, "Webhook not found.")
  })

  it.each(["x", absent, "%00"])(
    "DELETE /webhooks/:id and POST /webhooks/:id/test return 404 for the id %s",
    async (id) => {
      expectError(await as(owner)("DELETE", `/webhooks/${id}`), 404, "Webhook not found.")
      expectError(await as(owner)("POST", `/webhooks/${id}/test`), 404, "Webhook not found.")
    }
  )

  it("return 404 to other accounts", async () => {
    const id = await add(owner)
    const stranger = await world.account()
    expectError(await as(stranger)("POST", "/webhooks", newWebhook()), 404, "Domain not found.")
    expectError(await as(stranger)("DELETE", `/webhooks/${id}`), 404, "Webhook not found.")
    expectError(await as(stranger)("POST", `/webhooks/${id}/test`), 404, "Webhook not found.")
    expectResponse(await as(stranger)("GET", "/webhooks"), 200, { success: true, data: [] })
  })

  it("can be read by members who see the domain, and changed by members with write access", async () => {
    const read = (await addDomain(api, owner)).id
    const [shared, readable, hidden] = [
      await add(owner),
      await add(owner, { domainId: read }),
      await add(owner, { domainId: (await addDomain(api, owner)).id })
    ]
    const member = await world.member(owner, [
      { domainId, canWrite: true },
      { domainId: read, canWrite: false }
    ])
    const { data } = (await as(member)("GET", "/webhooks")).body as {
      readonly data: ReadonlyArray<{ readonly id: string }>
    }
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([shared, readable]))
    expect(data.map(({ id }) => id)).not.toContain(hidden)
    expect((await as(member)("POST", "/webhooks", newWebhook())).status).toBe(201)
    const message = "You have read-only access to this domain."
    expectError(await as(member)("POST", "/webhooks", newWebhook({ domainId: read })), 403, message)
    expectError(await as(member)("DELETE", `/webhooks/${readable}`), 403, message)
    expectError(await as(member)("POST", `/webhooks/${readable}/test`), 403, message)
    expectError(await as(member)("DELETE", `/webhooks/${hidden}`), 404, "Webhook not found.")
    expect((await as(member)("DELETE", `/webhooks/${shared}`)).status).toBe(200)
  })

  it("are limited to 50 per domain", async () => {
    const account = await world.account()
    const { id } = await addDomain(api, account)
    await add(account, { domainId: id })
    await world.sql(
      `insert into webhook (public_id, account_id, monitor_id, url, label, events, secret)
      select gen_random_uuid(), account_id, monitor_id, url, label, events, secret
      from webhook, generate_series(1, 49) where monitor_id = (select id from monitor where public_id = $1::uuid)`,
      id
    )
    expectError(
      await as(account)("POST", "/webhooks", newWebhook({ domainId: id })),
      400,
      "Maximum webhook limit (50) for this domain reached."
    )
  })

  it("POST /webhooks/:id/test returns the result of one delivery", async () => {
    const id = await add(owner)
    const response = await as(owner)("POST", `/webhooks/${id}/test`)
    expectResponse(response, 200, {
      success: true,
      data: {
        delivered: false,
        statusCode: null,
        responseTimeMs: expect.any(Number),
        error: { code: "dns_nxdomain", message: expect.any(String) }
      }
    })
  })

  it("GET /webhooks/:id/deliveries returns the newest events with body and attempts, and for nobody else", async () => {
    const id = String(await add(owner))
    const path = `/webhooks/${id}/deliveries`
    expectResponse(await as(owner)("GET", path), 200, { success: true, data: [] })
    const monitor = { id: domainId, name: "Shop", url: "https://shop.example.com/" }
    const incident = {
      id: absent,
      startedAt: "2026-11-20T10:00:00.000Z",
      resolvedAt: null,
      triggerStatusCode: 503,
      resolutionStatusCode: null,
      triggerError: null
    }
    await world.sql(
      `with n as (
        insert into notification (public_id, account_id, key, type, kind, monitor_id, data)
        select gen_random_uuid(), m.account_id, 'deliveries of ' || $1, 'status_change', 'down', m.id, $2::text::jsonb
        from monitor m where m.public_id = $3::uuid returning id, account_id
      ), d as (
        insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status)
        select gen_random_uuid(), n.account_id, n.id, n.id || $1, 'webhook', $1, 'sent' from n returning id
      )
      insert into delivery_attempt (delivery_id, number, at, status, code, duration_ms, error)
      select d.id, a.number, mon_now(), a.status, a.code, a.ms, a.error from d, (values
        (1, 'failed', 'header_timeout', 15000, 'The receiver did not respond in time.'),
        (2, 'failed', '500', 212, 'The receiver returned an error. HTTP 500'),
        (3, 'sent', '204', 90, null), (4, null, null, null, null)) as a (number, status, code, ms, error)`,
      id,
      JSON.stringify({ monitor, incident }),
      domainId
    )
    const attempt = { at: TIME, statusCode: null, error: null }
    const response = await as(owner)("GET", `${path}?limit=1`)
    expectResponse(response, 200, {
      success: true,
      data: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
          event: "status_change",
          title: "DOWN Shop",
          status: "sent",
          outcome: "delivered",
          reason: null,
          body: expect.any(String),
          createdAt: TIME,
          attempts: [
            {
              ...attempt,
              status: "failed",
              durationMs: 15_000,
              error: { code: "header_timeout", message: "The receiver did not respond in time." }
            },
            {
              ...attempt,
              status: "failed",
              statusCode: 500,
              durationMs: 212,
              error: { code: "500", message: "The receiver returned an error. HTTP 500" }
            },
            { ...attempt, status: "sent", statusCode: 204, durationMs: 90 },
            { ...attempt, status: null, durationMs: null }
          ]
        }
      ]
    })
    const [delivery] = response.data as unknown as ReadonlyArray<{ readonly id: string; readonly body: string }>
    expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
      id: delivery?.id,
      type: "status_change",
      data: { kind: "down", domain: { id: domainId, name: "Shop" } }
    })
    expect(response.text).not.toContain("whsec_")
    const stranger = await world.account()
    const member = await world.member(owner, [])
    for (const who of [stranger, member]) expectError(await as(who)("GET", path), 404, "Webhook not found.")
    const reader = await world.member(owner, [{ domainId, canWrite: false }])
    expect((await as(reader)("GET", path)).status).toBe(200)
    expectError(await as(owner)("GET", `${path}?limit=51`), 400, "limit must be a whole number between 1 and 50.")
  })

  it("POST /webhooks/:id/test trusts the additional certificate authorities, as other deliveries do", async () => {
    const authority = await makeAuthority()
    const site = await startSite({ tls: await authority.issue({ names: ["own.example.com"] }) })
    const trusting = await world.startApi({
      zone: { "own.example.com": { A: [site.host] } },
      settings: { allowPrivateNetworks: ["127.0.0.0/8"], extraCa: [authority.rootPem] }
    })
    const body = newWebhook({ url: `https://own.example.com:${site.port}/in` })
    const { data } = await trusting.send("POST", "/api/v1/webhooks", { key: owner.key, body })
    const response = await trusting.send("POST", `/api/v1/webhooks/${data.id}/test`, { key: owner.key })
    expectResponse(response, 200, {
      success: true,
      data: { delivered: true, statusCode: 200, responseTimeMs: expect.any(Number), error: null }
    })
    await site.close()
  })
})
