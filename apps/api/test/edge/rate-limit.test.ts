import { planTable } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ApiResponse } from "../ApiConnection.ts"
import { expectError } from "../Expected.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const windowOf = ({ headers }: ApiResponse) => ({
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

  const nextWindow = () => world.clock.advance(60_000 - (world.clock.now() % 60_000))

  it("is shared by servers on one database, and resets with each window", async () => {
    nextWindow()
    const { key } = await world.account("free")
    const reset = Math.floor(world.clock.now() / 1_000) + 60
    for (let used = 1; used <= 20; used++) {
      const response = await (used % 2 === 0 ? one : other).send("GET", "/api/v1/settings", { key })
      expect({ status: response.status, ...windowOf(response) }).toEqual({
        status: 200,
        limit: 20,
        remaining: 20 - used,
        reset
      })
    }
    world.clock.advance(12_500)
    for (const api of [one, other]) {
      const refused = await api.send("GET", "/api/v1/settings", { key })
      expectError(refused, 429, "Rate limit exceeded. Try again in 48 seconds.")
      expect(refused.headers["retry-after"]).toBe("48")
      expect(windowOf(refused)).toEqual({ limit: 20, remaining: 0, reset })
    }
    nextWindow()
    const again = await one.send("GET", "/api/v1/settings", { key })
    expect({ status: again.status, ...windowOf(again) }).toEqual({
      status: 200,
      limit: 20,
      remaining: 19,
      reset: reset + 60
    })
    expect(again.headers["retry-after"]).toBeUndefined()
  })

  it("counts every request whatever its response, before the body is checked", async () => {
    nextWindow()
    const { key } = await world.account("free")
    const requests = [
      () => one.send("GET", "/api/v1/no-such-endpoint", { key }),
      () => one.send("POST", "/api/v1/domains", { key, body: "no json" }),
      () => one.send("GET", "/api/v1/domains/nonsense", { key })
    ]
    for (const [index, send] of requests.entries()) expect(windowOf(await send()).remaining).toBe(19 - index)
    for (let used = 4; used <= 20; used++) await one.send("GET", "/api/v1/settings", { key })
    for (const send of requests) expect((await send()).status).toBe(429)
  })

  it.each([
    ["pro", 100],
    ["agency", 500]
  ] as const)("is that of the plan: %s %i", async (plan, limit) => {
    const { key } = await world.account(plan)
    expect(windowOf(await one.send("GET", "/api/v1/settings", { key })).limit).toBe(limit)
  })

  it("is that of Free if the plan has expired", async () => {
    const { id, key } = await world.account("agency")
    await world.sql("update account set plan_expires_at = now() - interval '1 second' where public_id = $1::uuid", id)
    expect(windowOf(await one.send("GET", "/api/v1/settings", { key })).limit).toBe(20)
  })

  it("is separate for each user, so a member does not use up the owner's", async () => {
    nextWindow()
    const owner = await world.account("free")
    const member = await world.member(owner, [])
    for (let used = 1; used <= 21; used++) await one.send("GET", "/api/v1/settings", { key: member.key })
    expect((await one.send("GET", "/api/v1/settings", { key: member.key })).status).toBe(429)
    expect(windowOf(await one.send("GET", "/api/v1/settings", { key: owner.key })).remaining).toBe(19)
  })
})

describe("the limit of requests without a valid key", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    world.clock.advance(60_000 - (world.clock.now() % 60_000))
  })
  afterAll(() => world.close())

  it("is 600 a minute per address, then 429, and does not affect valid keys", async () => {
    const known = await world.account()
    const unknownKey = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
    expect((await api.send("GET", "/api/v1/settings", { key: known.key })).status).toBe(200)
    for (let used = 1; used <= 600; used += 50) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => api.send("GET", "/api/v1/domains", { key: unknownKey }))
      )
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]))
    }
    const refused = await api.send("GET", "/api/v1/domains")
    expectError(refused, 429, "Rate limit exceeded. Try again in 60 seconds.")
    expect(windowOf(refused)).toMatchObject({ limit: 600, remaining: 0 })
    expect((await api.send("GET", "/api/v1/domains", { key: unknownKey })).status).toBe(429)
    expect((await api.send("GET", "/api/v1/openapi.json")).status).toBe(429)
    expect((await api.send("GET", "/api/v1/settings", { key: known.key })).status).toBe(200)
    const elsewhere = await api.send("GET", "/api/v1/domains", { localAddress: "127.0.0.2" })
    expect({ status: elsewhere.status, ...windowOf(elsewhere) }).toMatchObject({
      status: 401,
      limit: 600,
      remaining: 599
    })
    world.clock.advance(60_000)
    const after = await api.send("GET", "/api/v1/domains")
    expect({ status: after.status, ...windowOf(after) }).toMatchObject({ status: 401, remaining: 599 })
  })
})

describe("the client address behind proxies", () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const remaining = async (api: TestApi, forwarded: string) =>
    windowOf(await api.send("GET", "/api/v1/domains", { headers: { "X-Forwarded-For": forwarded } })).remaining

  it("is the last forwarded address that is not a trusted proxy", async () => {
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

  it("is the socket's if no proxy is trusted", async () => {
    const api = await world.startApi()
    expect(await remaining(api, "203.0.113.5")).toBe(599)
    expect(await remaining(api, "203.0.113.6")).toBe(598)
  })
})
