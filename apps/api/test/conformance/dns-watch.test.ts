// The watched DNS records of a domain: who may read and set them, and how many domains of a plan may be watched.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { expectError } from "../Expected.ts"

const dnsWatch = { types: ["NS", "MX"] }

describe("GET /domains/:id/dns", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const send = ({ key }: Pick<TestAccount, "key">, method: string, path: string, body?: unknown) =>
    api.send(method, `/api/v1/domains${path}`, { key, ...(body === undefined ? {} : { body }) })

  it("says that nothing is watched, and what waits for its first observation", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    const off = { status: "off", checkedAt: null, nextCheckAt: null, sets: [], findings: [], changes: [] }
    expect((await send(owner, "GET", `/${id}/dns`)).data).toEqual(off)
    expect((await send(owner, "PATCH", `/${id}`, { dnsWatch })).data).toMatchObject({ dnsWatch })
    expect((await send(owner, "GET", `/${id}/dns`)).data).toMatchObject({ status: "waiting", sets: [] })
    expect((await send(owner, "PATCH", `/${id}`, { dnsWatch: null })).data).toMatchObject({ dnsWatch: null })
    expect((await send(owner, "GET", `/${id}/dns`)).data).toEqual(off)
  })

  it("can be read by all who can see the domain, and set by those with write access", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner, { dnsWatch })
    const writer = await world.member(owner, [{ domainId: id, canWrite: true }])
    const reader = await world.member(owner, [{ domainId: id, canWrite: false }])
    const outsider = await world.member(owner, [])
    const stranger = await world.account()
    for (const person of [owner, writer, reader])
      expect(await send(person, "GET", `/${id}/dns`)).toMatchObject({ status: 200, data: { status: "waiting" } })
    for (const person of [outsider, stranger])
      expectError(await send(person, "GET", `/${id}/dns`), 404, "Domain not found.")
    expect((await send(writer, "PATCH", `/${id}`, { dnsWatch: { types: ["TXT"] } })).status).toBe(200)
    const refused = await send(reader, "PATCH", `/${id}`, { dnsWatch: null })
    expectError(refused, 403, "You have read-only access to this domain.")
    expectError(await api.send("GET", `/api/v1/domains/${id}/dns`, {}), 401, "Missing or invalid API key.")
  })

  it("can be read, but not set, with a read key", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner, { dnsWatch })
    const key = await world.keyFor(owner.membershipId, { scope: "read" })
    const reader = { key }
    expect((await send(reader, "GET", `/${id}/dns`)).status).toBe(200)
    const refused = "This API key is read-only."
    expectError(await send(reader, "PATCH", `/${id}`, { dnsWatch: null }), 403, refused)
    expectError(
      await send(reader, "PATCH", "/bulk", { domainIds: [id], updates: { dnsWatch: { types: ["TXT"] } } }),
      403,
      refused
    )
    expectError(await send(reader, "POST", "", { url: "read-key.example.com", dnsWatch }), 403, refused)
    expect((await send(owner, "GET", `/${id}`)).data).toMatchObject({ dnsWatch })
  })

  it("that a downgrade has stopped says so on the domain and in its DNS", async () => {
    const owner = await world.account("pro")
    const ids: Array<string> = []
    for (let index = 0; index < 6; index++) ids.push((await addDomain(api, owner, { dnsWatch })).id)
    await world.sql(
      "update account set plan = 'free' where id = (select account_id from monitor where public_id = $1::uuid)",
      ids[0]
    )
    expect((await send(owner, "GET", `/${ids[4]}`)).data["stoppedOptions"]).toEqual([])
    expect((await send(owner, "GET", `/${ids[5]}`)).data["stoppedOptions"]).toEqual([
      {
        option: "dnsWatch",
        reason: "plan_limit",
        message: "Your plan allows 5 DNS watches; this one is stopped."
      }
    ])
    expect((await send(owner, "GET", `/${ids[5]}/dns`)).data).toMatchObject({ status: "over_limit" })
  })

  it("is limited by the plan: 400 for a new domain, 403 for changes", async () => {
    const free = await world.account("pro")
    const ids: Array<string> = []
    for (let index = 0; index < 7; index++) ids.push((await addDomain(api, free, index < 4 ? { dnsWatch } : {})).id)
    await world.sql(
      "update account set plan = 'free' where public_id = (select a.public_id from account a join monitor m on m.account_id = a.id where m.public_id = $1::uuid)",
      [ids[0]]
    )
    const message = "You can watch the DNS records of at most 5 domains on the Free plan."
    const bulk = (domainIds: ReadonlyArray<string | undefined>) =>
      send(free, "PATCH", "/bulk", { domainIds, updates: { dnsWatch } })
    expectError(await bulk([ids[4], ids[5]]), 403, message)
    expect((await bulk([ids[0], ids[4]])).status).toBe(200)
    expectError(await send(free, "PATCH", `/${ids[5]}`, { dnsWatch }), 403, message)
    expect((await send(free, "PATCH", `/${ids[4]}`, { dnsWatch: { types: ["CAA"] } })).status).toBe(200)
    expectError(await send(free, "POST", "", { url: "one-more.example.com", dnsWatch }), 400, message)
    expect((await send(free, "PATCH", `/${ids[5]}`, { dnsWatch: null })).status).toBe(200)
  })
})
