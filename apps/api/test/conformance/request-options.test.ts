// The requests that checks send, the responses that they expect, and the people who may change both.
import { Secrets } from "@mon/core-store"
import { planTable } from "@mon/model"
import { type Context, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const requestOf = (rows: ReadonlyArray<object>) =>
  (rows[0] as { request: { headers: Record<string, string>; auth: Record<string, string> } }).request

const proven: Record<string, { readonly A?: ReadonlyArray<string>; TXT?: ReadonlyArray<string> }> = {}

describe("the request options of a monitor", () => {
  let world: World
  let api: TestApi
  let secrets: Context.Service.Shape<typeof Secrets>
  beforeAll(async () => {
    world = await openWorld({
      free: { ...planTable.free, requestsPerMinute: 1_000 },
      pro: { ...planTable.pro, requestsPerMinute: 1_000 },
      agency: { ...planTable.agency, requestsPerMinute: 1_000 }
    })
    secrets = await world.run(Effect.service(Secrets))
  })
  afterAll(() => world.close())

  const send = ({ key }: Pick<TestAccount, "key">, method: string, path: string, body?: unknown) =>
    api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })

  const proofOf = ({ id }: TestAccount, host: string) => `mon-proof=${secrets.sign("host proof", `${id} ${host}`)}`

  beforeAll(async () => {
    api = await world.startApi({ zone: proven })
  })

  it.each(["/domains", "/urls"])(
    "of %s are stored on create, shown without secrets, replaced and removed",
    async (path) => {
      const owner = await world.account()
      const request = {
        method: "HEAD",
        headers: { "X-Team": "blue-canary", accept: "text/html" },
        auth: { username: "monitor", password: "password-canary" }
      }
      const expectations = [
        { status: "200-299" },
        { json: "$.queue", atMost: 100 },
        { certificate: "valid", minimumDays: 14 }
      ]
      const created = await send(owner, "POST", path, {
        url: "options.example.com",
        request,
        expect: expectations,
        degradedAfterMs: 800
      })
      expect(created.status).toBe(201)
      const shown = {
        request: {
          method: "HEAD",
          headers: { "X-Team": "***", accept: "***" },
          auth: { username: "monitor", password: "***" }
        },
        expect: expectations,
        degradedAfterMs: 800,
        isDegraded: false
      }
      expect(created.data).toMatchObject(shown)
      const one = `${path}/${String(created.data["id"])}`
      expect((await send(owner, "GET", one)).data).toMatchObject(shown)
      const [stored] = await world.sql(
        "select request::text as text from monitor where public_id = $1::uuid",
        created.data["id"]
      )
      expect(JSON.stringify(stored)).not.toContain("canary")

      const before = await world.sql("select request from monitor where public_id = $1::uuid", created.data["id"])
      const kept = await send(owner, "PATCH", one, {
        request: { headers: { "x-team": "***" }, auth: { username: "other", password: "***" } }
      })
      expect(kept.data["request"]).toEqual({
        headers: { "x-team": "***" },
        auth: { username: "other", password: "***" }
      })
      const after = await world.sql("select request from monitor where public_id = $1::uuid", created.data["id"])
      expect(requestOf(after).headers["x-team"]).toBe(requestOf(before).headers["X-Team"])
      expect(requestOf(after).auth["password"]).toBe(requestOf(before).auth["password"])

      const again = await send(owner, "PATCH", one, { request: { headers: { "x-new": "***" } } })
      expectError(again, 400, "Enter request.headers.x-new again: the address has changed.")
      const removed = await send(owner, "PATCH", one, { request: null, expect: null, degradedAfterMs: null })
      expect(removed.data).toMatchObject({ request: null, expect: [], degradedAfterMs: null })
    }
  )

  it("cannot keep a secret that was never entered", async () => {
    const owner = await world.account()
    for (const path of ["/domains", "/urls"]) {
      const response = await send(owner, "POST", path, { url: "new.example.com", request: { auth: { token: "***" } } })
      expectError(response, 400, "Enter request.auth.token again: the address has changed.")
    }
  })

  it("apply to several monitors, each with its own secrets", async () => {
    const owner = await world.account()
    const one = await addDomain(api, owner, { request: { headers: { "x-key": "one" } } })
    const two = await addDomain(api, owner, { request: { headers: { "x-key": "two" } } })
    const none = await addDomain(api, owner)
    const response = await send(owner, "PATCH", "/domains/bulk", {
      domainIds: [one.id, two.id, none.id],
      updates: { request: { headers: { "x-key": "***" } }, expect: [{ text: "ok" }] }
    })
    expect(response.data).toEqual({
      updated: 2,
      failed: 1,
      errors: [{ id: none.id, message: "Enter request.headers.x-key again: the address has changed." }]
    })
    expect((await send(owner, "GET", `/domains/${two.id}`)).data).toMatchObject({
      request: { headers: { "x-key": "***" } },
      expect: [{ text: "ok" }]
    })
    const both = await send(owner, "PATCH", "/domains/bulk", {
      domainIds: [one.id, none.id],
      updates: { degradedAfterMs: 500, request: null }
    })
    expect(both.data).toMatchObject({ updated: 2, failed: 0 })
  })

  it.each([
    [{ request: "GET" }, "request must be null or an object."],
    [{ request: { method: "DELETE" } }, "request.method must be one of: GET, HEAD, OPTIONS, POST, PUT, PATCH."],
    [{ request: { metod: "GET" } }, "request.metod is not allowed here. Allowed: method, headers, body, auth."],
    [{ request: { headers: { Host: "a" } } }, "request.headers must not contain Host, which the connection sets."],
    [
      { request: { headers: { "Content-Length": "1" } } },
      "request.headers must not contain Content-Length, which the connection sets."
    ],
    [
      { request: { headers: { "Transfer-Encoding": "a" } } },
      "request.headers must not contain Transfer-Encoding, which the connection sets."
    ],
    [
      { request: { headers: { Connection: "a" } } },
      "request.headers must not contain Connection, which the connection sets."
    ],
    [{ request: { headers: { "a b": "c" } } }, 'request.headers must have only header names. "a b" is not one.'],
    [
      { request: { headers: { a: "b\r\nc: d" } } },
      "request.headers.a must not contain line breaks, control characters or characters that change the direction of text."
    ],
    [{ request: { headers: { a: "1", A: "2" } } }, "request.headers must not contain a header twice."],
    [
      { request: { headers: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`h${index}`, ""])) } },
      "request.headers must be an object with at most 20 entries."
    ],
    [
      { request: { headers: { a: "x".repeat(4_096), b: "x".repeat(4_096) } } },
      "request.headers must have at most 8192 bytes."
    ],
    [{ request: { body: "a" } }, "request must have a body only with POST, PUT, PATCH."],
    [{ request: { method: "POST", body: "ü".repeat(2_049) } }, "request.body must have at most 4096 bytes."],
    [{ request: { auth: {} } }, "request.auth must be an object with one of: username, token."],
    [{ request: { auth: { username: "a:b", password: "c" } } }, "request.auth must have a user name without a colon."],
    [{ request: { auth: { token: "a b" } } }, "request.auth.token must have no spaces and only ASCII characters."],
    [
      { expect: [{ txt: "a" }] },
      "expect[0] must be an object with one of: status, text, header, json, matches, responseTimeMs, minimumBytes, maximumBytes, certificate, ipVersion."
    ],
    [
      { expect: [{ text: "a" }, { text: "b", absnt: true }] },
      "expect[1].absnt is not allowed here. Allowed: text, absent, ignoreCase."
    ],
    [
      { expect: [{ status: "ok" }] },
      'expect[0].status must be statuses and ranges such as "200-299, 401", but it is the string "ok".'
    ],
    [
      { expect: [{ json: "a..b" }] },
      'expect[0].json must be a JSON path such as "$.data[0].status", but it is the string "a..b".'
    ],
    [
      { expect: [{ matches: "(a)\\1" }] },
      'expect[0].matches must be a pattern without back references, lookaheads or lookbehinds, but it is the string "(a)\\\\1".'
    ],
    [{ expect: [{ ipVersion: 5 }] }, "expect[0].ipVersion must be one of: 4, 6."],
    [{ degradedAfterMs: 0 }, "degradedAfterMs must be null or a whole number of milliseconds between 1 and 30000."]
  ])("are refused with a sentence about the field: %j", async (body, message) => {
    const owner = await world.account("agency")
    expectError(await send(owner, "POST", "/domains", { url: "refused.example.com", ...body }), 400, message)
    expectError(await send(owner, "POST", "/urls", { url: "refused.example.com", ...body }), 400, message)
    const { id } = await addDomain(api, owner)
    expectError(await send(owner, "PATCH", `/domains/${id}`, body), 400, message)
    expectError(await send(owner, "PATCH", "/domains/bulk", { domainIds: [id], updates: body }), 400, message)
  })

  it("have the limits of the plan: 400 on create, 403 on a change", async () => {
    const free = await world.account("free")
    const { id } = await addDomain(api, free)
    const method = { request: { method: "OPTIONS" } }
    const methodMessage = "request.method OPTIONS is not available on the Free plan, which has GET and HEAD."
    const six = { expect: Array.from({ length: 6 }, () => ({ text: "a" })) }
    const sixMessage = "expect can have at most 5 expectations on the Free plan."
    for (const [body, message] of [
      [method, methodMessage],
      [six, sixMessage]
    ] as const) {
      expectError(await send(free, "POST", "/domains", { url: "limits.example.com", ...body }), 400, message)
      expectError(await send(free, "POST", "/urls", { url: "limits.example.com", ...body }), 400, message)
      expectError(await send(free, "PATCH", `/domains/${id}`, body), 403, message)
      expectError(await send(free, "PATCH", "/domains/bulk", { domainIds: [id], updates: body }), 403, message)
    }
    const pro = await world.account("pro")
    const twentyOne = { expect: Array.from({ length: 21 }, () => ({ text: "a" })) }
    const listMessage = "expect must be a list of at most 20 entries."
    expectError(await send(pro, "POST", "/domains", { url: "limits.example.com", ...twentyOne }), 400, listMessage)
  })

  it.each(["POST", "PUT", "PATCH"])(
    "allow %s only for a host that is proven, and at most every 300 s",
    async (method) => {
      const owner = await world.account("agency")
      const host = `${method.toLowerCase()}.example.com`
      const request = { method, body: "a=1" }
      const refused = await send(owner, "POST", "/domains", { url: host, request })
      const proof = proofOf(owner, host)
      expectError(
        refused,
        400,
        `request.method ${method} requires proof that ${host} is yours. Publish the TXT record _mon.${host} with the text "${proof}", then try again.`
      )
      const other = await world.account("agency")
      const closed = await world.startApi({ zone: { [`_mon.${host}`]: { TXT: [proofOf(other, host)] } } })
      expect(
        (await closed.send("POST", "/api/v1/domains", { key: owner.key, body: { url: host, request } })).status
      ).toBe(400)
      const open = await world.startApi({ zone: { [`_mon.${host}`]: { TXT: ["v=spf1 -all", proof] } } })
      const sendOpen = (verb: string, path: string, body: unknown) =>
        open.send(verb, `/api/v1${path}`, { key: owner.key, body })
      const interval = `request.method ${method} needs a checkInterval of at least 300 seconds.`
      expectError(await sendOpen("POST", "/domains", { url: host, request, checkInterval: 299 }), 400, interval)
      const created = await sendOpen("POST", "/domains", { url: host, request, checkInterval: 300 })
      expect(created.status).toBe(201)
      expect(created.data["request"]).toEqual({ method, body: "***" })
      const one = `/domains/${String(created.data["id"])}`
      expectError(await sendOpen("PATCH", one, { checkInterval: 60 }), 400, interval)
      expect((await sendOpen("PATCH", one, { checkInterval: 60, request: null })).status).toBe(200)
      expectError(await sendOpen("PATCH", one, { request }), 400, interval)
      expect((await sendOpen("POST", "/urls", { url: host, request })).status).toBe(201)
    }
  )

  it("run again when the monitor is saved while the missing proof of its host is published", async () => {
    const owner = await world.account("agency")
    const host = "again.example.com"
    const open = await world.startApi({ zone: { [`_mon.${host}`]: { TXT: [proofOf(owner, host)] } } })
    const sendOpen = (verb: string, path: string, body?: unknown) =>
      open.send(verb, `/api/v1${path}`, { key: owner.key, ...(body === undefined ? {} : { body }) })
    const { id } = (await sendOpen("POST", "/domains", { url: host, request: { method: "POST" } })).data
    const path = `/domains/${String(id)}`
    expect((await sendOpen("GET", path)).data["stoppedOptions"]).toEqual([])
    await world.sql("update host_proof set stopped_at = mon_now() where hostname = $1", host)
    expect((await send(owner, "GET", path)).data["stoppedOptions"]).toEqual([
      {
        option: "request",
        reason: "host_not_proven",
        message: `The TXT record of _mon.${host} has been missing for 7 days; checks with POST are stopped. Publish it again, or choose another method.`
      }
    ])
    expect((await send(owner, "PATCH", path, { request: { method: "POST" } })).status).toBe(400)
    expect((await send(owner, "PATCH", path, { name: "Other" })).data["stoppedOptions"]).toHaveLength(1)
    const saved = await sendOpen("PATCH", path, { request: { method: "POST" } })
    expect(saved.data["stoppedOptions"]).toEqual([])
    await world.sql("update host_proof set stopped_at = mon_now() where hostname = $1", host)
    expect((await send(owner, "PATCH", path, { request: null })).data["stoppedOptions"]).toEqual([])
  })

  it("that a downgrade has stopped say so, stay stored, and cannot be set again", async () => {
    const owner = await world.account("agency")
    const texts = Array.from({ length: 6 }, (_, index) => ({ text: `word ${index}` }))
    const options = { request: { method: "OPTIONS" }, expect: texts }
    const domain = await addDomain(api, owner, { ...options, dkimSelectors: ["a", "b", "c", "d"] })
    const page = (await send(owner, "POST", "/urls", { url: "stopped.example.com", render: true, ...options })).data
    await world.sql(
      "update account set plan = 'free' where id = (select account_id from monitor where public_id = $1::uuid)",
      domain.id
    )
    const request = "Your plan allows requests with GET, HEAD; checks with OPTIONS are stopped."
    const expectations = "Your plan allows 5 expectations; the last one is stopped."
    const shown = (await send(owner, "GET", `/domains/${domain.id}`)).data
    expect(shown).toMatchObject({
      ...options,
      stoppedOptions: [
        { option: "request", reason: "plan_limit", message: request },
        { option: "expect", reason: "plan_limit", message: expectations },
        {
          option: "dkimSelectors",
          reason: "plan_limit",
          message: "Your plan allows 3 DKIM selectors; the last one is stopped."
        }
      ]
    })
    const list = (await send(owner, "GET", "/domains")).body as { readonly data: ReadonlyArray<unknown> }
    expect(list.data).toEqual([shown])
    expect((await send(owner, "GET", `/urls/${String(page["id"])}`)).data["stoppedOptions"]).toMatchObject([
      { option: "request" },
      { option: "expect" },
      { option: "render", message: "Your plan does not include render; the page's scripts do not run." }
    ])
    const path = `/domains/${domain.id}`
    expect((await send(owner, "PATCH", path, { name: "Other" })).status).toBe(200)
    expect((await send(owner, "PATCH", path, { expect: texts })).status).toBe(403)
    const fewer = await send(owner, "PATCH", path, { expect: texts.slice(0, 5), request: null, dkimSelectors: [] })
    expect(fewer.data["stoppedOptions"]).toEqual([])
  })

  it("can be changed by the owner and by members with write access, and by nobody else", async () => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner, { request: { headers: { "x-key": "one" } } })
    const writer = await world.member(owner, [{ domainId: id, canWrite: true }])
    const reader = await world.member(owner, [{ domainId: id, canWrite: false }])
    const outsider = await world.member(owner, [])
    const stranger = await world.account("agency")
    const body = { request: { headers: { "x-key": "***" } }, expect: [{ text: "a" }], degradedAfterMs: 5 }
    const path = `/domains/${id}`
    expect((await send(writer, "PATCH", path, body)).status).toBe(200)
    expect((await send(reader, "GET", path)).data).toMatchObject(body)
    expectError(await send(reader, "PATCH", path, body), 403, "You have read-only access to this domain.")
    expectError(await send(outsider, "PATCH", path, body), 404, "Domain not found.")
    expectError(await send(stranger, "PATCH", path, body), 404, "Domain not found.")
    const page = (await send(owner, "POST", "/urls", { url: "rights.example.com" })).data
    expectError(
      await send(writer, "PATCH", `/urls/${String(page["id"])}`, body),
      403,
      "Only the account owner can do this."
    )
    expectError(await send(stranger, "PATCH", `/urls/${String(page["id"])}`, body), 404, "URL not found.")
    for (const name of ["degradedAlerts", "contentFaultsOffer"]) {
      const changes = { [name]: true }
      expectError(await send(writer, "PATCH", "/settings", changes), 403, "Only the account owner can do this.")
      expect((await send(owner, "PATCH", "/settings", changes)).data[name]).toBe(true)
    }
  })
})
