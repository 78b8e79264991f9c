import { RecordObserver } from "@mon/checks"
import { EmailHealthRecord, EmailHealthVerification } from "@mon/api-contract"
import { makeZoneResolver } from "@mon/dns/effect"
import { Repair } from "@mon/model"
import { evaluateCampaign, planCampaign, unknownSender } from "@mon/simulation"
import { Effect, Layer, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { emailHealthDouble } from "../EmailHealthDouble.ts"
import { expectError, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const DOMAIN = "fixed.example.com"
const MX = [{ preference: 10, exchange: "mx.example.net" }]
const decodeRepairs = Schema.decodeUnknownSync(Schema.Array(Repair))
const decodeReport = Schema.decodeUnknownSync(EmailHealthRecord)
const decodeVerification = Schema.decodeUnknownSync(EmailHealthVerification)

const answer = (server: string, values: ReadonlyArray<string>) => ({
  server,
  status: values.length === 0 ? ("nodata" as const) : ("ok" as const),
  values,
  ttl: 3_600
})

/** Creates two name servers, of which the second may have old records, and a zone that the engine reads. */
const nameServers = () => {
  const texts = new Map<string, ReadonlyArray<string>>()
  const resolver = makeZoneResolver({})
  const textsOf = (name: string) => texts.get(name) ?? []
  const publish = (name: string, values: ReadonlyArray<string>) => {
    texts.set(name, values)
    resolver.set(name, { ...(name === DOMAIN ? { MX } : {}), ...(values.length === 0 ? {} : { TXT: [...values] }) })
  }
  publish(DOMAIN, ["v=spf1 +all"])
  const behind = new Map<string, ReadonlyArray<string>>()
  const asked: Array<string> = []
  const layer = Layer.succeed(RecordObserver, {
    observe: ({ name, type }) =>
      Effect.sync(() => {
        asked.push(`${type} ${name}`)
        const now = type === "TXT" ? textsOf(name) : []
        return {
          servers: [answer("ns1", now), answer("ns2", behind.get(name) ?? now)],
          resolver: answer("resolver", now),
          resolvers: []
        }
      })
  })
  return { resolver, behind, asked, layer, textsOf, publish }
}

describe("GET /domains/:id/repairs", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  const servers = nameServers()
  const engine = emailHealthDouble(servers.resolver)
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ emailHealth: engine.layer, records: servers.layer })
    owner = await world.account()
  })
  afterAll(() => world.close())

  const list = (id: string, query = "", { key } = owner) =>
    api.send("GET", `/api/v1/domains/${id}/repairs${query}`, { key })
  const repairsOf = async (id: string, query = "") => decodeRepairs((await list(id, query)).data)
  const check = (id: string, score: number) => {
    engine.verdicts.set(DOMAIN, { score, grade: "C", incomplete: false })
    return api.send("POST", `/api/v1/domains/${id}/email-health?fresh=true`, { key: owner.key })
  }
  /** Stores a finished simulation of a campaign from the domain, as a worker does. */
  const simulate = async (accountId: string) => {
    const prospectEntries = Array.from({ length: 40 }, (_, index) => `ann${index}@example.org`)
    const plan = planCampaign({ sendingDomains: [DOMAIN], prospectEntries }, () => "none")
    const { spf, ...nothing } = unknownSender(DOMAIN)
    const dmarc = { ...nothing.dmarc, status: "missing" as const }
    const senders = new Map([
      [DOMAIN, { ...nothing, mail: "hosts" as const, spf: { ...spf, status: "broken" as const }, dmarc }]
    ])
    const { results } = evaluateCampaign(plan, { prospects: new Map(), senders })
    await world.sql(
      "insert into simulation (public_id, account_id, name, sending_domains, prospect_count, credits, total, status, results, completed_at) select gen_random_uuid(), id, 'List', array[$2::text], 1, 0, 2, 'completed', $3::text::jsonb, mon_now() from account where public_id = $1::uuid",
      accountId,
      DOMAIN,
      JSON.stringify(results)
    )
  }
  const verify = async (id: string) => {
    await world.sql("delete from attempt_limit")
    const { data } = await api.send("POST", `/api/v1/domains/${id}/email-health/verify`, { key: owner.key })
    return decodeVerification(data)
  }

  it("follows a problem from the check that found it to its repair, and back", async () => {
    const { id } = await addDomain(api, owner, { url: DOMAIN })
    expect(await repairsOf(id)).toEqual([])
    const { records } = decodeReport((await check(id, 40)).data)
    const opened = await repairsOf(id, "?state=open")
    expect(opened.length).toBeGreaterThan(1)
    const dmarc = opened.find(({ code }) => code === "dmarc_missing")
    expect(dmarc).toMatchObject({
      state: "open",
      openedAt: TIME,
      appliedAt: null,
      repairSeconds: null,
      reopened: 0,
      answers: null,
      worth: null,
      records: [{ type: "TXT", host: `_dmarc.${DOMAIN}` }],
      steps: [{ step: "opened", at: TIME }]
    })

    // The person publishes every record. One server does not have the new records yet.
    for (const { host, replaces, type, values } of records) {
      expect(type).toBe("TXT")
      const before = servers.textsOf(host)
      servers.behind.set(host, before)
      servers.publish(host, [...before.filter((text) => !replaces.includes(text)), ...values])
    }
    await verify(id)
    const applied = (await repairsOf(id, "?state=applied")).find(({ code }) => code === "dmarc_missing")
    expect(applied).toMatchObject({ id: dmarc?.id, appliedAt: TIME, verifiedAt: null })
    expect(applied?.answers).toMatchObject({ at: TIME, state: "pending" })
    expect(applied?.answers?.servers.map(({ server, state }) => `${server} ${state}`)).toEqual([
      "ns1 published",
      "ns2 missing",
      "resolver published"
    ])

    await simulate(owner.id)
    servers.behind.clear()
    engine.verdicts.set(DOMAIN, { score: 90, grade: "A", incomplete: false })
    expect(await verify(id)).toMatchObject({ state: "verified", worth: { before: 40, after: 90 } })
    const [closed, ...others] = (await repairsOf(id, "?state=closed")).filter(({ code }) => code === "dmarc_missing")
    expect(others).toEqual([])
    expect(closed).toMatchObject({
      id: dmarc?.id,
      closedAt: TIME,
      repairSeconds: expect.any(Number),
      answers: { state: "verified" },
      worth: { before: 40, after: 90 },
      inboxes: { emails: 40, simulatedAt: TIME }
    })
    expect(closed?.inboxes?.after).toBeGreaterThan(closed?.inboxes?.before ?? 40)
    const events = await api.send(
      "GET",
      `/api/v1/domains/${id}/timeline/events?kind=repair_applied,repair_verified,repair_closed,repair_reopened`,
      { key: owner.key }
    )
    expect(events.data).toContainEqual(
      expect.objectContaining({
        kind: "repair_closed",
        code: "dmarc_missing",
        subjectId: dmarc?.id,
        text: closed?.message
      })
    )

    servers.publish(`_dmarc.${DOMAIN}`, [])
    await check(id, 40)
    const again = (await repairsOf(id, "?state=open")).find(({ code }) => code === "dmarc_missing")
    expect(again).toMatchObject({ id: dmarc?.id, reopened: 1, closedAt: null, worth: null })
    expect(again?.steps.map(({ step }) => step)).toEqual(["opened", "applied", "verified", "closed", "reopened"])
  })

  it("asks no server about a problem that nobody has repaired", async () => {
    const { id } = await addDomain(api, await world.account(), { url: DOMAIN })
    const asked = servers.asked.length
    await check(id, 40)
    await check(id, 40)
    expect(servers.asked).toHaveLength(asked)
  })

  it("has pages that join, and refuses what it does not know", async () => {
    const { id } = await addDomain(api, owner, { url: "www.fixed.example.com" })
    await world.sql(
      "insert into repair (account_id, monitor_id, code, severity, message, state, opened_at) select account_id, id, 'c' || n, 'high', 'x', 'open', mon_now() from monitor, generate_series(1, 3) n where public_id = $1::uuid",
      id
    )
    const first = await repairsOf(id, "?limit=2")
    expect(first.map(({ code }) => code)).toEqual(["c3", "c2"])
    expect((await repairsOf(id, `?before=${first[1]?.id}`)).map(({ code }) => code)).toEqual(["c1"])
    expectError(await list(id, "?state=fixed"), 400, "state must be one of open, applied, verified, closed.")
    expectError(await list(id, "?before=x"), 400, "before must be the id of a repair of this domain.")
    expectError(await list(id, "?limit=201"), 400, "limit must be a whole number between 1 and 200.")
    expectError(await list(id, "", await world.account()), 404, "Domain not found.")
  })
})
