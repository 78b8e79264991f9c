import { type Behaviour, type DnsServer, startUnresponsivePort } from "@mon/tooling/testbed"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { startDeadline } from "../src/probe/ProbePorts.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

/** The servers would keep a check waiting for ever, so only the deadline can end a check. */
const LIMIT_MS = 200

describe("the deadline", () => {
  const hangs: ReadonlyArray<readonly [string, Behaviour]> = [
    ["tls_timeout", { hang: "tls" }],
    ["header_timeout", { hang: "before-headers" }],
    ["header_timeout", { drip: "headers", everyMs: 10 }],
    ["body_timeout", { hang: "in-body" }],
    ["body_timeout", { drip: "body", everyMs: 10 }]
  ]
  it.each(hangs)("holds for %s (%o)", async (outcome, behaviour) => {
    const { url, site } = await lab.open("shop.example.com", { secure: true, behaviour })
    const started = performance.now()
    expect((await lab.check(url, { timeoutMs: LIMIT_MS })).outcome).toBe(outcome)
    expect(performance.now() - started).toBeGreaterThan(LIMIT_MS - 5)
    await site.whenIdle()
  })

  it("covers name resolution and connecting", async () => {
    const dns: DnsServer = lab.dns
    dns.zone.set("slow.example.com", { A: ["127.0.0.1"] })
    dns.zone.delay("slow.example.com", 5_000)
    dns.zone.set(".", { NS: ["a.root-servers.net"] })
    const named = await lab.check("http://slow.example.com/", { timeoutMs: LIMIT_MS })
    expect(named.outcome).toBe("dns_timeout")
    const unresponsive = await startUnresponsivePort()
    const dialled = await lab.check(`http://${unresponsive.host}:${unresponsive.port}/`, { timeoutMs: LIMIT_MS })
    expect(dialled.outcome).toBe("connect_timeout")
    await unresponsive.close()
  })

  it("covers all hops together", async () => {
    const { url, site } = await lab.open("shop.example.com", {
      behaviour: ({ path }) => (path === "/xxxxxx" ? {} : { redirectTo: `${path}x`, delayMs: 100 })
    })
    const { outcome, hops } = await lab.check(url, { timeoutMs: 400 })
    expect(outcome).toMatch(/_timeout$/u)
    expect(hops.length).toBeLessThan("/xxxxxx".length)
    await site.whenIdle()
  })

  it("ends early when the caller aborts, which rejects the check", async () => {
    const { url, site } = await lab.open("shop.example.com", { behaviour: { hang: "before-headers" } })
    const stop = new AbortController()
    const checking = lab.probe.check({ url, timeoutMs: 10_000 }, stop.signal)
    await site.nextRequest()
    stop.abort(new Error("enough"))
    await expect(checking).rejects.toThrow("enough")
    await site.whenIdle()
    await expect(lab.probe.check({ url, timeoutMs: 10_000 }, AbortSignal.abort(new Error("already")))).rejects.toThrow(
      "already"
    )
    expect(site.accepted).toBe(1)
  })
})

describe("uncounted time", () => {
  it("extends the deadline", async () => {
    vi.useFakeTimers()
    const deadline = startDeadline(50)
    const { promise, resolve } = Promise.withResolvers<string>()
    vi.advanceTimersByTime(30)
    const working = deadline.uncounted(promise)
    vi.advanceTimersByTime(1_000)
    expect(deadline.signal.aborted).toBe(false)
    resolve("done")
    expect(await working).toBe("done")
    vi.advanceTimersByTime(19)
    expect(deadline.passed()).toBe(false)
    vi.advanceTimersByTime(1)
    vi.runAllTimers()
    expect(deadline.passed()).toBe(true)
    expect(deadline.signal.reason).toMatchObject({ name: "TimeoutError" })
    deadline.end()
    vi.useRealTimers()
  })
})
