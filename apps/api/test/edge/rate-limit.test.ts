import { planTable } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Answer } from "../Ask.ts"
import { expectError } from "../Expected.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const windowOf = ({ headers }: Answer) => ({
  limit: Number(headers["x-ratelimit-limit"]),
  remaining: Number(headers["x-ratelimit-remaining"]),
  reset: Number(headers["x-ratelimit-reset"])
})

describe("the rate limit", () => {
  let world: World
  let one: TestApi
  let other: TestApi
  beforeAll(async () => {
    world = await openWorld(planTable)
    one = await world.startApi()
    other = await world.startApi()
  })
  afterAll(() => world.close())

  /** To the beginning of the next window. */
  const nextWindow = () => world.clock.advance(60_000 - (world.clock.now() % 60_000))

  it("is shared by two servers on one database, and ends with its window", async () => {
    nextWindow()
    const { key } = await world.account("free")
    const reset = Math.floor(world.clock.now() / 1_000) + 60
    for (let used = 1; used <= 20; used++) {
      const answer = await (used % 2 === 0 ? one : other).ask("GET", "/api/v1/settings", { key })
      expect({ status: answer.status, ...windowOf(answer) }).toEqual({
        status: 200,
        limit: 20,
        remaining: 20 - used,
        reset
      })
    }
    world.clock.advance(12_500)
    for (const api of [one, other]) {
      const refused = await api.ask("GET", "/api/v1/settings", { key })
      expectError(refused, 429, "Rate limit exceeded. Try again in 48 seconds.")
      expect(refused.headers["retry-after"]).toBe("48")
      expect(windowOf(refused)).toEqual({ limit: 20, remaining: 0, reset })
    }
    nextWindow()
    const again = await one.ask("GET", "/api/v1/settings", { key })
    expect({ status: again.status, ...windowOf(again) }).toEqual({
      status: 200,
      limit: 20,
      remaining: 19,
      reset: reset + 60
    })
    expect(again.headers["retry-after"]).toBeUndefined()
  })

  it("counts every kind of answer, and before the body is checked", async () => {
    nextWindow()
    const { key } = await world.account("free")
    const asks = [
      () => one.ask("GET", "/api/v1/no-such-route", { key }),
      () => one.ask("POST", "/api/v1/domains", { key, body: "no json" }),
      () => one.ask("GET", "/api/v1/domains/nonsense", { key })
    ]
    for (const [index, ask] of asks.entries()) expect(windowOf(await ask()).remaining).toBe(19 - index)
    for (let used = 4; used <= 20; used++) await one.ask("GET", "/api/v1/settings", { key })
    for (const ask of asks) expect((await ask()).status).toBe(429)
  })

  it.each([
    ["pro", 100],
    ["agency", 500]
  ] as const)("is that of the plan: %s %i", async (plan, limit) => {
    const { key } = await world.account(plan)
    expect(windowOf(await one.ask("GET", "/api/v1/settings", { key })).limit).toBe(limit)
  })

  it("is Free's when the plan has expired", async () => {
    const { id, key } = await world.account("agency")
    await world.sql("update account set plan_expires_at = now() - interval '1 second' where public_id = $1::uuid", id)
    expect(windowOf(await one.ask("GET", "/api/v1/settings", { key })).limit).toBe(20)
  })

  it("is each user's own: a member does not use up the owner's", async () => {
    nextWindow()
    const owner = await world.account("free")
    const member = await world.member(owner, [])
    for (let used = 1; used <= 21; used++) await one.ask("GET", "/api/v1/settings", { key: member.key })
    expect((await one.ask("GET", "/api/v1/settings", { key: member.key })).status).toBe(429)
    expect(windowOf(await one.ask("GET", "/api/v1/settings", { key: owner.key })).remaining).toBe(19)
  })
})

describe("the limit of calls without a valid key", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    world.clock.advance(60_000 - (world.clock.now() % 60_000))
  })
  afterAll(() => world.close())

  it("is 600 a minute for an address, then a 429, and does not touch valid keys", async () => {
    const known = await world.account()
    const unknownKey = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
    expect((await api.ask("GET", "/api/v1/settings", { key: known.key })).status).toBe(200)
    for (let used = 1; used <= 600; used += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => api.ask("GET", "/api/v1/domains", { key: unknownKey }))
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    }
    const refused = await api.ask("GET", "/api/v1/domains")
    expectError(refused, 429, "Rate limit exceeded. Try again in 60 seconds.")
    expect(windowOf(refused)).toMatchObject({ limit: 600, remaining: 0 })
    expect((await api.ask("GET", "/api/v1/domains", { key: unknownKey })).status).toBe(429)
    expect((await api.ask("GET", "/api/v1/openapi.json")).status).toBe(429)
    expect((await api.ask("GET", "/api/v1/settings", { key: known.key })).status).toBe(200)
    const elsewhere = await api.ask("GET", "/api/v1/domains", { localAddress: "127.0.0.2" })
    expect({ status: elsewhere.status, ...windowOf(elsewhere) }).toMatchObject({
      status: 401,
      limit: 600,
      remaining: 599
    })
    world.clock.advance(60_000)
    const after = await api.ask("GET", "/api/v1/domains")
    expect({ status: after.status, ...windowOf(after) }).toMatchObject({ status: 401, remaining: 599 })
  })
})

describe("the address behind proxies", () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const remaining = async (api: TestApi, forwarded: string) =>
    windowOf(await api.ask("GET", "/api/v1/domains", { headers: { "X-Forwarded-For": forwarded } })).remaining

  it("is the last one that no trusted proxy has added", async () => {
    const api = await world.startApi({ settings: { trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"] } })
    expect(await remaining(api, "203.0.113.5")).toBe(599)
    expect(await remaining(api, "198.51.100.1, 203.0.113.5, 10.1.2.3")).toBe(598)
    expect(await remaining(api, "198.51.100.1")).toBe(599)
    expect(await remaining(api, "2001:db8::1")).toBe(599)
    expect(await remaining(api, "2001:db8::ffff:2")).toBe(598)
    expect(await remaining(api, "2001:db8:0:1::1")).toBe(599)
    expect(await remaining(api, "::ffff:203.0.113.5")).toBe(597)
    expect(await remaining(api, "garbage")).toBe(599)
  })

  it("is the socket's when no proxy is trusted", async () => {
    const api = await world.startApi()
    expect(await remaining(api, "203.0.113.5")).toBe(599)
    expect(await remaining(api, "203.0.113.6")).toBe(598)
  })
})
