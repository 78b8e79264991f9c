import { RecordObserver } from "@mon/checks"
import { EmailHealthRecord, EmailHealthVerification } from "@mon/api-contract"
import { Effect, Layer, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { emailHealthDouble } from "../EmailHealthDouble.ts"
import { expectError, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const DOMAINS = ["repaired", "half", "often", "private"].map((name) => `${name}.example.com`)
/** There is no DMARC record, and the SPF record allows everybody. */
const RECORDS = { MX: [{ preference: 10, exchange: "mx.example.net" }], TXT: ["v=spf1 +all"] }

const decodeReport = Schema.decodeUnknownSync(EmailHealthRecord)
const decode = Schema.decodeUnknownSync(EmailHealthVerification)

/** Creates name servers that have the records that a test publishes. */
const nameServers = () => {
  const published = new Map<string, ReadonlyArray<string>>()
  const asked: Array<string> = []
  const behind = new Set<string>()
  const layer = Layer.succeed(RecordObserver, {
    observe: ({ name, type }) =>
      Effect.sync(() => {
        asked.push(`${name} ${type}`)
        const answer = (server: string) => {
          const values = behind.has(server) ? [] : (published.get(`${name} ${type}`) ?? [])
          return { server, status: values.length === 0 ? ("nodata" as const) : ("ok" as const), values, ttl: 3_600 }
        }
        return {
          servers: [answer("ns1.example.net 192.0.2.53"), answer("ns2.example.net 192.0.2.54")],
          resolver: answer("resolver"),
          resolvers: []
        }
      })
  })
  return { published, asked, behind, layer }
}

describe("the repair of a domain", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  const engine = emailHealthDouble(Object.fromEntries(DOMAINS.map((domain) => [domain, RECORDS])))
  const servers = nameServers()
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ emailHealth: engine.layer, records: servers.layer })
    owner = await world.account()
  })
  afterAll(() => world.close())

  const verify = (id: string, { key } = owner, query = "") =>
    api.send("POST", `/api/v1/domains/${id}/email-health/verify${query}`, { key })
  const minuteLater = () => world.sql("delete from attempt_limit")

  const planned = async (domain: string) => {
    engine.verdicts.set(domain, { score: 40, grade: "F", incomplete: false })
    const { id } = await addDomain(api, owner, { url: domain })
    const { data } = await api.send("POST", `/api/v1/domains/${id}/email-health`, { key: owner.key })
    const { records } = decodeReport(data)
    expect(records.length).toBeGreaterThan(0)
    return { id, records }
  }

  it("is pending until every name server and the resolver have every record, and then has its worth", async () => {
    const { id, records } = await planned("repaired.example.com")
    const nothing = await verify(id)
    expect(nothing.status).toBe(200)
    expect(decode(nothing.data)).toEqual(nothing.data)
    expect(nothing.data).toMatchObject({
      domain: "repaired.example.com",
      checkedAt: TIME,
      state: "pending",
      worth: null
    })
    expect(servers.asked).toEqual(expect.arrayContaining(records.map(({ host, type }) => `${host} ${type}`)))

    for (const { host, type, values } of records) servers.published.set(`${host} ${type}`, values)
    servers.behind.add("ns2.example.net 192.0.2.54")
    await minuteLater()
    const late = await verify(id)
    expect(late.data).toMatchObject({ state: "pending" })
    expect(late.data["records"]).toMatchObject(
      records.map(({ host, type, values }) => ({
        host,
        type,
        state: values.length === 0 ? "verified" : "pending",
        servers: [
          { server: "ns1.example.net 192.0.2.53", state: "published", reason: null, ttl: 3_600 },
          { server: "ns2.example.net 192.0.2.54", state: values.length === 0 ? "published" : "missing" },
          { server: "resolver", state: "published" }
        ]
      }))
    )

    servers.behind.clear()
    engine.verdicts.set("repaired.example.com", { score: 90, grade: "A", incomplete: false })
    await minuteLater()
    const { data } = await verify(id)
    expect(data).toMatchObject({
      state: "verified",
      resolvers: 1,
      worth: { rubricVersion: expect.any(String), before: 40, after: 90 }
    })
    const domain = await api.send("GET", `/api/v1/domains/${id}`, { key: owner.key })
    expect(domain.data["emailHealth"]).toMatchObject({ score: 90, grade: "A" })
  })

  it("is worth nothing that is known if the new check is incomplete", async () => {
    const { id, records } = await planned("half.example.com")
    for (const { host, type, values } of records) servers.published.set(`${host} ${type}`, values)
    engine.verdicts.set("half.example.com", { score: 90, grade: "A", incomplete: true })
    expect((await verify(id)).data).toMatchObject({ state: "verified", worth: null })
  })

  it("is verified at most once a minute", async () => {
    const { id } = await planned("often.example.com")
    expect((await verify(id)).status).toBe(200)
    const asked = servers.asked.length
    const again = await verify(id)
    expectError(again, 429, expect.stringMatching(/^Please wait \d+ seconds before checking again\.$/u) as string)
    expect(Number(again.headers["retry-after"])).toBeGreaterThan(0)
    expect(servers.asked).toHaveLength(asked)
  })

  it("is nobody else's business", async () => {
    const { id } = await planned("private.example.com")
    expectError(await verify(id, await world.account()), 404, "Domain not found.")
    expectError(await verify(id, owner, "?reportsReviewed=maybe"), 400, "reportsReviewed must be true or false.")
  })
})
