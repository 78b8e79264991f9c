import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Timings } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const DELAY_MS = 400

/**
 * The lowest accepted duration of a delayed phase. It is far below DELAY_MS, because a busy machine notices late that a
 * phase has begun.
 */
const LEAST_US = 150_000

const phaseOf = (timings: Timings, phase: keyof Timings) => timings[phase] ?? 0

describe("the time goes to the phase that took it", () => {
  it("name resolution", async () => {
    const { url } = await lab.open("slow.example.com", { secure: true })
    lab.dns.zone.delay("slow.example.com", DELAY_MS)
    expect(phaseOf((await lab.check(url)).timings, "dnsUs")).toBeGreaterThanOrEqual(LEAST_US)
  })

  it.each([
    ["tlsUs", { tlsDelayMs: DELAY_MS }],
    ["waitUs", { delayMs: DELAY_MS }],
    ["downloadUs", { bodyDelayMs: DELAY_MS }]
  ] as const)("%s", async (phase, behaviour) => {
    const { url } = await lab.open("shop.example.com", { secure: true, behaviour })
    expect(phaseOf((await lab.check(url)).timings, phase)).toBeGreaterThanOrEqual(LEAST_US)
  })

  it("the phases add up to the total, in whole microseconds", async () => {
    const { url } = await lab.open("shop.example.com", { secure: true })
    const before = Date.now()
    const started = performance.now()
    const check = await lab.check(url)
    const wall = (performance.now() - started) * 1000
    const phases = Object.values(check.timings)
    expect(phases.every((micros) => Number.isSafeInteger(micros) && micros > 0)).toBe(true)
    expect(check.totalUs).toBe(phases.reduce((sum, micros) => sum + micros, 0))
    expect(check.totalUs).toBeLessThanOrEqual(wall + 10)
    expect(check.startedAt).toBeGreaterThanOrEqual(before - 1)
    expect(check.startedAt).toBeLessThanOrEqual(Date.now())
  })

  it("a failed phase has a time, later ones have none", async () => {
    const { url } = await lab.open("shop.example.com", { secure: true, behaviour: { hang: "tls" } })
    const check = await lab.check(url, { timeoutMs: 500 })
    expect(check.outcome).toBe("tls_timeout")
    for (const time of [check.timings.dnsUs, check.timings.connectUs, check.timings.tlsUs])
      expect(time).toBeGreaterThan(0)
    expect(check.timings).toMatchObject({ waitUs: null, downloadUs: null })
  })

  it("every address that was tried is reported, the connected one last", async () => {
    const { url } = await lab.open("shop.example.com")
    lab.dns.zone.set("shop.example.com", { A: ["127.0.0.1"], AAAA: ["::1"] })
    const [hop] = (await lab.check(url)).hops
    expect(hop?.attempts).toMatchObject([
      { address: "::1", outcome: "connect_refused", errno: "ECONNREFUSED" },
      { address: "127.0.0.1", outcome: "connected" }
    ])
    expect(hop?.address).toBe("127.0.0.1")
  })

  it("a new connection is made for each check", async () => {
    const { url, site } = await lab.open("shop.example.com", { secure: true })
    const checks = [await lab.check(url), await lab.check(url)]
    expect(site.accepted).toBe(2)
    expect(checks.every((check) => (check.timings.tlsUs ?? 0) > 0 && (check.timings.connectUs ?? 0) > 0)).toBe(true)
    expect(checks.every((check) => check.bytesReceived > 800)).toBe(true)
    await site.whenIdle()
  })
})
