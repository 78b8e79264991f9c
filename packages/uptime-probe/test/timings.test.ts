import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Timings } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const DELAY_MS = 120

/** The phases that took at least the delay. */
const slow = (timings: Timings) =>
  Object.entries(timings)
    .filter(([, micros]) => micros !== null && micros >= (DELAY_MS - 2) * 1000)
    .map(([phase]) => phase)

describe("the time goes to the phase that took it", () => {
  it("name resolution", async () => {
    const { url } = await lab.open("slow.example.com", { secure: true })
    lab.dns.zone.delay("slow.example.com", DELAY_MS)
    expect(slow((await lab.check(url)).timings)).toEqual(["dnsUs"])
  })

  it.each([
    ["tlsUs", { tlsDelayMs: DELAY_MS }],
    ["waitUs", { delayMs: DELAY_MS }],
    ["downloadUs", { bodyDelayMs: DELAY_MS }]
  ] as const)("%s", async (phase, behaviour) => {
    const { url } = await lab.open("shop.example.com", { secure: true, behaviour })
    expect(slow((await lab.check(url)).timings)).toEqual([phase])
  })

  it("the phases add up to the total, in whole microseconds", async () => {
    const { url } = await lab.open("shop.example.com", { secure: true })
    const started = performance.now()
    const check = await lab.check(url)
    const wall = (performance.now() - started) * 1000
    const phases = Object.values(check.timings)
    expect(phases.every((micros) => Number.isSafeInteger(micros) && micros > 0)).toBe(true)
    expect(check.totalUs).toBe(phases.reduce((sum, micros) => sum + micros, 0))
    expect(check.totalUs).toBeLessThanOrEqual(wall + 10)
    expect(Math.abs(check.startedAt - Date.now())).toBeLessThan(5_000)
  })

  it("a failed phase has a time, later ones have none", async () => {
    const { url } = await lab.open("shop.example.com", { secure: true, behaviour: { hang: "tls" } })
    const check = await lab.check(url, { timeoutMs: 100 })
    expect(check.outcome).toBe("tls_timeout")
    const { connectUs, dnsUs, tlsUs } = check.timings
    expect(tlsUs).toBeGreaterThan(0)
    expect((dnsUs ?? 0) + (connectUs ?? 0) + (tlsUs ?? 0)).toBeGreaterThanOrEqual(99_000)
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
