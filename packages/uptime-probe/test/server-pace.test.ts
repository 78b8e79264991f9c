import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { retryAfterMs } from "../src/expiry/RetryAfter.ts"
import { makeServerPace } from "../src/expiry/ServerPace.ts"
import { makeClock, makeRegistryLab, NOW, type RegistryLab } from "./registryLab.ts"

const never = new AbortController().signal

describe("questions to one server", () => {
  it("are kept apart, those to another one are not", async () => {
    const clock = makeClock()
    const pace = makeServerPace(1_000, clock)
    expect([await pace.enter("a", never), await pace.enter("b", never)]).toEqual([{ ok: true }, { ok: true }])
    const turns: Array<string> = []
    const second = pace.enter("a", never).then(() => turns.push("second"))
    const third = pace.enter("a", never).then(() => turns.push("third"))
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

  it("are refused while the server wants to be left alone, even those in the queue", async () => {
    const clock = makeClock()
    const pace = makeServerPace(1_000, clock)
    await pace.enter("a", never)
    const queued = pace.enter("a", never)
    pace.rest("a", 30_000)
    clock.advance(1_000)
    expect(await queued).toEqual({ ok: false, until: NOW + 30_000 })
    expect(await pace.enter("a", never)).toEqual({ ok: false, until: NOW + 30_000 })
    clock.advance(29_000)
    expect(await pace.enter("a", never)).toEqual({ ok: true })
  })

  it("are refused when a minute of others waits before them", async () => {
    const clock = makeClock()
    const pace = makeServerPace(1_000, clock)
    const queued = Array.from({ length: 61 }, () => pace.enter("a", never))
    expect(await pace.enter("a", never)).toEqual({ ok: false, until: NOW + 61_000 })
    clock.advance(60_000)
    expect(new Set((await Promise.all(queued)).map(({ ok }) => ok))).toEqual(new Set([true]))
  })

  it("can be given up while they wait", async () => {
    const clock = makeClock()
    const pace = makeServerPace(1_000, clock)
    await pace.enter("a", never)
    const controller = new AbortController()
    const reason = new Error("enough")
    const waiting = pace.enter("a", controller.signal)
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

describe("a server that says that it is too much", () => {
  let lab: RegistryLab
  beforeEach(async () => {
    lab = await makeRegistryLab()
    lab.rdap.list(["com"], [lab.rdap.base])
    lab.rdap.register("example.com", { expiresAt: "2026-03-02T00:00:00Z" })
  })
  afterEach(() => lab.close())

  it.each([429, 503])("with status %d is left alone for as long as it says", async (status) => {
    const expiry = lab.expiryWith()
    lab.rdap.behave({ status, headers: { "retry-after": "120" } })
    expect(await expiry.look({ hostname: "example.com" })).toMatchObject({
      outcome: "unavailable",
      retryAt: NOW + 120_000,
      attempts: [{ result: "limited" }]
    })
    lab.rdap.behave(null)
    lab.clock.advance(119_000)
    expect(await expiry.look({ hostname: "other.com" })).toMatchObject({
      outcome: "unavailable",
      retryAt: NOW + 120_000
    })
    expect(lab.rdap.asked()).toEqual(["example.com"])
    lab.clock.advance(1_000)
    expect((await expiry.look({ hostname: "example.com" })).outcome).toBe("registered")
  })
})
