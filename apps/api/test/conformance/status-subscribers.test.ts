import { BASE_PATH } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, TIME } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

const SUBSCRIBE = `
  insert into status_subscriber (public_id, page_id, kind, address, address_key, site, language, state, confirmed_at,
    covers_all)
  select gen_random_uuid(), p.id, $2::text, $3::text, $3::text, case $2::text when 'webhook' then 'hooks.example' end, 'en',
    $4::text, case $4::text when 'confirmed' then mon_now() end, true
  from status_page p where p.public_id = $1::uuid returning public_id::text as id`

describe("subscribers of a status page", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let made = 0
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("pro")
  })
  afterAll(() => world.close())

  const send = (method: string, path: string, key = owner.key) => api.send(method, `${BASE_PATH}${path}`, { key })
  const open = async () => {
    made += 1
    const body = { name: "Shop", slug: `readers-${made}`, components: [{ name: "Checkout" }, { name: "Wiki" }] }
    const answer = await api.send("POST", `${BASE_PATH}/status-pages`, { key: owner.key, body })
    const components = answer.data["components"] as unknown as ReadonlyArray<{ readonly id: string }>
    return { id: answer.data.id, path: `/status-pages/${answer.data.id}`, components: components.map(({ id }) => id) }
  }
  const subscribe = async (page: string, address: string, state = "confirmed", kind = "email") =>
    String(Reflect.get((await world.sql(SUBSCRIBE, page, kind, address, state))[0] ?? {}, "id"))

  it("are listed with their state, newest first", async () => {
    const { id, path } = await open()
    await subscribe(id, "waits@reader.example", "pending")
    const confirmed = await subscribe(id, "reads@reader.example")
    const answer = await send("GET", `${path}/subscribers?state=confirmed`)
    expectResponse(answer, 200, {
      success: true,
      data: [
        {
          id: confirmed,
          kind: "email",
          address: "reads@reader.example",
          language: "en",
          state: "confirmed",
          endedReason: null,
          isFailing: false,
          stoppedBy: null,
          componentIds: null,
          confirmedAt: TIME,
          endedAt: null,
          createdAt: TIME
        }
      ],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1 }
    })
    const all = await send("GET", `${path}/subscribers`)
    expect((all.data as unknown as ReadonlyArray<object>).length).toBe(2)
    expect((await send("GET", path)).data["subscribers"]).toBe(1)
    expectError(
      await send("GET", `${path}/subscribers?state=lost`),
      400,
      "state must be one of: pending, confirmed, unsubscribed, ended."
    )
  })

  it("are counted by the components that a post affects", async () => {
    const { components, id, path } = await open()
    const chooses = await subscribe(id, "wiki@reader.example")
    await subscribe(id, "all@reader.example")
    await subscribe(id, "https://a.hooks.example/in", "confirmed", "webhook")
    await world.sql(
      `with s as (update status_subscriber set covers_all = false where public_id = $1::uuid returning id)
       insert into status_subscriber_component select s.id, c.id from s, status_component c where c.public_id = $2::uuid`,
      chooses,
      components[1] ?? ""
    )
    const count = async (query: string) => (await send("GET", `${path}/audience${query}`)).data
    expect(await count("")).toEqual({ email: 2, webhook: 1 })
    expect(await count(`?componentIds=${components[0]}`)).toEqual({ email: 1, webhook: 1 })
    expect(await count(`?componentIds=${components.join(",")}`)).toEqual({ email: 2, webhook: 1 })
    const refused = "componentIds must be at most 200 ids of components, separated by commas."
    expectError(await send("GET", `${path}/audience?componentIds=all`), 400, refused)
  })

  it("are paused when the page becomes private, which the audience says before", async () => {
    const { id, path } = await open()
    await subscribe(id, "inside@reader.example")
    await subscribe(id, "outside@other.example")
    await subscribe(id, "https://b.hooks.example/in", "confirmed", "webhook")
    const count = async (query: string) => (await send("GET", `${path}/audience?${query}`)).data
    expect(await count("access=password")).toEqual({ email: 0, webhook: 0 })
    expect(await count("access=email_domains&emailDomains=READER.example,third.example")).toEqual({
      email: 1,
      webhook: 0
    })
    expect(await count("access=public")).toEqual({ email: 2, webhook: 1 })
    expectError(
      await send("GET", `${path}/audience?access=nobody`),
      400,
      "access must be one of: public, password, email_domains."
    )
    const change = async (body: object) =>
      (await api.send("PATCH", `${BASE_PATH}${path}`, { key: owner.key, body })).data as Record<string, unknown>
    expect(await change({ access: "email_domains", emailDomains: ["reader.example"] })).toMatchObject({
      subscribers: 1,
      pausedSubscribers: 2
    })
    expect(await count("")).toEqual({ email: 1, webhook: 0 })
    const all = (await send("GET", `${path}/subscribers?state=confirmed`)).data as unknown as ReadonlyArray<{
      readonly address: string
      readonly stoppedBy: string | null
    }>
    expect(all.map(({ address, stoppedBy }) => [address, stoppedBy])).toEqual([
      ["https://b.hooks.example/in", "access"],
      ["outside@other.example", "access"],
      ["inside@reader.example", null]
    ])
    expect(await change({ access: "public" })).toMatchObject({ subscribers: 3, pausedSubscribers: 0 })
    await change({ access: "password", password: "a password of readers" })
    await world.sql("update status_subscriber set state = 'confirmed' where address = $1", "outside@other.example")
    // Programs send the same password again with every change.
    const same = await change({ access: "password", password: "a password of readers", name: "Renamed" })
    expect(same).toMatchObject({ name: "Renamed", subscribers: 1, pausedSubscribers: 2 })
    expect(await change({ password: "another of readers" })).toMatchObject({ subscribers: 0, pausedSubscribers: 3 })
  })

  it("are exported without formulas", async () => {
    const { id, path } = await open()
    await subscribe(id, "=cmd@reader.example")
    await subscribe(id, "two@reader.example", "pending")
    const answer = await send("GET", `${path}/subscribers/export`)
    expect(answer.status).toBe(200)
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8")
    const [header, first, second, end] = answer.text.split("\r\n")
    expect(header).toBe(
      "id,kind,address,language,state,ended_reason,stopped_by,component_ids,confirmed_at,ended_at,created_at"
    )
    expect(first).toContain(",email,'=cmd@reader.example,en,confirmed,,,")
    expect(second).toContain("two@reader.example,en,pending")
    expect(end).toBe("")
  })

  it("are removed, and belong to the owner of the account", async () => {
    const { id, path } = await open()
    const subscriber = await subscribe(id, "removed@reader.example")
    const stranger = await world.account("pro")
    const member = await world.member(owner, [])
    for (const [method, suffix] of [
      ["GET", "/subscribers"],
      ["GET", "/subscribers/export"],
      ["GET", "/audience"],
      ["DELETE", `/subscribers/${subscriber}`]
    ] as const) {
      expectError(await send(method, `${path}${suffix}`, stranger.key), 404, "Status page not found.")
      expectError(await send(method, `${path}${suffix}`, member.key), 403, "Only the account owner can do this.")
    }
    expectError(await send("DELETE", `${path}/subscribers/${absent}`), 404, "Subscriber not found.")
    expectResponse(await send("DELETE", `${path}/subscribers/${subscriber}`), 200, {
      success: true,
      data: { id: subscriber, deleted: true }
    })
    expectError(await send("DELETE", `${path}/subscribers/${subscriber}`), 404, "Subscriber not found.")
  })

  it("are limited by the plan, which the account shows", async () => {
    const limits = async (plan: "free" | "pro" | "agency") => {
      const { key } = await world.account(plan)
      return (await send("GET", "/account", key)).data["limits"] as unknown as Record<string, number>
    }
    expect((await limits("free"))["statusPageSubscribers"]).toBe(100)
    expect((await limits("pro"))["statusPageSubscribers"]).toBe(2_000)
    expect((await limits("agency"))["statusPageSubscribers"]).toBe(20_000)
  })
})
