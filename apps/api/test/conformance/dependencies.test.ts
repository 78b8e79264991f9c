import { BASE_PATH } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

const DOWN = `
  with opened as (
    insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
    select gen_random_uuid(), account_id, id, mon_now(), mon_now() from monitor where public_id = $1::uuid
    returning id, public_id, account_id, monitor_id
  ), note as (
    insert into notification (public_id, account_id, key, type, kind, monitor_id, incident_id, data, status, dispatched_at)
    select gen_random_uuid(), account_id, 'down ' || public_id, 'status_change', 'down', monitor_id, id, '{}', 'suppressed',
      mon_now() from opened returning id, monitor_id
  ), reason as (
    insert into parent_suppression (notification_id, monitor_id, parent_id)
    select note.id, note.monitor_id, p.id from note, monitor p where p.public_id = $2::uuid
  )
  select public_id::text as id from opened`

const circle = (...names: ReadonlyArray<string>) =>
  `dependsOn must not make a monitor depend on itself: ${names.join(" → ")}.`

/** Returns the note of the simulator that a monitor is silent because of another monitor. */
const because = (name: string) => [
  {
    code: "parent_down",
    message: `${name} is down, and the monitor depends on it. Nothing is sent until it is up again. If the problem still lasts then, the alert is sent.`,
    blocks: true
  }
]

