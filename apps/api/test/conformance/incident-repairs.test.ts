import { RecordObserver } from "@mon/checks"
import { IncidentRepairs } from "@mon/core-store"
import { IncidentRepair } from "@mon/model"
import { Effect, Layer, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, TIME } from "../Expected.ts"
import { OPEN_INCIDENT } from "../openIncident.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

/** Ends an incident 6 minutes after its start. */
const RECOVER = `
  with i as (
    update incident set resolved_at = started_at + interval '6 minutes', closed_at = started_at + interval '7 minutes',
      resolution = 'recovered' where public_id = $1::uuid returning monitor_id, resolved_at)
  insert into check_history (monitor_id, checked_at, verdict, location) select monitor_id, resolved_at, 1, 'default' from i`

const NOT_FOUND = "Incident not found."
const NOTHING_TO_VERIFY = "There is nothing more to verify. This incident's repair is closed or was never tracked."
const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const decode = Schema.decodeUnknownSync(IncidentRepair)

/** Creates two name servers and two resolvers. The second name server and the first resolver still have old records. */
const nameServers = () => {
  const asked: Array<string> = []
  const layer = Layer.succeed(RecordObserver, {
    observe: ({ name, type }) =>
      Effect.sync(() => {
        asked.push(`${type} ${name}`)
        const answer = (server: string, value: string) =>
          type === "A"
            ? { server, status: "ok" as const, values: [value], ttl: 60 }
            : { server, status: "nodata" as const, values: [], ttl: 60 }
        return {
          servers: [
            answer("ns1.example.net 192.0.2.53", "192.0.2.2"),
            answer("ns2.example.net 192.0.2.54", "192.0.2.1")
          ],
          resolver: answer("resolver", "192.0.2.1"),
          resolvers: [answer("resolver 2", "192.0.2.2")]
        }
      })
  })
  return { asked, layer }
}

