import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { isOwnFault, isStalled, makeStallWatch } from "../src/StallWatch.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

/** Keeps the event loop busy. */
const block = (milliseconds: number) => {
  const until = performance.now() + milliseconds
  while (performance.now() < until) continue
}

describe("a look while the event loop stands still", () => {
  it("is marked, and its outcome stands", async () => {
    const { url, site } = await lab.open("shop.example.com")
    const looking = lab.watchfulLook(url)
    await site.nextRequest()
    block(60)
    expect(await looking).toMatchObject({ outcome: "ok", stalled: true })
  })

  it("never times out as the site's fault", async () => {
    const { url, site } = await lab.open("shop.example.com", { behaviour: { hang: "before-headers" } })
    const looking = lab.watchfulLook(url, { timeoutMs: 400 })
    await site.nextRequest()
    block(450)
    const look = await looking
    expect(look).toMatchObject({ outcome: "prober_fault", verdict: "unknown", stalled: true, totalUs: null })
    expect(look.message).toContain("did not begin in time")
  })

  it("is not called late when the answer lay there at the deadline", async () => {
    const { url, site } = await lab.open("shop.example.com")
    const looking = lab.watchfulLook(url, { timeoutMs: 400 })
    await site.whenAccepted(1)
    block(5)
    site.behave(() => {
      setImmediate(() => block(450))
      return {}
    })
    expect(await looking).toMatchObject({ outcome: "ok", stalled: true })
  })

  it("still fails for what is no matter of time", async () => {
    const { url, site } = await lab.open("shop.example.com", { behaviour: { status: 500, delayMs: 5 } })
    const looking = lab.watchfulLook(url)
    await site.nextRequest()
    block(60)
    expect(await looking).toMatchObject({ outcome: "http_status", verdict: "down", stalled: true })
  })
})

describe("lateness", () => {
  it("must be long, and long for the look", () => {
    expect([isStalled(19, 50), isStalled(21, 50), isStalled(100, 1_000), isStalled(201, 1_000)]).toEqual([
      false,
      true,
      false,
      true
    ])
    expect([isOwnFault(240, 300), isOwnFault(260, 300), isOwnFault(900, 5_000), isOwnFault(1_100, 5_000)]).toEqual([
      false,
      true,
      false,
      true
    ])
  })

  it("is counted for those who watched at the time, and not otherwise", () => {
    vi.useFakeTimers()
    let now = 0
    const pass = (milliseconds: number) => {
      now += milliseconds
      vi.advanceTimersByTime(10)
    }
    const watch = makeStallWatch(() => now)
    const first = watch.begin()
    pass(10)
    pass(50)
    const second = watch.begin()
    pass(10)
    pass(12)
    expect(second()).toBe(0)
    now += 110
    expect(first()).toBe(40 + 100)
    expect(vi.getTimerCount()).toBe(0)
    const third = watch.begin()
    pass(10)
    expect(third()).toBe(0)
    vi.useRealTimers()
  })
})
