import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { retryAfterMs } from "../src/expiry/queryRegistry.ts"
import { makeServerRateLimit } from "../src/expiry/ServerRateLimit.ts"
import { makeClock, makeRegistryLab, NOW, type RegistryLab } from "./registryLab.ts"

const never = new AbortController().signal

describe("queries to one server", () => {
  it("are spaced out, independently of other servers", async () => {
    const clock = makeClock()
    const rateLimit = makeServerRateLimit(1_000, clock)
    expect([await rateLimit.acquire("a", never), await rateLimit.acquire("b", never)]).toEqual([
      { ok: true },
      { ok: true }
    ])
    const turns: Array<string> = []
    const second = rateLimit.acquire("a", never).then(() => turns.push("second"))
    const third = rateLimit.acquire("a", never).then(() => turns.push("third"))
    await clock.whenWaiting()
    clock.advance(999)
    expect([turns, clock.waiting()]).toEqual([[], 2])
    clock.advance(1)
    await second
    expect(turns).toEqual(["second"])
    clock.advance(1_000)
    await third
    expect(turns).toEqual(["second", "third"])
  })

  it("are refused while the server is blocked, including queued ones", async () => {
    const clock = makeClock()
    const rateLimit = makeServerRateLimit(1_000, clock)
    await rateLimit.acquire("a", never)
    const queued = rateLimit.acquire("a", never)
    rateLimit.block("a", 30_000)
    clock.advance(1_000)
    expect(await queued).toEqual({ ok: false, until: NOW + 30_000 })
    expect(await rateLimit.acquire("a", never)).toEqual({ ok: false, until: NOW + 30_000 })
    clock.advance(29_000)
    expect(await rateLimit.acquire("a", never)).toEqual({ ok: true })
  })

  it("are refused when the queue is longer than a minute", async () => {
    const clock = makeClock()
    const rateLimit = makeServerRateLimit(1_000, clock)
    const queued = Array.from({ length: 61 }, () => rateLimit.acquire("a", never))
    expect(await rateLimit.acquire("a", never)).toEqual({ ok: false, until: NOW + 61_000 })
    clock.advance(60_000)
    expect(new Set((await Promise.all(queued)).map(({ ok }) => ok))).toEqual(new Set([true]))
  })

  it("can be aborted while they wait", async () => {
    const clock = makeClock()
    const rateLimit = makeServerRateLimit(1_000, clock)
    await rateLimit.acquire("a", never)
    const controller = new AbortController()
    const reason = new Error("enough")
    const waiting = rateLimit.acquire("a", controller.signal)
    await clock.whenWaiting()
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(clock.waiting()).toBe(0)
  })
})

describe("Retry-After", () => {
  it.each([
    ["7", 7_000],
    ["0", 1_000],
    ["999999999", 86_400_000],
    ["Thu, 01 Jan 2026 00:02:00 GMT", 120_000],
    ["Thu, 01 Jan 2015 00:02:00 GMT", 1_000],
    ["soon", 60_000],
    [null, 60_000]
  ])("%j is %d ms", (value, expected) => {
    expect(retryAfterMs(value, NOW)).toBe(expected)
  })
})

describe("a server that limits queries", () => {
  let lab: RegistryLab
  beforeEach(async () => {
    lab = await makeRegistryLab()
    lab.rdap.list(["com"], [lab.rdap.base])
    lab.rdap.register("example.com", { expiresAt: "2026-03-02T00:00:00Z" })
  })
  afterEach(() => lab.close())

  it.each([429, 503])("with status %d is not queried for as long as it asks", async (status) => {
    const expiry = lab.expiryWith()
    lab.rdap.behave({ status, headers: { "retry-after": "120" } })
    expect(await expiry.lookup({ hostname: "example.com" })).toMatchObject({
      outcome: "unavailable",
      retryAt: NOW + 120_000,
      attempts: [{ result: "limited" }]
    })
    lab.rdap.behave(null)
    lab.clock.advance(119_000)
    expect(await expiry.lookup({ hostname: "other.com" })).toMatchObject({
      outcome: "unavailable",
      retryAt: NOW + 120_000
    })
    expect(lab.rdap.asked()).toEqual(["example.com"])
    lab.clock.advance(1_000)
    expect((await expiry.lookup({ hostname: "example.com" })).outcome).toBe("registered")
  })
})
