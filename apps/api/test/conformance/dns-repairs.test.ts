import { RecordObserver } from "@mon/checks"
import { Repair } from "@mon/model"
import { Effect, Layer, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CHANGED_RECORDS } from "../changedRecords.ts"
import { expectError, TIME } from "../Expected.ts"
import { INVALID_CERTIFICATE } from "../invalidCertificate.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const decode = Schema.decodeUnknownSync(Repair)
const OVER = "There is nothing more to verify. This repair has ended, or the domain is paused."

describe("the repair of changed DNS records", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  /** The record that each server returns. */
  const published = { ns1: "10 mx.example.org", ns2: "10 mx.example.org", resolver: "10 mx.example.net" }
  let queries = 0
  const answer = (server: keyof typeof published) => ({
    server,
    status: "ok" as const,
    values: [published[server]],
    ttl: 60
  })
  const records = Layer.succeed(RecordObserver, {
    observe: () =>
      Effect.sync(() => {
        queries += 1
        return { servers: [answer("ns1"), answer("ns2")], resolver: answer("resolver"), resolvers: [] }
      })
  })
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ records })
    owner = await world.account("agency")
  })
  afterAll(() => world.close())

  const happen = async (statement = CHANGED_RECORDS) => {
    const { id: domainId } = await addDomain(api, owner)
    const [row] = await world.sql(statement, domainId)
    return { domainId, id: String(Reflect.get(row ?? {}, "id")) }
  }
  const post = (what: "verify" | "dismiss", { key }: { readonly key: string }, domainId: string, id: string) =>
    api.send("POST", `/api/v1/domains/${domainId}/repairs/${id}/${what}`, { key })
  const repairOf = async (domainId: string, { key }: { readonly key: string } = owner) => {
    const { data } = await api.send("GET", `/api/v1/domains/${domainId}/repairs`, { key })
    return decode(data[0])
  }
  const verified = async (domainId: string, id: string) => {
    await world.sql("delete from attempt_limit")
    return decode((await post("verify", owner, domainId, id)).data)
  }

  it("is listed, and verified by asking the servers at once", async () => {
    const { domainId, id } = await happen()
    expect(await repairOf(domainId)).toMatchObject({
      id,
      kind: "dns",
      code: "dns_changed",
      state: "open",
      openedAt: TIME,
      reportedAt: null,
      endedAt: null,
      answers: null,
      records: [{ type: "MX", values: ["10 mx.example.net"], replaces: ["10 mx.example.org"] }]
    })
    // One resolver still has the records from before the change.
    expect(await verified(domainId, id)).toMatchObject({
      state: "open",
      reportedAt: TIME,
      answers: { state: "pending", servers: [{ state: "old" }, { state: "old" }, { state: "published" }] }
    })
    published.ns1 = "10 mx.example.net"
    expect(await verified(domainId, id)).toMatchObject({ state: "open" })
    published.ns2 = "10 MX.example.net."
    expect(await verified(domainId, id)).toMatchObject({ id, state: "closed", closedAt: TIME, endedAt: null })
    await world.sql("delete from attempt_limit")
    expectError(await post("verify", owner, domainId, id), 400, OVER)
    expectError(await post("dismiss", owner, domainId, id), 400, "This repair has ended already.")
  })

  it("is dismissed if the change is intended, also while the domain is paused", async () => {
    const { domainId, id } = await happen()
    await api.send("POST", `/api/v1/domains/${domainId}/pause`, { key: owner.key })
    const before = queries
    expectError(await post("verify", owner, domainId, id), 400, OVER)
    expect(queries).toBe(before)
    expect(decode((await post("dismiss", owner, domainId, id)).data)).toMatchObject({
      id,
      state: "open",
      endedAt: TIME
    })
    expect(await repairOf(domainId)).toMatchObject({ endedAt: TIME, repairSeconds: null })
    expectError(await post("dismiss", owner, domainId, id), 400, "This repair has ended already.")
  })

  it("ends 7 days after the change", async () => {
    const { domainId, id } = await happen()
    await world.sql("update repair set ended_at = mon_now() - interval '1 second' where public_id = $1::uuid", id)
    expect(await repairOf(domainId)).toMatchObject({ state: "open", endedAt: TIME })
    for (const what of ["verify", "dismiss"] as const) expect((await post(what, owner, domainId, id)).status).toBe(400)
  })

  it("is verified at most once a minute, and is only for those who may change the domain", async () => {
    published.ns2 = "10 mx.example.org"
    const { domainId, id } = await happen()
    const other = await happen()
    const reader = await world.member(owner, [{ domainId, canWrite: false }])
    const writer = await world.member(owner, [{ domainId, canWrite: true }])
    const outsider = await world.member(owner, [])
    const stranger = await world.account()
    expect(await repairOf(domainId, reader)).toMatchObject({ id })
    for (const what of ["verify", "dismiss"] as const) {
      expectError(await post(what, reader, domainId, id), 403, "You have read-only access to this domain.")
      for (const caller of [outsider, stranger])
        expectError(await post(what, caller, domainId, id), 404, "Domain not found.")
      for (const missing of [absent, "x", other.id])
        expectError(await post(what, owner, domainId, missing), 404, "Repair not found.")
    }
    expect((await post("verify", writer, domainId, id)).status).toBe(200)
    expect((await post("verify", owner, domainId, id)).status).toBe(429)
    expect((await post("dismiss", writer, domainId, id)).status).toBe(200)
  })

  it("is the only kind that can be dismissed", async () => {
    const { domainId, id } = await happen(INVALID_CERTIFICATE)
    expectError(await post("dismiss", owner, domainId, id), 400, "Only the repair of a DNS change can be dismissed.")
  })
})