describe("dependsOn", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: { readonly key: string }) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `${BASE_PATH}${path}`, { key, ...(body === undefined ? {} : { body }) })
  const link = (who: { readonly key: string }, id: string, ...dependsOn: ReadonlyArray<string>) =>
    as(who)("PATCH", `/domains/${id}`, { dependsOn })
  const linked = async (who: { readonly key: string }, id: string) =>
    (await as(who)("GET", `/domains/${id}`)).data["dependsOn"]
  const three = async (owner: TestAccount) => {
    const line = (await addDomain(api, owner, { name: "Line" })).id
    const router = (await addDomain(api, owner, { name: "Router" })).id
    const server = (await addDomain(api, owner, { name: "Server" })).id
    return { line, router, server }
  }

  it("names domains and URL monitors, on creation and later, in the order of the request", async () => {
    const owner = await world.account("agency")
    const { line, router, server } = await three(owner)
    const page = await as(owner)("POST", "/urls", { url: "https://pages.example.com/status", dependsOn: [line] })
    expect([page.status, page.data["dependsOn"]]).toEqual([201, [line]])
    const changed = await link(owner, server, String(page.data["id"]), router)
    expect([changed.status, changed.data["dependsOn"]]).toEqual([200, [page.data["id"], router]])
    expect(await linked(owner, server)).toEqual([page.data["id"], router])
    const made = await addDomain(api, owner, { dependsOn: [router] })
    expect(made["dependsOn"]).toEqual([router])
    const list = (await as(owner)("GET", "/domains")).data as unknown as ReadonlyArray<{
      id: string
      dependsOn: unknown
    }>
    expect(list.find(({ id }) => id === made.id)?.dependsOn).toEqual([router])
    expect((await link(owner, server)).data["dependsOn"]).toEqual([])
    const { data } = await as(owner)("PATCH", `/urls/${String(page.data["id"])}`, { dependsOn: [router, line] })
    expect(data["dependsOn"]).toEqual([router, line])
  })

  it("refuses circles, and names the way", async () => {
    const owner = await world.account("agency")
    const { line, router, server } = await three(owner)
    expectError(await link(owner, line, line), 400, circle("Line", "Line"))
    await link(owner, router, line)
    await link(owner, server, router)
    expectError(await link(owner, line, server), 400, circle("Line", "Server", "Router", "Line"))
    expectError(await link(owner, router, server, line), 400, circle("Router", "Server", "Router"))
    expect([await linked(owner, line), await linked(owner, router)]).toEqual([[], [line]])
    // A bulk request refuses each invalid change separately.
    const bulk = await as(owner)("PATCH", "/domains/bulk", {
      domainIds: [line, server],
      updates: { dependsOn: [router] }
    })
    expect(bulk.data).toEqual({
      updated: 1,
      failed: 1,
      errors: [{ id: line, message: circle("Line", "Router", "Line") }]
    })
  })

  it("refuses a circle that two requests would make together", async () => {
    const owner = await world.account("agency")
    for (let round = 0; round < 5; round++) {
      const { line, router } = await three(owner)
      const answers = await Promise.all([link(owner, line, router), link(owner, router, line)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
  })

  it("refuses monitors that do not exist, of others, or that the caller cannot see", async () => {
    const owner = await world.account("agency")
    const { line, router, server } = await three(owner)
    const foreign = (await addDomain(api, await world.account("agency"))).id
    for (const wrong of [absent, foreign, "nonsense", "'; drop table monitor"]) {
      const message = `dependsOn contains an unknown monitor: ${wrong}.`
      expectError(await link(owner, server, router, wrong), 400, message)
      expectError(await as(owner)("POST", "/domains", { url: "new.example.com", dependsOn: [wrong] }), 400, message)
    }
    const member = await world.member(owner, [
      { domainId: server, canWrite: true },
      { domainId: router, canWrite: true }
    ])
    expectError(await link(member, server, line), 400, `dependsOn contains an unknown monitor: ${line}.`)
    const reader = await world.member(owner, [{ domainId: server, canWrite: false }])
    expectError(await link(reader, server, server), 403, "You have read-only access to this domain.")
    // A member neither sees nor removes parents that are not shared with the member.
    await link(owner, server, line)
    expect(await linked(member, server)).toEqual([])
    expect((await link(member, server, router)).data["dependsOn"]).toEqual([router])
    expect(await linked(owner, server)).toEqual([router, line])
    await link(owner, line, router)
    expectError(
      await link(member, router, server),
      400,
      "dependsOn must not make a monitor depend on itself: Router → Server → Router."
    )
    await link(owner, server, line)
    expectError(
      await link(member, router, server),
      400,
      "dependsOn must not make a monitor depend on itself: Router → Server → … → Router."
    )
  })

  it.each([
    ["x", "dependsOn must be a list of at most 10 different monitor ids."],
    [[1], "dependsOn must be a list of at most 10 different monitor ids."],
    [[absent, absent], "dependsOn must be a list of at most 10 different monitor ids."],
    [
      Array.from({ length: 11 }, (_, index) => `${absent}${index}`),
      "dependsOn must be a list of at most 10 different monitor ids."
    ]
  ])("refuses %j", async (dependsOn, message) => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner)
    expectError(await as(owner)("PATCH", `/domains/${id}`, { dependsOn }), 400, message)
  })

  it("is refused to keys that only read", async () => {
    const owner = await world.account("agency")
    const { router, server } = await three(owner)
    const reader = { key: await world.keyFor(owner.membershipId, { scope: "read" }) }
    expectError(await link(reader, server, router), 403, "This API key is read-only.")
    expect(await linked(reader, server)).toEqual([])
  })

  it("is the member's business only for monitors that the member sees", async () => {
    const owner = await world.account("agency")
    const { router, server } = await three(owner)
    await link(owner, server, router)
    const parentOnly = await world.member(owner, [{ domainId: router, canWrite: true }])
    expectError(await as(parentOnly)("GET", `/domains/${server}`), 404, "Domain not found.")
    expectError(await link(parentOnly, server), 404, "Domain not found.")
    expectError(await link(parentOnly, router, server), 400, `dependsOn contains an unknown monitor: ${server}.`)
    const childOnly = await world.member(owner, [{ domainId: server, canWrite: true }])
    expect(await linked(childOnly, server)).toEqual([])
    expect((await as(childOnly)("PATCH", `/domains/${server}`, { name: "Rack" })).status).toBe(200)
    expect(await linked(owner, server)).toEqual([router])
  })

  it("loses a monitor that is deleted, and refuses it as an unknown one", async () => {
    const owner = await world.account("agency")
    const { line, router, server } = await three(owner)
    await link(owner, server, router, line)
    await as(owner)("DELETE", `/domains/${router}`)
    expect(await linked(owner, server)).toEqual([line])
    expectError(await link(owner, server, router), 400, `dependsOn contains an unknown monitor: ${router}.`)
    const page = { url: "https://pages.example.com/", dependsOn: [router] }
    expectError(await as(owner)("POST", "/urls", page), 400, `dependsOn contains an unknown monitor: ${router}.`)
    // A circle that contains a deleted monitor does not count as a circle.
    expect((await link(owner, line, server)).status).toBe(400)
    expect((await link(owner, server)).status).toBe(200)
    expect((await link(owner, line, server)).status).toBe(200)
    await as(owner)("DELETE", "/domains/bulk", { domainIds: [line, server], confirmation: "DELETE" })
  })

  it("is named by the simulator while the other monitor is down", async () => {
    const owner = await world.account("agency")
    const { line, router, server } = await three(owner)
    await link(owner, server, router)
    await link(owner, router, line)
    const blocking = async (id: string, query = "") => {
      const { data } = await as(owner)("GET", `/routes/simulation?monitorId=${id}${query}`)
      return (data["notes"] as ReadonlyArray<{ readonly blocks: boolean }>).filter(({ blocks }) => blocks)
    }
    const stands = (id: string, state: 0 | 1 | 2) =>
      world.sql(
        `update monitor_schedule s set state = $2::int from monitor m where m.id = s.monitor_id and m.public_id = $1::uuid`,
        id,
        state
      )
    await stands(router, 1)
    await stands(line, 2)
    // What is up counts, whatever it depends on.
    expect(await blocking(server)).toEqual([])
    expect(await blocking(router)).toEqual(because("Line"))
    await stands(router, 0)
    expect(await blocking(server)).toEqual(because("Line"))
    await stands(router, 2)
    expect(await blocking(server)).toEqual(because("Router"))
    expect(await blocking(server, "&kind=certificate_expiring")).toEqual([])
    await as(owner)("POST", `/domains/${router}/pause`)
    expect(await blocking(server)).toEqual(because("Line"))
    await as(owner)("DELETE", `/domains/${router}`)
    expect(await blocking(server)).toEqual([])
  })

  it("is the reason that incidents and notifications give, to those who may see the other monitor", async () => {
    const owner = await world.account("agency")
    const { router, server } = await three(owner)
    await link(owner, server, router)
    const [row] = (await world.sql(DOWN, server, router)) as ReadonlyArray<{ readonly id: string }>
    const suppressedBy = { id: router, name: "Router" }
    expect((await as(owner)("GET", `/incidents/${row?.id}`)).data).toMatchObject({ suppressedBy, deliveries: [] })
    expect((await as(owner)("GET", "/notifications")).body).toMatchObject({
      data: [{ status: "suppressed", suppressedBy, channels: [] }]
    })
    const member = await world.member(owner, [{ domainId: server, canWrite: false }])
    expect((await as(member)("GET", `/incidents/${row?.id}`)).data).toMatchObject({ suppressedBy: null })
    expect((await as(member)("GET", "/notifications")).body).toMatchObject({
      data: [{ status: "suppressed", suppressedBy: null }]
    })
    await as(owner)("DELETE", `/domains/${router}`)
    const after = (await as(owner)("GET", "/notifications")).body
    expect(after).toMatchObject({ data: [{ status: "suppressed", suppressedBy: { id: router, name: "Router" } }] })
  })
})
