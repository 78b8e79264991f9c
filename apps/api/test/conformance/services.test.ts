import { ServiceTrials, type TriedService } from "@mon/checks"
import type { ServiceTrial } from "@mon/model"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient, noChanges } from "../ConfigFile.ts"
import { expectError, expectResponse } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const postgres = {
  type: "postgres",
  target: "db.example.com",
  login: { username: "mon", password: "canary" },
  query: "select 1"
}
const shownPostgres = { ...postgres, login: { username: "mon", password: "***" } }
const tcp = { type: "tcp", target: "db.example.com:4000" }

const mail = {
  type: "mailRoundTrip",
  send: { target: "smtp.example.com:587", tls: "required", login: { username: "probe", password: "canary" } },
  from: "probe@example.com",
  to: "inbox@example.com",
  receive: { target: "imap.example.com", tls: "fromStart", login: { username: "inbox", password: "canary too" } }
}
const read = { name: "read", url: "https://db.example.com/{{uuid}}", auth: { token: "{{password}}" } }
const steps = { type: "httpSteps", secrets: { password: "canary" }, steps: [read] }
const shownSteps = { ...steps, secrets: { password: "***" }, steps: [{ ...read, auth: { token: "***" } }] }
const post = { name: "sign in", url: "https://login.example.com/", form: { password: "{{password}}" } }

const hidden = { password: "***" }
const shownMail = {
  ...mail,
  send: { ...mail.send, login: { ...mail.send.login, ...hidden } },
  receive: { ...mail.receive, login: { ...mail.receive.login, ...hidden } }
}

const timeoutRefusal = (type: string, minimum: number, maximum: number) =>
  `timeoutSeconds must be between ${minimum} and ${maximum} for services of the type ${type}.`

const mailFile = (more: string, receive = "imap.example.com") => `version: 1
project: shop
services:
  mail:
    name: Mail
    check:
      type: mailRoundTrip
      send: { target: smtp.example.com, login: { username: probe, password: canary } }
      from: probe@example.com
      to: inbox@example.com
      receive: { target: ${receive}, login: { username: inbox, password: canary } }
${more}`

const trial: ServiceTrial = {
  status: "up",
  url: "tcp://db.example.com:4000",
  address: "192.0.2.1",
  slow: null,
  responseTimeMs: 12,
  timings: { dnsMs: 1, connectMs: 2, tlsMs: null, waitMs: null, downloadMs: null },
  expectations: [],
  certificateProblems: [],
  found: [],
  error: null
}

