import { type Behaviour, type DnsServer, startUnresponsivePort } from "@mon/testbed"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { startDeadline } from "../src/Deadline.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const LIMIT_MS = 200
/** For a busy machine; the servers would keep a check for ever. */
const SLACK_MS = 500

const timed = async <A>(work: () => Promise<A>) => {
  const started = performance.now()
  const result = await work()
  return { result, tookMs: performance.now() - started }
}

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
    const { result, tookMs } = await timed(() => lab.check(url, { timeoutMs: LIMIT_MS }))
    expect(result.outcome).toBe(outcome)
    expect(tookMs).toBeGreaterThan(LIMIT_MS - 5)
    expect(tookMs).toBeLessThan(LIMIT_MS + SLACK_MS)
    await site.whenIdle()
  })

  it("covers name resolution and connecting", async () => {
    const dns: DnsServer = lab.dns
    dns.zone.set("slow.example.com", { A: ["127.0.0.1"] })
    dns.zone.delay("slow.example.com", 5_000)
    dns.zone.set(".", { NS: ["a.root-servers.net"] })
    const named = await timed(() => lab.check("http://slow.example.com/", { timeoutMs: LIMIT_MS }))
    expect(named.result.outcome).toBe("dns_timeout")
    const unresponsive = await startUnresponsivePort()
    const dialled = await timed(() =>
      lab.check(`http://${unresponsive.host}:${unresponsive.port}/`, { timeoutMs: LIMIT_MS })
    )
    expect(dialled.result.outcome).toBe("connect_timeout")
    for (const { tookMs } of [named, dialled]) expect(tookMs).toBeLessThan(LIMIT_MS + SLACK_MS)
    await unresponsive.close()
  })

  it("covers all hops together", async () => {
    const { url, site } = await lab.open("shop.example.com", {
      behaviour: ({ path }) => (path === "/xxx" ? { hang: "before-headers" } : { redirectTo: `${path}x`, delayMs: 100 })
    })
    const { result, tookMs } = await timed(() => lab.check(url, { timeoutMs: 800 }))
    expect(result).toMatchObject({ outcome: "header_timeout", statusCode: null })
    expect(result.hops.map(({ statusCode }) => statusCode)).toEqual([302, 302, 302, null])
    expect(result.hops.at(-1)?.timings.waitUs).toBeLessThan(700_000)
    expect(tookMs).toBeLessThan(800 + SLACK_MS)
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
