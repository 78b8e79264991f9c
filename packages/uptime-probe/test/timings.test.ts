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
    expect(slow((await lab.look(url)).timings)).toEqual(["dnsUs"])
  })

  it.each([
    ["tlsUs", { tlsDelayMs: DELAY_MS }],
    ["waitUs", { delayMs: DELAY_MS }],
    ["downloadUs", { bodyDelayMs: DELAY_MS }]
  ] as const)("%s", async (phase, behaviour) => {
    const { url } = await lab.open("shop.example.com", { secure: true, behaviour })
    expect(slow((await lab.look(url)).timings)).toEqual([phase])
  })

  it("all phases make the total, in whole microseconds", async () => {
    const { url } = await lab.open("shop.example.com", { secure: true })
    const started = performance.now()
    const look = await lab.look(url)
    const wall = (performance.now() - started) * 1000
    const phases = Object.values(look.timings)
    expect(phases.every((micros) => Number.isSafeInteger(micros) && micros > 0)).toBe(true)
    expect(look.totalUs).toBe(phases.reduce((sum, micros) => sum + micros, 0))
    expect(look.totalUs).toBeLessThanOrEqual(wall + 10)
    expect(Math.abs(look.startedAt - Date.now())).toBeLessThan(5_000)
  })

  it("a phase that failed has its time, later ones have none", async () => {
    const { url } = await lab.open("shop.example.com", { secure: true, behaviour: { hang: "tls" } })
    const look = await lab.look(url, { timeoutMs: 100 })
    expect(look.outcome).toBe("tls_timeout")
    expect(look.timings.tlsUs).toBeGreaterThan(80_000)
    expect(look.timings).toMatchObject({ waitUs: null, downloadUs: null })
  })

  it("every address that was tried is told, the winner last", async () => {
    const { url } = await lab.open("shop.example.com")
    lab.dns.zone.set("shop.example.com", { A: ["127.0.0.1"], AAAA: ["::1"] })
    const [hop] = (await lab.look(url)).hops
    expect(hop?.attempts).toMatchObject([
      { address: "::1", outcome: "connect_refused", errno: "ECONNREFUSED" },
      { address: "127.0.0.1", outcome: "connected" }
    ])
    expect(hop?.address).toBe("127.0.0.1")
  })

  it("a new connection is made for each look", async () => {
    const { url, site } = await lab.open("shop.example.com", { secure: true })
    const looks = [await lab.look(url), await lab.look(url)]
    expect(site.accepted).toBe(2)
    expect(looks.every((look) => (look.timings.tlsUs ?? 0) > 0 && (look.timings.connectUs ?? 0) > 0)).toBe(true)
    expect(looks.every((look) => look.bytesReceived > 800)).toBe(true)
    await site.whenIdle()
  })
})
