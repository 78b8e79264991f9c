import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { isDelayed, isLocalFault, makeEventLoopMonitor } from "../src/probe/ProbePorts.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const block = (milliseconds: number) => {
  const until = performance.now() + milliseconds
  while (performance.now() < until) continue
}

describe("a check during a delay of the event loop", () => {
  it("is marked as delayed, and its outcome counts", async () => {
    const { url, site } = await lab.open("shop.example.com")
    const checking = lab.monitoredCheck(url)
    await site.nextRequest()
    block(300)
    expect(await checking).toMatchObject({ outcome: "ok", delayed: true })
  })

  it("is a prober fault when it times out", async () => {
    const { url, site } = await lab.open("shop.example.com", { behaviour: { hang: "before-headers" } })
    const checking = lab.monitoredCheck(url, { timeoutMs: 1_000 })
    await site.nextRequest()
    block(1_050)
    const check = await checking
    expect(check).toMatchObject({ outcome: "prober_fault", verdict: "unknown", delayed: true, totalUs: null })
    expect(check.message).toContain("did not start in time")
  })

  it("does not time out when the response had arrived by the deadline", async () => {
    const { url, site } = await lab.open("shop.example.com")
    const checking = lab.monitoredCheck(url, { timeoutMs: 1_000 })
    await site.whenAccepted(1)
    block(5)
    site.behave(() => {
      setImmediate(() => block(1_050))
      return {}
    })
    expect(await checking).toMatchObject({ outcome: "ok", delayed: true })
  })

  it("still fails for reasons other than time", async () => {
    const { url, site } = await lab.open("shop.example.com", { behaviour: { status: 500, delayMs: 5 } })
    const checking = lab.monitoredCheck(url)
    await site.nextRequest()
    block(300)
    expect(await checking).toMatchObject({ outcome: "http_status", verdict: "down", delayed: true })
  })
})

describe("a delay of the event loop", () => {
  it("must be long, both in itself and relative to the check", () => {
    expect([isDelayed(19, 50), isDelayed(21, 50), isDelayed(100, 1_000), isDelayed(201, 1_000)]).toEqual([
      false,
      true,
      false,
      true
    ])
    expect([
      isLocalFault(240, 300),
      isLocalFault(260, 300),
      isLocalFault(900, 5_000),
      isLocalFault(1_100, 5_000)
    ]).toEqual([false, true, false, true])
  })

  it("is counted only for measurements that run at the time", () => {
    vi.useFakeTimers()
    let now = 0
    const pass = (milliseconds: number) => {
      now += milliseconds
      vi.advanceTimersByTime(10)
    }
    const watch = makeEventLoopMonitor(() => now)
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