describe("the repair of an incident", () => {
  const servers = nameServers()
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ records: servers.layer })
    owner = await world.account("agency")
  })
  afterAll(() => world.close())

  const happen = async () => {
    const { id } = await addDomain(api, owner)
    const [row] = await world.sql(OPEN_INCIDENT, id)
    return { domainId: id, id: String(Reflect.get(row ?? {}, "id")) }
  }
  const verify = ({ key }: { readonly key: string }, id: string) =>
    api.send("POST", `/api/v1/incidents/${id}/verify`, { key })
  const repairOf = async (id: string) => {
    const { data } = await api.send("GET", `/api/v1/incidents/${id}`, { key: owner.key })
    expect(data).not.toHaveProperty("diagnosisFacts")
    return data["repair"] === null ? null : decode(data["repair"])
  }
  /** Does the work that a worker does every few seconds. */
  const follow = () =>
    world.run(
      Effect.gen(function* () {
        const repairs = yield* IncidentRepairs
        const moving = yield* repairs.claim(100)
        yield* Effect.forEach(moving, ({ facts, incidentKey }) =>
          Effect.andThen(
            facts === null ? Effect.void : repairs.classify(incidentKey, "connection_refused"),
            repairs.follow(incidentKey)
          )
        )
      })
    )

  it("is shown with the incident, and closed with its downtime", async () => {
    const { domainId, id } = await happen()
    await follow()
    expect(await repairOf(id)).toMatchObject({
      state: "open",
      cause: "connection_refused",
      openedAt: TIME,
      reportedAt: null,
      reopened: 0,
      previousIncidentId: null,
      locations: [],
      worth: null
    })
    const answer = await verify(owner, id)
    expect(answer.status).toBe(200)
    expect(decode(answer.data)).toMatchObject({
      state: "open",
      reportedAt: TIME,
      reportedBy: expect.any(String),
      answers: null
    })
    expect(servers.asked).toEqual([])
    const [due] = await world.sql(
      "select next_at <= mon_now() as now from monitor_schedule s join monitor m on m.id = s.monitor_id where m.public_id = $1::uuid",
      domainId
    )
    expect(due).toEqual({ now: true })

    await world.sql(RECOVER, id)
    await world.sql("update incident_repair set followed_at = null")
    await follow()
    const closed = await repairOf(id)
    expect(closed).toMatchObject({
      state: "closed",
      appliedAt: TIME,
      verifiedAt: TIME,
      closedAt: TIME,
      repairSeconds: 360,
      worth: { downtimeSeconds: 360 },
      locations: [{ location: "default", sees: "up", at: TIME }]
    })
    const events = await api.send(
      "GET",
      `/api/v1/domains/${domainId}/timeline/events?kind=repair_applied,repair_verified,repair_closed,repair_reopened`,
      { key: owner.key }
    )
    expect(events.data).toEqual([
      expect.objectContaining({
        kind: "repair_closed",
        subjectId: id,
        code: "connection_refused",
        text: expect.any(String)
      }),
      expect.objectContaining({
        kind: "repair_applied",
        subjectId: id,
        code: "connection_refused",
        by: closed?.reportedBy
      })
    ])
    await world.sql("delete from attempt_limit")
    expectError(await verify(owner, id), 400, NOTHING_TO_VERIFY)
  })

  it("is verified at most once a minute, and only by those who may change the domain", async () => {
    const { domainId, id } = await happen()
    const reader = await world.member(owner, [{ domainId, canWrite: false }])
    const writer = await world.member(owner, [{ domainId, canWrite: true }])
    expectError(await verify(reader, id), 403, "You have read-only access to this domain.")
    expectError(await verify(await world.member(owner, []), id), 404, NOT_FOUND)
    expectError(await verify(await world.account(), id), 404, NOT_FOUND)
    expectError(await verify(owner, absent), 404, NOT_FOUND)
    expectError(await verify(owner, "x"), 404, NOT_FOUND)
    expect((await verify(writer, id)).status).toBe(200)
    const again = await verify(owner, id)
    expect(again.status).toBe(429)
    expect(again.body).toMatchObject({
      message: expect.stringMatching(/^Please wait \d+ seconds before checking again\.$/u)
    })
  })

  it("of a cause in the DNS asks every name server and resolver, and says who still has the old record", async () => {
    const { id } = await happen()
    await world.sql(
      `update incident_diagnosis set facts = $2::text::jsonb
        where incident_id = (select id from incident where public_id = $1::uuid)`,
      id,
      JSON.stringify({
        check: { outcome: "connect_refused", address: "192.0.2.1" },
        target: { host: "www.example.com", domain: "example.com" },
        dns: { changes: [{ type: "A", added: ["192.0.2.1"], removed: ["192.0.2.2"] }] }
      })
    )
    await follow()
    const { data, status } = await verify(owner, id)
    expect(status).toBe(200)
    expect(servers.asked).toEqual(["A", "AAAA", "CNAME"].map((type) => `${type} www.example.com`))
    expect(decode(data).answers).toEqual({
      at: TIME,
      state: "pending",
      resolvers: 1,
      servers: [
        { server: "ns1.example.net 192.0.2.53", state: "published", values: ["192.0.2.2"] },
        { server: "ns2.example.net 192.0.2.54", state: "old", values: ["192.0.2.1"] },
        { server: "resolver", state: "old", values: ["192.0.2.1"] },
        { server: "resolver 2", state: "published", values: ["192.0.2.2"] }
      ]
    })
    expect((await repairOf(id))?.answers?.state).toBe("pending")
    expect((await verify(owner, id)).status).toBe(429)
    expect(servers.asked).toHaveLength(3)
  })

  it("is null if the domain was paused, and for incidents that nobody followed", async () => {
    const { domainId, id } = await happen()
    await api.send("POST", `/api/v1/domains/${domainId}/pause`, { key: owner.key })
    expect(await repairOf(id)).toBeNull()
    const older = await happen()
    await world.sql(
      "delete from incident_repair where incident_id = (select id from incident where public_id = $1::uuid)",
      older.id
    )
    expect(await repairOf(older.id)).toBeNull()
    expectError(await verify(owner, older.id), 400, NOTHING_TO_VERIFY)
  })
})
