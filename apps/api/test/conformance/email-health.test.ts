import { EmailHealthRecord } from "@mon/api-contract"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { emailHealthDouble } from "../EmailHealthDouble.ts"
import { expectResponse, expectError, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const required = "domain is required."
const invalid = "domain must be a public domain name, an e-mail address or a URL."

const decodeReport = Schema.decodeUnknownSync(EmailHealthRecord)

describe("email health", () => {
  let world: World
  let api: TestApi
  let second: TestApi
  let owner: TestAccount
  const engine = emailHealthDouble()
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ emailHealth: engine.layer })
    second = await world.startApi({ emailHealth: engine.layer })
    owner = await world.account()
  })
  afterAll(() => world.close())

  const check = (body: unknown, account?: TestAccount, server?: TestApi) =>
    (server ?? api).send("POST", "/api/v1/email-health", { key: (account ?? owner).key, body })
  const ofDomain = (id: string, { key } = owner, query = "") =>
    api.send("POST", `/api/v1/domains/${id}/email-health${query}`, { key })
  const checksOf = (domain: string) => engine.checked.filter((one) => one.domain === domain).map(({ fresh }) => fresh)

  it("returns a complete report", async () => {
    const response = await check({ domain: "whole.example.com" })
    const part = { status: expect.stringMatching(/^(?:ok|warn|fail|unknown)$/u), weight: expect.any(Number) }
    expectResponse(response, 200, {
      success: true,
      data: {
        domain: "whole.example.com",
        score: 97,
        grade: "A",
        incomplete: false,
        parked: expect.any(Boolean),
        rubricVersion: expect.any(String),
        checkedAt: TIME,
        cached: false,
        mx: expect.objectContaining({ ...part, hosts: [], provider: null }),
        spf: expect.objectContaining({ ...part, record: null, lookups: 0, tree: expect.any(Object) }),
        dkim: expect.objectContaining({ ...part, keys: [], selectorsProbed: expect.any(Number) }),
        dmarc: expect.objectContaining({
          ...part,
          record: null,
          policy: null,
          effectivePolicy: null,
          inheritedFrom: null
        }),
        blacklist: expect.objectContaining({ ...part, checked: [], listings: [] }),
        extras: expect.any(Object),
        findings: expect.arrayContaining([
          {
            code: expect.any(String),
            severity: expect.any(String),
            component: expect.any(String),
            message: expect.any(String),
            reference: expect.any(String),
            fix: null,
            record: null
          }
        ]),
        records: expect.any(Array),
        steps: expect.any(Array),
        queries: expect.any(Number)
      }
    })
    expect(decodeReport(response.data)).toEqual(response.data)
  })

  it.each([
    ["a URL", "https://www.clean.example.com:8443/contact?x#y"],
    ["an address", "ada@clean.example.com"],
    ["capitals and a trailing dot", "  WWW.Clean.Example.COM. "],
    ["a port", "clean.example.com:25"]
  ])("extracts the domain from %s", async (_, domain) => {
    expect((await check({ domain })).data).toMatchObject({ domain: "clean.example.com" })
  })

  it("converts an international name to ASCII", async () => {
    expect((await check({ domain: "bücher.example.com" })).data).toMatchObject({ domain: "xn--bcher-kva.example.com" })
  })

  it.each([
    ["nothing", undefined],
    ["an empty object", {}],
    ["an empty text", { domain: " " }],
    ["null", { domain: null }]
  ])("returns 400 for %s", async (_, body) => {
    expectError(await check(body), 400, required)
  })

  it.each([
    "localhost",
    "127.0.0.1",
    "http://[::1]/",
    "ada@",
    "exa mple.com",
    "host.invalid",
    "printer.local",
    "example.nosuchtld",
    7
  ])("returns 400 for %s, which is not a domain", async (domain) => {
    expectError(await check({ domain }), 400, invalid)
  })

  it("returns 400 for a domain that is too long", async () => {
    const message = "domain must be a string of at most 2048 characters."
    expectError(await check({ domain: `${"a".repeat(3_000)}.com` }), 400, message)
  })

  it("requires fresh to be true or false", async () => {
    expectError(await check({ domain: "example.com", fresh: "yes" }), 400, "fresh must be true or false.")
    const { id } = await addDomain(api, owner)
    expectError(await ofDomain(id, owner, "?fresh=yes"), 400, "fresh must be true or false.")
    expectError(await ofDomain(id, owner, "?fresh=true&fresh=true"), 400, "fresh must be true or false.")
  })

  it("caches a report for an hour for all processes, and fresh=true bypasses the cache", async () => {
    const first = await check({ domain: "kept.example.com" })
    for (const server of [api, second]) {
      const again = await check({ domain: "kept.example.com", fresh: false }, owner, server)
      expect(again.data).toEqual({ ...first.data, cached: true })
    }
    expect(checksOf("kept.example.com")).toEqual([false])
    engine.verdicts.set("kept.example.com", { score: 30, grade: "F", incomplete: false })
    expect((await check({ domain: "kept.example.com", fresh: true }, owner, second)).data).toMatchObject({
      grade: "F",
      cached: false
    })
    expect((await check({ domain: "kept.example.com" })).data).toMatchObject({ grade: "F", cached: true })
    expect(checksOf("kept.example.com")).toEqual([false, true])
    await world.sql(
      "update email_health_report set checked_at = checked_at - interval '1 hour' where domain = 'kept.example.com'"
    )
    expect((await check({ domain: "kept.example.com" })).data).toMatchObject({ cached: false })
  })

  it("shares one check among concurrent requests to all processes", async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        check({ domain: "crowd.example.com" }, owner, index % 2 === 0 ? api : second)
      )
    )
    expect(checksOf("crowd.example.com")).toEqual([false])
    expect(new Set(responses.map(({ data }) => data["checkedAt"])).size).toBe(1)
  })

  it("caches an incomplete report for only a minute", async () => {
    engine.verdicts.set("partly.example.com", { score: null, grade: null, incomplete: true })
    expect((await check({ domain: "partly.example.com" })).data).toMatchObject({
      score: null,
      grade: null,
      incomplete: true
    })
    expect((await check({ domain: "partly.example.com" })).data).toMatchObject({ cached: true })
    await world.sql(
      "update email_health_report set checked_at = checked_at - interval '1 minute' where domain = 'partly.example.com'"
    )
    expect((await check({ domain: "partly.example.com" })).data).toMatchObject({ cached: false })
  })

  it("returns 503 if the engine fails, caches nothing and logs the cause", async () => {
    engine.verdicts.set("broken.example.com", "broken")
    expectError(await check({ domain: "broken.example.com" }), 503, "Service temporarily unavailable.")
    expect(
      world.logs.some(
        ({ annotations }) => annotations["domain"] === "broken.example.com" && annotations["reason"] === "Fault"
      )
    ).toBe(true)
    engine.verdicts.delete("broken.example.com")
    expect((await check({ domain: "broken.example.com" })).data).toMatchObject({ cached: false })
  })

  it("of a monitored domain is that of its mail domain, and is added to its record", async () => {
    const { id } = await addDomain(api, owner, { url: "https://www.watched.example.com/shop" })
    const record = async () => (await api.send("GET", `/api/v1/domains/${id}`, { key: owner.key })).data["emailHealth"]
    expect(await record()).toBeNull()
    const response = await ofDomain(id)
    expectResponse(response, 200, {
      success: true,
      data: expect.objectContaining({ domain: "watched.example.com", cached: false, grade: "A" })
    })
    expect(await record()).toEqual({ score: 97, grade: "A", checkedAt: response.data["checkedAt"] })
    expect((await ofDomain(id)).data).toMatchObject({ cached: true })
    expect((await check({ domain: "watched.example.com" })).data).toMatchObject({ cached: true })
    engine.verdicts.set("watched.example.com", { score: 20, grade: "F", incomplete: false })
    expect((await ofDomain(id, owner, "?fresh=false")).data).toMatchObject({ cached: true })
    const fresh = await ofDomain(id, owner, "?fresh=true")
    expect(fresh.data).toMatchObject({ cached: false, grade: "F" })
    expect(await record()).toEqual({ score: 20, grade: "F", checkedAt: fresh.data["checkedAt"] })
    const notes = await world.sql(
      "select n.type, n.status from notification n join monitor m on m.id = n.monitor_id where m.public_id = $1::uuid",
      id
    )
    expect(notes).toEqual([{ type: "email_health_alert", status: "pending" }])
  })

  it("checks the selectors of the request, or else those of the monitored domain, for its account only", async () => {
    const optionsOf = (domain: string) =>
      engine.checked.filter((one) => one.domain === domain).map(({ options }) => [options.selectors, options.startTls])
    const domain = "options.example.com"
    const { id } = await addDomain(api, owner, { url: domain, dkimSelectors: ["ours"] })
    const stranger = await world.account()
    await ofDomain(id)
    expect((await check({ domain })).data).toMatchObject({ cached: true })
    expect((await check({ domain }, stranger)).data).toMatchObject({ cached: false })
    expect((await check({ domain, selectors: ["S2", "s1"] })).data).toMatchObject({ cached: false })
    expect((await check({ domain, selectors: ["s1", "s2"] })).data).toMatchObject({ cached: true })
    expect(optionsOf(domain)).toEqual([
      [["ours"], true],
      [[], false],
      [["s1", "s2"], true]
    ])
  })

  it("plans a stricter policy only if the reports were reviewed", async () => {
    const domain = "reviewed.example.com"
    const reviewed = () =>
      engine.checked.filter((one) => one.domain === domain).map(({ options }) => options.repair?.reportsReviewed)
    await check({ domain })
    expect((await check({ domain, reportsReviewed: true })).data).toMatchObject({ cached: false })
    expect((await check({ domain, reportsReviewed: true })).data).toMatchObject({ cached: true })
    const { id } = await addDomain(api, owner, { url: domain })
    expect((await ofDomain(id, owner, "?reportsReviewed=true")).data).toMatchObject({ cached: false })
    expect(reviewed()).toEqual([false, true, true])
  })

  it.each([
    [{ selectors: "s1" }, "selectors must be a list of at most 20 DKIM selectors."],
    [{ selectors: ["s1 s2"] }, "selectors must contain only DKIM selectors such as s2026."],
    [
      { selectors: Array.from({ length: 21 }, (_, index) => `s${index}`) },
      "selectors must be a list of at most 20 DKIM selectors."
    ],
    [{ reportsReviewed: "yes" }, "reportsReviewed must be true or false."]
  ])("returns 400 for %j", async (more, message) => {
    expectError(await check({ domain: "example.com", ...more }), 400, message)
  })

  it("limits the selectors of a domain by the plan: 400 for a new domain, 403 for a change", async () => {
    const free = await world.account("free")
    const selectors = ["s1", "s2", "s3"]
    const refusal = "A domain can have at most 3 DKIM selectors on the Free plan."
    const add = (dkimSelectors: ReadonlyArray<string>) =>
      api.send("POST", "/api/v1/domains", { key: free.key, body: { url: "free.example.com", dkimSelectors } })
    expectError(await add([...selectors, "s4"]), 400, refusal)
    const { data } = await add(selectors)
    expect(data).toMatchObject({ dkimSelectors: selectors })
    const change = (body: unknown) => api.send("PATCH", `/api/v1/domains/${data["id"]}`, { key: free.key, body })
    expectError(await change({ dkimSelectors: [...selectors, "s4"] }), 403, refusal)
    expectError(
      await change({ dkimSelectors: ["no selector"] }),
      400,
      "dkimSelectors must contain only DKIM selectors such as s2026."
    )
    expect((await change({ dkimSelectors: [] })).data).toMatchObject({ dkimSelectors: [] })
  })

  it("of an unknown, deleted or malformed id or another account's domain is a 404, without a check", async () => {
    const { id } = await addDomain(api, owner, { url: "hidden.example.com" })
    expectError(await ofDomain(absent), 404, "Domain not found.")
    expectError(await ofDomain("nonsense"), 404, "Domain not found.")
    expectError(await ofDomain(id, await world.account()), 404, "Domain not found.")
    await api.send("DELETE", `/api/v1/domains/${id}`, { key: owner.key })
    expectError(await ofDomain(id), 404, "Domain not found.")
    expect(checksOf("hidden.example.com")).toEqual([])
  })

  it("is available to members, for any domain name and for the domains that they can read", async () => {
    const shared = await addDomain(api, owner)
    const other = await addDomain(api, owner)
    const member = await world.member(owner, [{ domainId: shared.id, canWrite: false }])
    expect((await check({ domain: "member.example.com" }, member)).status).toBe(200)
    expect((await ofDomain(shared.id, member)).status).toBe(200)
    expectError(await ofDomain(other.id, member), 404, "Domain not found.")
    expectError(
      await check({ domain: "example.com" }, { ...owner, key: "mon_none" }),
      401,
      "Missing or invalid API key."
    )
  })

  describe("of all domains", () => {
    const standings = ({ key }: TestAccount) => api.send("GET", "/api/v1/email-health", { key })
    const history = (id: string, { key }: TestAccount, query = "") =>
      api.send("GET", `/api/v1/domains/${id}/email-health/history${query}`, { key })
    const component = {
      status: expect.stringMatching(/^(?:ok|warn|fail|unknown)$/u),
      score: expect.toSatisfy((score: unknown) => score === null || typeof score === "number"),
      weight: expect.any(Number),
      finding: expect.toSatisfy((code: unknown) => code === null || typeof code === "string")
    }
    const components = { mx: component, spf: component, dkim: component, dmarc: component, blacklist: component }

    it("is the newest result of each, without a check, and null before the first", async () => {
      const account = await world.account()
      const { id } = await addDomain(api, account, { url: "https://www.listed-first.example.com/", name: "First" })
      const pending = {
        domainId: id,
        name: "First",
        domain: "listed-first.example.com",
        emailHealthEnabled: true,
        score: null,
        grade: null,
        incomplete: false,
        checkedAt: null,
        components: null
      }
      expectResponse(await standings(account), 200, { success: true, data: [pending] })
      expect(checksOf("listed-first.example.com")).toEqual([])
      const report = await ofDomain(id, account)
      const known = { score: 97, grade: "A", checkedAt: report.data["checkedAt"], components }
      expectResponse(await standings(account), 200, { success: true, data: [{ ...pending, ...known }] })
    })

    it("has a history, newest first and limited", async () => {
      const account = await world.account()
      const { id } = await addDomain(api, account, { url: "https://past.example.com" })
      expectResponse(await history(id, account), 200, { success: true, data: [] })
      await ofDomain(id, account)
      engine.verdicts.set("past.example.com", { score: 20, grade: "F", incomplete: false })
      await ofDomain(id, account, "?fresh=true")
      const points = await history(id, account)
      expectResponse(points, 200, {
        success: true,
        data: [20, 97].map((score) => ({
          checkedAt: TIME,
          score,
          grade: score === 20 ? "F" : "A",
          incomplete: false,
          rubricVersion: expect.any(String),
          components
        }))
      })
      expect((await history(id, account, "?limit=1")).body).toMatchObject({ data: [{ score: 20 }] })
      expectError(await history(id, account, "?limit=0"), 400, "limit must be a whole number between 1 and 365.")
    })

    it("shows a member only the domains that it can read", async () => {
      const shared = await addDomain(api, owner)
      const other = await addDomain(api, owner)
      const member = await world.member(owner, [{ domainId: shared.id, canWrite: false }])
      const { body } = await standings(member)
      expect(body).toMatchObject({ success: true, data: [{ domainId: shared.id }] })
      expect((await history(shared.id, member)).status).toBe(200)
      expectError(await history(other.id, member), 404, "Domain not found.")
      expectError(await history("nonsense", member), 404, "Domain not found.")
      expectError(await history(shared.id, await world.account()), 404, "Domain not found.")
    })
  })
})
