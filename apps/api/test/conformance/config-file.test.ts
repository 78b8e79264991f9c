import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient, noChanges, wholeFile } from "../ConfigFile.ts"
import { expectError, ID, TIME } from "../Expected.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

describe("the configuration file", () => {
  let world: World
  let api: TestApi
  let client: ReturnType<typeof configClient>
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    client = configClient(api)
  })
  afterAll(() => world.close())

  it("creates everything of a file, and then changes nothing", async () => {
    const owner = await world.account("agency")
    const whole = wholeFile(owner)
    const plan = await client.planAs(owner, whole)
    expect(plan.refused).toEqual([])
    expect(plan.create.map(({ key, section }) => `${section}.${key}`)).toEqual([
      "tags.web",
      "tags.db",
      "domains.router",
      "domains.shop",
      "domains.old",
      "urls.pricing",
      "channels.ops",
      "routes.night",
      "routes.day",
      "maintenanceWindows.sunday",
      "statusPages.main",
      "scheduledReports.customer"
    ])
    expect(JSON.stringify(plan)).not.toMatch(/secret-|tk_|readers-password/u)
    expect((await client.as(owner)("GET", "/domains")).body).toMatchObject({ data: [] })
    const applied = await client.applyAs(owner, plan)
    expect([applied.status, applied.body]).toEqual([
      200,
      {
        success: true,
        data: {
          project: "acme-web",
          created: 12,
          updated: 0,
          adopted: 0,
          deleted: 0,
          appliedAt: TIME,
          warnings: []
        }
      }
    ])
    const again = await client.planAs(owner, whole)
    expect(again).toEqual({ ...noChanges, project: "acme-web", planId: ID, expiresAt: TIME })
    const exported = await client.fileOf(owner)
    expect(exported).not.toMatch(/secret-|tk_|readers-password/u)
    expect(exported).toMatch(/X-Probe: sealed:[0-9a-f]{16}/u)
    expect(await client.planAs(owner, exported)).toEqual({
      ...noChanges,
      project: "acme-web",
      planId: ID,
      expiresAt: TIME
    })
  })

  it("refuses a route to a person who is not in the account, with the path", async () => {
    const owner = await world.account("agency")
    const step = "{ afterMinutes: 0, targets: [nobody@example.org] }"
    const file = `version: 1\nproject: acme\nroutes:\n  all: { name: All, steps: [${step}] }\n`
    const { planId, refused } = await client.planAs(owner, file)
    expect([planId, refused.map(({ path }) => path)]).toEqual([null, ["routes.all"]])
    expect(refused[0]?.message).toContain("email addresses of people in your account")
  })

  it("takes the file itself as the body, in YAML and in JSON", async () => {
    const owner = await world.account()
    const yaml = "version: 1\nproject: acme\ndomains:\n  shop: { url: shop.example.org }\n"
    const json = JSON.stringify({ version: 1, project: "acme", domains: { shop: { url: "shop.example.org" } } })
    const { create } = await client.planAs(owner, yaml)
    for (const [type, body] of [
      ["application/yaml", yaml],
      ["text/yaml; charset=utf-8", yaml],
      ["application/json", json]
    ] as const) {
      const response = await api.send("POST", "/api/v1/config/plan", {
        key: owner.key,
        body,
        headers: { "Content-Type": type }
      })
      expect([response.status, response.data["changes"]]).toEqual([200, 1])
      expect(create).toHaveLength(1)
    }
    expectError(
      await client.as(owner)("POST", "/config/plan", {}),
      400,
      "document must be a string containing the whole configuration file."
    )
    expectError(
      await client.as(owner)("POST", "/config/plan", { document: 1 }),
      400,
      "document must be a string containing the whole configuration file."
    )
    const large = await client.as(owner)("POST", "/config/plan", { document: `# ${"x".repeat(4 * 1_024 * 1_024)}` })
    expectError(large, 413, "The file must be at most 4 MiB.")
  })

  it("names all mistakes of a file with their lines, and plans nothing", async () => {
    const owner = await world.account()
    const { planId, refused } = await client.planAs(
      owner,
      "version: 1\nproject: acme\ndomains:\n  shop: { url: 5, typo: 1 }\n"
    )
    expect(planId).toBeNull()
    expect(refused.map(({ line, path }) => [path, line])).toEqual([
      ["domains.shop.url", 4],
      ["domains.shop.typo", 4]
    ])
    const variables = await client.planAs(
      owner,
      'version: 1\nproject: acme\ndomains:\n  shop:\n    url: shop.example.org\n    request: { headers: { x: "${env:PROBE}" } }\n'
    )
    expect(variables.planId).toBeNull()
    expect(variables.refused).toEqual([
      {
        path: "domains.shop.request.headers.x",
        line: 6,
        column: 27,
        message:
          "${env:PROBE} in line 6, column 27 has no value. The service never reads environment variables. Use mon plan, which fills in the values."
      }
    ])
  })

  it("refuses what the single calls refuse, with the same sentences", async () => {
    const owner = await world.account("free")
    const many = Array.from({ length: 12 }, (_, index) => `  d${index}: { url: d${index}.example.org }`).join("\n")
    const { refused } = await client.planAs(
      owner,
      `version: 1\nproject: acme\ndomains:\n${many}\n  fast: { url: fast.example.org, checkInterval: 60 }\n  inside: { url: 10.0.0.1 }\n  same: { url: "https://d0.example.org/x" }\n`
    )
    const single = async (body: object) =>
      (await client.as(owner)("POST", "/domains", body)).body as { message: string }
    const found = new Map(refused.map(({ message, path }) => [path, message]))
    expect(found.get("domains.fast") ?? "").toBe("")
    expect(found.get("domains.inside")).toBe((await single({ url: "10.0.0.1" })).message)
    const tried = await client.planAs(
      owner,
      `version: 1\nproject: acme\ndomains:\n${many}\n  fast: { url: fast.example.org, checkInterval: 60 }\n  same: { url: "https://d0.example.org/x" }\n`
    )
    const messages = new Map(tried.refused.map(({ message, path }) => [path, message]))
    expect(messages.get("domains.fast")).toBe((await single({ url: "fast.example.org", checkInterval: 60 })).message)
    expect(messages.get("domains.same")).toBe("This domain is already being monitored.")
    expect(messages.get("domains.d11")).toMatch(/^Maximum domain limit \(\d+\) reached/u)
    expect((await client.as(owner)("GET", "/domains")).body).toMatchObject({ data: [] })
  })

  it("changes, orders and deletes only what the file owns", async () => {
    const owner = await world.account("agency")
    const whole = wholeFile(owner)
    const manual = (await client.as(owner)("POST", "/domains", { url: "manual.example.org" })).data.id
    await client.applyFile(owner, whole)
    const changed = whole
      .replace("checkInterval: 120", "checkInterval: 180")
      .replace(/ {2}old: .*\n/u, "")
      .replace(/( {2}night: .*\n)( {2}day: .*\n)/u, "$2$1")
      .replace("dependsOn: [router]", "dependsOn: []")
      .replace("name: Checkout", "name: Pay")
    const plan = await client.planAs(owner, changed)
    expect(plan).toMatchObject({
      changes: 4,
      create: [],
      delete: [{ section: "domains", key: "old", replaced: false }],
      routeOrder: { from: ["night", "day"], to: ["day", "night"] },
      unmanaged: [{ section: "domains", id: manual, name: "manual.example.org" }]
    })
    expect(plan.update).toMatchObject([
      {
        section: "domains",
        key: "shop",
        line: 10,
        changes: [
          { field: "checkInterval", line: 12, from: 120, to: 180 },
          { field: "dependsOn", from: ["router"], to: [] }
        ]
      },
      { section: "statusPages", key: "main", changes: [{ field: "components" }] }
    ])
    expectError(
      await client.applyAs(owner, plan),
      400,
      "This plan deletes 1 objects. Allow this with allowDelete, or keep the objects in the file."
    )
    expect((await client.applyAs(owner, plan, true)).data).toMatchObject({ updated: 2, deleted: 1 })
    expect(await client.planAs(owner, changed)).toMatchObject({ changes: 0, refused: [], drift: [], adopt: [] })
    expect((await client.as(owner)("GET", `/domains/${manual}`)).status).toBe(200)
  })

  it("shows what somebody changed by hand as drift, and undoes it", async () => {
    const owner = await world.account("agency")
    const whole = wholeFile(owner)
    await client.applyFile(owner, whole)
    const list = (await client.as(owner)("GET", "/domains")).body as {
      data: ReadonlyArray<{ id: string; url: string }>
    }
    const shop = list.data.find(({ url }) => url === "https://shop.example.org")?.id ?? absent
    await client.as(owner)("PATCH", `/domains/${shop}`, { checkInterval: 900, name: "By hand" })
    const plan = await client.planAs(owner, whole)
    expect(plan.drift).toMatchObject([
      { section: "domains", key: "shop", field: "name", applied: "shop.example.org", current: "By hand", line: 10 },
      { section: "domains", key: "shop", field: "checkInterval", applied: 120, current: 900, line: 12 }
    ])
    await client.applyAs(owner, plan)
    expect((await client.as(owner)("GET", `/domains/${shop}`)).data).toMatchObject({
      checkInterval: 120,
      name: "shop.example.org"
    })
  })

  it("gives a report another tag in the change that deletes the old one", async () => {
    const owner = await world.account("agency")
    const file = (tags: string, tag: string) =>
      `version: 1\nproject: acme\ntags: ${tags}\nscheduledReports:\n` +
      `  customer: { name: Customer, every: week, recipients: ["${owner.email}"], tag: ${tag} }\n`
    await client.applyFile(owner, file("{ old: { name: Old } }", "old"))
    const before = (await client.as(owner)("GET", "/scheduled-reports")).body
    expect(before).toMatchObject({ data: [{ name: "Customer", tag: "Old", language: "en" }] })
    const changed = file("{ new: { name: New } }", "new")
    await client.applyFile(owner, changed, true)
    const after = (await client.as(owner)("GET", "/scheduled-reports")).body
    const [report] = (before as { data: ReadonlyArray<{ id: string }> }).data
    expect(after).toMatchObject({ data: [{ id: report?.id, tag: "New", recipients: [{ state: "confirmed" }] }] })
    expect(await client.planAs(owner, changed)).toMatchObject({ changes: 0, refused: [], drift: [] })
    const gone = await client.planAs(owner, file("{ new: { name: New } }", "old"))
    expect(gone.refused).toMatchObject([{ path: "scheduledReports.customer.tag", line: 5 }])
  })

  it("asks the recipients of a report after apply, not after plan", async () => {
    const owner = await world.account("agency")
    const customer = `customer-${owner.id.slice(-12)}@example.com`
    const file =
      "version: 1\nproject: acme\nscheduledReports:\n" +
      `  all: { name: All, every: month, recipients: [${customer}], timezone: Europe/Berlin }\n`
    const questions = async () =>
      ((await world.sql("select 1 from report_recipient where address = $1", customer)) as ReadonlyArray<unknown>)
        .length
    const plan = await client.planAs(owner, file)
    expect([plan.refused, await questions()]).toEqual([[], 0])
    await client.applyAs(owner, plan)
    expect(await questions()).toBe(1)
    expect((await client.as(owner)("GET", "/scheduled-reports")).body).toMatchObject({
      data: [{ timezone: "Europe/Berlin", recipients: [{ email: customer, state: "pending" }] }]
    })
    expect(await client.fileOf(owner)).toContain(customer)
  })

  it("exports what routes and windows cover, also when it is not what their monitors say", async () => {
    const owner = await world.account("agency")
    const as = client.as(owner)
    const made = async (path: string, body: object) => String((await as("POST", path, body)).data["id"])
    const [kept, dropped] = [
      await made("/domains", { url: "kept.example.org" }),
      await made("/domains", { url: "dropped.example.org" })
    ]
    const steps = [{ afterMinutes: 0, targets: ["email"] }]
    await made("/routes", { name: "Everything", scope: "all", monitorIds: [kept], steps })
    await made("/routes", { name: "Nothing left", monitorIds: [dropped], steps })
    const once = { startsAt: "2099-01-03T01:00:00Z", minutes: 60, timezone: "UTC" }
    await made("/maintenance-windows", { name: "All of it", ...once, wholeAccount: true, domainIds: [kept] })
    await made("/maintenance-windows", { name: "Nothing left", ...once, domainIds: [dropped] })
    await as("DELETE", `/domains/${dropped}`)
    const exported = await client.fileOf(owner)
    expect(await client.planAs(owner, exported)).toMatchObject({ changes: 0, refused: [], update: [] })
    await client.applyFile(owner, exported)
    const routes = (await as("GET", "/routes")).body as { data: ReadonlyArray<{ name: string; scope: string }> }
    expect(routes.data.map(({ name, scope }) => [name, scope])).toEqual(
      expect.arrayContaining([
        ["Everything", "all"],
        ["Nothing left", "chosen"]
      ])
    )
  })

  it("exports YAML or JSON, by query or by Accept", async () => {
    const owner = await world.account()
    await client.applyFile(owner, "version: 1\nproject: acme\ntags:\n  one: { name: One }\n")
    const read = (path: string, headers = {}) => api.send("GET", `/api/v1${path}`, { key: owner.key, headers })
    const yaml = await read("/config")
    expect([yaml.status, yaml.headers["content-type"]]).toEqual([200, "application/yaml; charset=utf-8"])
    expect(yaml.text).toBe(
      `# yaml-language-server: $schema=${api.origin}/docs/mon.schema.json\nversion: 1\nproject: acme\ntags:\n  one:\n    name: One\n    sortOrder: 0\n`
    )
    const json = await read("/config", { Accept: "application/json" })
    expect(json.headers["content-type"]).toBe("application/json; charset=utf-8")
    expect(json.body).toMatchObject({ version: 1, project: "acme", tags: { one: { name: "One" } } })
    expect((await read("/config?format=json")).text).toBe(json.text)
    expect((await read("/config?format=yaml", { Accept: "application/json" })).text).toBe(yaml.text)
    expectError(await read("/config?format=xml"), 400, "format must be one of: yaml, json.")
    const schema = await api.send("GET", "/docs/mon.schema.json")
    expect([schema.status, schema.body]).toMatchObject([200, { title: "Mon configuration file" }])
  })
})