describe("services", () => {
  let world: World
  let api: TestApi
  const statements: Array<string> = []
  const tried: Array<TriedService> = []
  const serviceTrials = Layer.succeed(ServiceTrials, {
    run: (service) =>
      Effect.sync(() => {
        tried.push(service)
        return trial
      })
  })
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      statements,
      serviceTrials,
      zone: { "inside.example.com": { A: ["10.0.0.1"] }, "db.example.com": { A: ["93.184.216.34"] } }
    })
  })
  afterAll(() => world.close())

  const as =
    ({ key }: Pick<TestAccount, "key">) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })

  it("POST /services returns the service with defaults, and never its secrets", async () => {
    const owner = await world.account("agency")
    const before = statements.length
    const { data, status } = await as(owner)("POST", "/services", { check: postgres })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      url: "postgres://db.example.com:5432",
      hostname: "db.example.com",
      name: "postgres://db.example.com:5432",
      check: shownPostgres,
      status: "unknown",
      checkInterval: 300,
      timeoutSeconds: 10,
      inverted: false,
      expect: [],
      ssl: null
    })
    expect(JSON.stringify(await as(owner)("GET", `/services/${data.id}`))).not.toContain("canary")
    expect(JSON.stringify(await as(owner)("GET", "/audit-log"))).not.toContain("canary")
    expect(statements.slice(before).join("\n")).not.toContain("canary")
  })

  it("have the address of their check", async () => {
    const owner = await world.account("agency")
    for (const [check, url] of [
      [tcp, "tcp://db.example.com:4000"],
      [{ type: "smtp", target: "DB.example.com", tls: "fromStart" }, "smtp://db.example.com:465"],
      [{ type: "icmp", target: "db.example.com" }, "icmp://db.example.com"],
      [{ type: "dns", server: "93.184.216.53", name: "example.com", recordType: "MX" }, "dns://93.184.216.53:53"],
      [{ type: "webSocket", url: "wss://db.example.com/live?key=1" }, "wss://db.example.com:443/live"]
    ] as const)
      expect((await as(owner)("POST", "/services", { check })).data).toMatchObject({ url, check: { type: check.type } })
  })

  it.each([
    [{}, "check is required."],
    [{ check: null }, "check must have a type: "],
    [{ check: {} }, "check must have a type: tcp, tls, dns, "],
    [{ check: { type: "telnet", target: "db.example.com" } }, "check must have a type: "],
    [{ check: { type: "tcp" } }, "check.target must be there."],
    [
      { check: { type: "tcp", target: "db.example.com" } },
      "check.target must be a host and a port such as db.example.com:4000."
    ],
    [{ check: { type: "tcp", target: "db.example.com:70000" } }, "check.target must be a host"],
    [{ check: { type: "postgres", target: "db.example.com", qurey: "1" } }, "check.qurey is not allowed here."],
    [{ check: { type: "udp", target: "db.example.com:9", send: "a", receive: "(" } }, "check.receive must be"],
    [{ check: { type: "tcp", target: "inside.example.com:22" } }, "The address of the service must be public."],
    [{ check: { type: "tcp", target: "127.0.0.1:22" } }, "The address of the service must be public."],
    [{ check: tcp, timeoutSeconds: 30, checkInterval: 30 }, "Timeout must be less than check interval."],
    [{ check: tcp, checkInterval: 30 }, "Check interval must be at least 59 seconds on the Agency plan."],
    [
      { check: { type: "smtp", target: "db.example.com" }, checkInterval: 59 },
      "checkInterval must be at least 60 seconds for services of the type smtp."
    ],
    [{ check: postgres, inverted: true }, "inverted is only for services of the type tcp, not postgres."],
    [{ check: tcp, expect: [{ status: "200" }] }, "expect[0]"]
  ])("POST /services refuses %j", async (fields, message) => {
    const owner = await world.account("agency")
    for (const path of ["/services", "/services/try"]) {
      const { body, status } = await as(owner)("POST", path, fields)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
    }
  })

  it("keep a stored secret only while type, host and port stay the same", async () => {
    const owner = await world.account("agency")
    const { data } = await as(owner)("POST", "/services", { check: postgres })
    const change = (check: object) => as(owner)("PATCH", `/services/${data.id}`, { check })
    const kept = await change({ ...shownPostgres, database: "shop" })
    expect(kept.data).toMatchObject({ check: { ...shownPostgres, database: "shop" } })
    for (const moved of [{ target: "other.example.com" }, { target: "db.example.com:5433" }, { type: "mysql" }])
      expectError(
        await change({ ...shownPostgres, ...moved }),
        400,
        "Enter check.login.password again: the address has changed."
      )
    expect((await change(tcp)).data).toMatchObject({ url: "tcp://db.example.com:4000", check: tcp })
  })

  it("of mail have both servers in their address, and keep each secret for its own server", async () => {
    const owner = await world.account("agency")
    const { body, data } = await as(owner)("POST", "/services", { check: mail })
    expect(data).toMatchObject({
      url: "mailRoundTrip://smtp.example.com:587/imap.example.com:993",
      hostname: "smtp.example.com",
      check: shownMail,
      checkInterval: 300,
      timeoutSeconds: 120
    })
    expect(JSON.stringify(body)).not.toContain("canary")
    const change = (check: object) => as(owner)("PATCH", `/services/${data.id}`, { check })
    const swapped = { ...shownMail, send: shownMail.receive, receive: shownMail.send }
    for (const moved of [
      { ...shownMail, receive: { ...shownMail.receive, target: "imap.example.net" } },
      { ...shownMail, send: { ...shownMail.send, target: "smtp.example.net:587" } },
      swapped
    ])
      expectError(await change(moved), 400, "Enter check.send.login.password again: the address has changed.")
    expect((await change({ ...shownMail, authentication: { spf: "pass" } })).data).toMatchObject({
      check: { authentication: { spf: "pass" } }
    })
    expect((await as(owner)("POST", `/services/${data.id}/try`, { check: shownMail })).status).toBe(200)
    // A trial is shorter than a request through a proxy may be.
    expect(tried.at(-1)).toMatchObject({ check: mail, timeoutMs: 55_000 })
  })

  it.each([
    [{ receive: { target: "inside.example.com" } }, {}, "The address of the service must be public."],
    [{ send: { target: "10.0.0.1:25" } }, {}, "The address of the service must be public."],
    [{ to: "no address" }, {}, "check.to must be an email address in ASCII."],
    [{ receive: { target: "imap.example.com:0" } }, {}, "check.receive.target must be a host"],
    [{}, { checkInterval: 299 }, "checkInterval must be at least 300 seconds for services of the type mailRoundTrip."],
    [{}, { timeoutSeconds: 19 }, "timeoutSeconds must be between 20 and 300 for services of the type mailRoundTrip."],
    [{}, { timeoutSeconds: 300 }, "Timeout must be less than check interval."]
  ])("of mail are refused with %j and %j", async (part, fields, message) => {
    const owner = await world.account("agency")
    for (const path of ["/services", "/services/try"]) {
      const { body, status } = await as(owner)("POST", path, { check: { ...mail, ...part }, ...fields })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
    }
  })

  it("of HTTP steps have all origins in their address, and never show their secrets", async () => {
    const owner = await world.account("agency")
    const { body, data } = await as(owner)("POST", "/services", { check: steps })
    expect(data).toMatchObject({
      url: "httpSteps:https://db.example.com",
      hostname: "db.example.com",
      check: shownSteps,
      checkInterval: 300,
      timeoutSeconds: 60
    })
    expect(JSON.stringify(body)).not.toContain("canary")
    const change = (check: object) => as(owner)("PATCH", `/services/${data.id}`, { check })
    const moved = { ...shownSteps, steps: [{ ...shownSteps.steps[0], url: "https://other.example.com/" }] }
    expectError(await change(moved), 400, "Enter check.steps[0].auth.token again: the address has changed.")
    const more = { ...shownSteps, steps: [...shownSteps.steps, { name: "more", url: "https://other.example.com/" }] }
    expectError(await change(more), 400, "Enter check.secrets.password again: the address has changed.")
    expect((await as(owner)("POST", `/services/${data.id}/try`, { check: shownSteps })).status).toBe(200)
    expect(tried.at(-1)).toMatchObject({ check: steps, timeoutMs: 55_000 })
    const quick = await as(owner)("POST", "/services", { check: steps, checkInterval: 60 })
    expect(quick.data).toMatchObject({ checkInterval: 60, timeoutSeconds: 30 })
  })

  it.each([
    [[{ ...read, name: "" }], {}, "check.steps[0].name must be a string of 1 to 100 characters"],
    [[read, read], {}, "check must have steps with different names."],
    [[{ ...read, url: "https://db.example.com/{{later}}" }], {}, "check.steps[0] must only use values that exist."],
    [[{ ...read, url: "https://{{host}}/" }], {}, "check.steps[0].url must be an http or https URL"],
    [[read, { name: "in", url: "http://inside.example.com/" }], {}, "The address of the service must be public."],
    [[{ ...read, method: "DELETE" }], {}, "check.steps[0].method must be one of: GET"],
    [[{ ...read, method: "GET", body: "a" }], {}, "check.steps[0] must have a body or a form only with POST"],
    [[{ ...post, body: "a" }], {}, "check.steps[0] must not have both body and form."],
    [[{ ...read, headers: { host: "a" } }], {}, "check.steps[0].headers must not contain host"],
    [[post], { checkInterval: 299 }, "check.steps with the method POST need a checkInterval of at least 300 seconds."],
    [[post], {}, "check.steps with the method POST require proof that login.example.com is yours."],
    [[read], { checkInterval: 59 }, "checkInterval must be at least 60 seconds for services of the type httpSteps."]
  ])("of HTTP steps are refused with %j and %j", async (list, fields, message) => {
    const owner = await world.account("agency")
    for (const path of ["/services", "/services/try"]) {
      const { body, status } = await as(owner)("POST", path, { check: { ...steps, steps: list }, ...fields })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
    }
  })

  it("of HTTP steps have only the methods and the expectations of the plan", async () => {
    const owner = await world.account("free")
    const create = (list: ReadonlyArray<object>) => as(owner)("POST", "/services", { check: { ...steps, steps: list } })
    expectError(
      await create([post]),
      400,
      "check.steps cannot have the method POST on the Free plan, which has GET and HEAD."
    )
    const expect100 = Array.from({ length: 20 }, () => ({ status: "200" }))
    expect((await create([{ ...read, expect: expect100 }])).body).toMatchObject({
      message: expect.stringMatching(/^check\.steps can have at most \d+ expectations on the Free plan\.$/u)
    })
  })

  it("of HTTP steps are in the configuration file, with their secrets as hashes", async () => {
    const owner = await world.account("agency")
    const client = configClient(api)
    const file = `version: 1
project: shop
services:
  shop:
    name: Shop
    checkInterval: 300
    check:
      type: httpSteps
      secrets: { password: canary }
      steps:
        - name: first
          url: https://db.example.com/
          headers: { x-key.id: canary, x-other: canary }
          take: [{ json: $.id, name: id }]
        - { name: second, url: "https://db.example.com/{{id}}", auth: { token: "{{password}}" } }
`
    expect(await client.applyFile(owner, file)).toMatchObject({ created: 1 })
    const exported = await client.fileOf(owner)
    expect(exported).not.toContain("canary")
    expect(await client.planAs(owner, exported)).toMatchObject(noChanges)
    const changed = exported.replace("https://db.example.com/{{id}}", "https://db.example.com/orders/{{id}}")
    expect(changed).not.toBe(exported)
    expect(await client.applyFile(owner, changed)).toMatchObject({ updated: 1 })
  })

  it("have a time limit that fits their type, also if only one of the two changes", async () => {
    const owner = await world.account("agency")
    const { data: short } = await as(owner)("POST", "/services", { check: tcp })
    const { data: long } = await as(owner)("POST", "/services", { check: mail, timeoutSeconds: 60 })
    expectError(
      await as(owner)("POST", "/services", { check: tcp, timeoutSeconds: 31 }),
      400,
      timeoutRefusal("tcp", 2, 30)
    )
    expectError(
      await as(owner)("PATCH", `/services/${short.id}`, { timeoutSeconds: 31 }),
      400,
      timeoutRefusal("tcp", 2, 30)
    )
    expectError(await as(owner)("PATCH", `/services/${long.id}`, { check: tcp }), 400, timeoutRefusal("tcp", 2, 30))
    expectError(
      await as(owner)("PATCH", `/services/${short.id}`, { check: mail }),
      400,
      timeoutRefusal("mailRoundTrip", 20, 300)
    )
    expect((await as(owner)("PATCH", `/services/${long.id}`, { timeoutSeconds: 299 })).data.timeoutSeconds).toBe(299)
    const { data } = await as(owner)("PATCH", "/services/bulk", {
      serviceIds: [short.id, long.id],
      updates: { timeoutSeconds: 90 }
    })
    expect(data).toMatchObject({ updated: 1, errors: [{ id: short.id, message: timeoutRefusal("tcp", 2, 30) }] })
    const both = await as(owner)("PATCH", `/services/${long.id}`, { check: tcp, timeoutSeconds: 10 })
    expect(both.data).toMatchObject({ check: tcp, timeoutSeconds: 10 })
  })

  it("may have the same address twice, up to the limit of the plan", async () => {
    const owner = await world.account("free")
    for (let count = 0; count < 5; count++)
      expect((await as(owner)("POST", "/services", { check: tcp })).status).toBe(201)
    expectError(
      await as(owner)("POST", "/services", { check: tcp }),
      400,
      "Maximum service limit (5) reached. Upgrade your plan to add more services."
    )
  })

  it("are tried without being stored, with the secrets that are stored for the same address", async () => {
    const owner = await world.account("agency")
    expectResponse(await as(owner)("POST", "/services/try", { check: tcp, timeoutSeconds: 5 }), 200, {
      success: true,
      data: trial
    })
    expect(tried.at(-1)).toMatchObject({ check: tcp, timeoutMs: 5_000, inverted: false })
    expect((await as(owner)("GET", "/services")).body).toMatchObject({ data: [] })
    const { data } = await as(owner)("POST", "/services", { check: postgres, expect: [{ responseTimeMs: 500 }] })
    expect((await as(owner)("POST", `/services/${data.id}/try`, { check: shownPostgres })).status).toBe(200)
    expect(tried.at(-1)).toMatchObject({ check: postgres, expect: [{ responseTimeMs: 500 }] })
    const moved = { ...shownPostgres, target: "other.example.com" }
    expectError(
      await as(owner)("POST", `/services/${data.id}/try`, { check: moved }),
      400,
      "Enter check.login.password again: the address has changed."
    )
    expectError(
      await as(owner)("POST", `/services/${data.id}/try`, { check: { ...tcp, target: "inside.example.com:22" } }),
      400,
      "The address of the service must be public."
    )
  })

  it("are changed together, paused, resumed, and deleted", async () => {
    const owner = await world.account("agency")
    const ids: Array<string> = []
    for (const name of ["a", "b"])
      ids.push(
        (await as(owner)("POST", "/services", { name, check: { type: "smtp", target: "db.example.com" } })).data.id
      )
    const bulk = (updates: object) => as(owner)("PATCH", "/services/bulk", { serviceIds: ids, updates })
    expect((await bulk({ timeoutSeconds: 20 })).data).toMatchObject({ updated: 2, failed: 0 })
    expect((await bulk({ checkInterval: 59 })).data).toMatchObject({
      updated: 0,
      errors: ids.map(() => ({
        message: "checkInterval must be at least 60 seconds for services of the type smtp."
      }))
    })
    const [first] = ids
    expect((await as(owner)("POST", `/services/${first}/pause`)).data).toMatchObject({ isPaused: true })
    expect((await as(owner)("POST", `/services/${first}/resume`)).data).toMatchObject({ isPaused: false })
    expect((await as(owner)("GET", `/services/${first}/incidents`)).data).toEqual([])
    expect((await as(owner)("GET", `/services/${first}/history`)).data).toEqual([])
    expect((await as(owner)("GET", `/services/${first}/timeline?range=7d`)).data).toMatchObject({ buckets: [] })
    const { data } = await as(owner)("DELETE", "/services/bulk", { serviceIds: ids, confirmation: "DELETE" })
    expect(data).toMatchObject({ deleted: 2, failed: 0 })
  })

  it("are in the configuration file, with their secrets as hashes", async () => {
    const owner = await world.account("agency")
    const client = configClient(api)
    const file = `version: 1
project: shop
services:
  orders: { name: Orders, check: { type: postgres, target: db.example.com, login: { username: mon, password: canary } } }
  gate: { name: Gate, inverted: true, check: { type: tcp, target: "db.example.com:23" }, dependsOn: [orders] }
`
    expect(await client.applyFile(owner, file)).toMatchObject({ created: 2, updated: 0 })
    expect((await as(owner)("GET", "/services")).data).toMatchObject([
      { name: "Gate", url: "tcp://db.example.com:23", inverted: true },
      { name: "Orders", url: "postgres://db.example.com:5432", check: { login: { password: "***" } } }
    ])
    const exported = await client.fileOf(owner)
    expect(exported).not.toContain("canary")
    expect(exported).toMatch(/password: sealed:[\da-f]{16}/u)
    expect(await client.planAs(owner, exported)).toMatchObject(noChanges)
    const changed = exported.replace("target: db.example.com\n", "target: db.example.com\n      database: shop\n")
    expect(changed).not.toBe(exported)
    expect(await client.applyFile(owner, changed)).toMatchObject({ created: 0, updated: 1 })
    expect((await as(owner)("GET", "/services")).data).toMatchObject([{}, { check: { database: "shop" } }])
    const moved = changed.replace("target: db.example.com\n", "target: other.example.com\n")
    expect((await client.planAs(owner, moved)).refused).toMatchObject([
      { message: "Enter check.login.password again: the address has changed." }
    ])
  })

  it("of mail are in the configuration file, with the default time limit of their type", async () => {
    const owner = await world.account("agency")
    const client = configClient(api)
    expect((await client.planAs(owner, mailFile("    timeoutSeconds: 10\n"))).refused).toMatchObject([
      { message: "timeoutSeconds must be between 20 and 300 for services of the type mailRoundTrip." }
    ])
    expect((await client.planAs(owner, mailFile("", "inside.example.com"))).refused).toHaveLength(1)
    expect(await client.applyFile(owner, mailFile(""))).toMatchObject({ created: 1 })
    expect((await as(owner)("GET", "/services")).data).toMatchObject([{ timeoutSeconds: 120 }])
    expect(await client.planAs(owner, mailFile(""))).toMatchObject(noChanges)
    const exported = await client.fileOf(owner)
    expect(exported).not.toContain("canary")
    expect(await client.planAs(owner, exported)).toMatchObject(noChanges)
  })

  it("on hosts that nobody has proven are refused by a service for strangers", async () => {
    const strict = await world.startApi({ serviceTrials, settings: { serviceTargets: "proven" } })
    const owner = await world.account("agency")
    const create = (check: object) => strict.send("POST", "/api/v1/services", { key: owner.key, body: { check } })
    for (const [check, message] of [
      [
        tcp,
        "check requires proof that db.example.com is yours. Publish the TXT record _mon.db.example.com with the text"
      ],
      [{ type: "tcp", target: "db.example.com:22" }, "check.target must have the usual port of the type tcp"],
      [{ type: "ssh", target: "93.184.216.34" }, "check.target must be a name"],
      [{ type: "udp", target: "db.example.com:9000", send: "a" }, "check.type udp is not available"],
      [mail, "check requires proof that smtp.example.com is yours."],
      [{ ...mail, receive: { target: "imap.example.com:22" } }, "check.target must have the usual port"]
    ] as const) {
      const { body, status } = await create(check)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
    }
    for (const check of [
      { type: "dns", server: "93.184.216.53", name: "example.com", recordType: "A" },
      { type: "tls", target: "db.example.com" }
    ])
      expect((await create(check)).status).toBe(201)
  })

  it("of mail need the proof of both servers and of the domains of both addresses", async () => {
    const zone: Record<string, { readonly TXT: ReadonlyArray<string> }> = {}
    const owner = await world.account("agency")
    const check = { ...mail, from: "probe@sender.example", to: "inbox@recipient.example" }
    // A new service has no earlier answers in its cache.
    const create = async () => {
      const strict = await world.startApi({ serviceTrials, zone: { ...zone }, settings: { serviceTargets: "proven" } })
      return strict.send("POST", "/api/v1/services", { key: owner.key, body: { check } })
    }
    const asked: Array<string> = []
    for (let count = 0; count < 4; count++) {
      const { body } = await create()
      const [, name = "", text = ""] =
        /TXT record (\S+) with the text \\"([^"\\]+)\\"/u.exec(JSON.stringify(body)) ?? []
      asked.push(name)
      zone[name] = { TXT: [text] }
    }
    expect(asked).toEqual([
      "_mon.smtp.example.com",
      "_mon.imap.example.com",
      "_mon.recipient.example",
      "_mon.sender.example"
    ])
    expect((await create()).status).toBe(201)
  })
})
