import { CertificateRepairs } from "@mon/core-store"
import { Repair } from "@mon/model"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, TIME } from "../Expected.ts"
import { INVALID_CERTIFICATE } from "../invalidCertificate.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const SEEN_VALID = `
  update monitor_facts f set ssl_state = 0, ssl_repair = jsonb_set(ssl_repair, '{seen}',
    jsonb_build_object('default', jsonb_build_object('valid', true, 'at', mon_iso(mon_now()))))
  from monitor m where m.id = f.monitor_id and m.public_id = $1::uuid`

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const decode = Schema.decodeUnknownSync(Repair)

describe("the repair of a certificate", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
  })
  afterAll(() => world.close())

  const happen = async () => {
    const { id: domainId } = await addDomain(api, owner)
    const [row] = await world.sql(INVALID_CERTIFICATE, domainId)
    return { domainId, id: String(Reflect.get(row ?? {}, "id")) }
  }
  const verify = ({ key }: { readonly key: string }, domainId: string, id: string) =>
    api.send("POST", `/api/v1/domains/${domainId}/repairs/${id}/verify`, { key })
  const repairOf = async (domainId: string, { key }: { readonly key: string } = owner) => {
    const { data } = await api.send("GET", `/api/v1/domains/${domainId}/repairs`, { key })
    return decode(data[0])
  }

  it("is listed with those of email health, makes the domain due, and is closed when a location sees it", async () => {
    const { domainId, id } = await happen()
    expect(await repairOf(domainId)).toMatchObject({
      id,
      kind: "certificate",
      code: "certificate_invalid",
      state: "open",
      openedAt: TIME,
      reportedAt: null,
      endedAt: null,
      locations: [],
      records: [],
      worth: null
    })
    await world.sql("update monitor_schedule set next_at = mon_now() + interval '1 hour'")
    const answer = await verify(owner, domainId, id)
    expect(answer.status).toBe(200)
    expect(decode(answer.data)).toMatchObject({ id, state: "open", reportedAt: TIME })
    const [due] = await world.sql(
      "select next_at <= mon_now() as now from monitor_schedule s join monitor m on m.id = s.monitor_id where m.public_id = $1::uuid",
      domainId
    )
    expect(due).toEqual({ now: true })

    await world.sql(SEEN_VALID, domainId)
    await world.run(
      Effect.gen(function* () {
        const repairs = yield* CertificateRepairs
        yield* Effect.forEach(yield* repairs.claim(100), repairs.follow)
      })
    )
    expect(await repairOf(domainId)).toMatchObject({
      id,
      state: "closed",
      closedAt: TIME,
      repairSeconds: expect.any(Number),
      locations: [{ location: "default", sees: "valid", at: TIME }]
    })
    await world.sql("delete from attempt_limit")
    expectError(
      await verify(owner, domainId, id),
      400,
      "There is nothing more to verify. This repair has ended, or the domain is paused."
    )
  })

  it("is verified at most once a minute, and only by those who may change the domain", async () => {
    const { domainId, id } = await happen()
    const other = await happen()
    const reader = await world.member(owner, [{ domainId, canWrite: false }])
    const writer = await world.member(owner, [{ domainId, canWrite: true }])
    expect(await repairOf(domainId, reader)).toMatchObject({ id })
    expectError(await verify(reader, domainId, id), 403, "You have read-only access to this domain.")
    expectError(await verify(await world.member(owner, []), domainId, id), 404, "Domain not found.")
    expectError(await verify(await world.account(), domainId, id), 404, "Domain not found.")
    for (const missing of [absent, "x", other.id])
      expectError(await verify(owner, domainId, missing), 404, "Repair not found.")
    expect((await verify(writer, domainId, id)).status).toBe(200)
    const again = await verify(owner, domainId, id)
    expect(again.status).toBe(429)
    expect(again.body).toMatchObject({
      message: expect.stringMatching(/^Please wait \d+ seconds before checking again\.$/u)
    })
  })

  it("is not verified while the domain is paused, and repairs of email health have their own endpoint", async () => {
    const { domainId, id } = await happen()
    await api.send("POST", `/api/v1/domains/${domainId}/pause`, { key: owner.key })
    expect((await verify(owner, domainId, id)).status).toBe(400)
    const [mail] = await world.sql(
      `insert into repair (account_id, monitor_id, code, severity, message, state, opened_at)
        select account_id, id, 'dmarc_missing', 'high', 'x', 'open', mon_now() from monitor where public_id = $1::uuid
        returning public_id::text as id`,
      domainId
    )
    expectError(
      await verify(owner, domainId, String(Reflect.get(mail ?? {}, "id"))),
      400,
      "This is a repair of email health. Use POST /domains/:id/email-health/verify instead."
    )
  })
})
