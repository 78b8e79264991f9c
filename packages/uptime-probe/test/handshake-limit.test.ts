import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { makeAddressPolicy } from "@mon/public-net"
import { makeNodeClient } from "@mon/dns"
import { type HandshakeLimit, makeHandshakeLimit } from "../src/tls/HandshakeLimit.ts"
import { probeUrl } from "../src/probeUrl.ts"
import { type ProbePorts, toPorts } from "../src/probe/ProbePorts.ts"
import { toServiceProbe } from "../src/service/ServiceProbe.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const forever = new AbortController().signal

describe("the handshake limit", () => {
  it("admits handshakes in order of arrival as permits become free", async () => {
    const limit = makeHandshakeLimit(2)
    const order: Array<number> = []
    const release = [await limit.acquire(forever), await limit.acquire(forever)]
    const third = limit.acquire(forever).then((releaseThird) => (order.push(3), releaseThird))
    const fourth = limit.acquire(forever).then((releaseFourth) => (order.push(4), releaseFourth))
    expect([limit.running(), limit.waiting()]).toEqual([2, 2])
    release[0]?.()
    release[0]?.()
    await third
    expect([order, limit.running(), limit.waiting()]).toEqual([[3], 2, 1])
    ;(await third)()
    ;(await fourth)()
    release[1]?.()
    expect([order, limit.running(), limit.waiting()]).toEqual([[3, 4], 0, 0])
  })

  it("revokes the permit of a handshake that does not end", async () => {
    vi.useFakeTimers()
    const limit = makeHandshakeLimit(1, 1_000)
    await limit.acquire(forever)
    const next = limit.acquire(forever)
    vi.advanceTimersByTime(1_000)
    ;(await next)()
    expect(limit.running()).toBe(0)
    vi.useRealTimers()
  })

  it("removes aborted handshakes from the queue", async () => {
    const limit = makeHandshakeLimit(1)
    const release = await limit.acquire(forever)
    const stop = new AbortController()
    const waiting = limit.acquire(stop.signal)
    stop.abort()
    ;(await waiting)()
    expect([limit.running(), limit.waiting()]).toEqual([1, 0])
    release()
    expect(limit.running()).toBe(0)
  })
})

describe("a check that waits for a permit", () => {
  const portsWith = (handshakes: HandshakeLimit) => {
    const dns = makeNodeClient({ servers: [lab.dns.address] })
    const outside = {
      policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
      resolve: dns.resolveAddresses,
      resolverAnswers: async () => true
    }
    return { ...toPorts(outside, { extraCa: [lab.authority.rootPem] }), handshakes }
  }

  it("excludes the waiting time from its deadline and its phases", async () => {
    const handshakes = makeHandshakeLimit(1)
    const { url } = await lab.open("shop.example.com", { secure: true })
    const release = await handshakes.acquire(forever)
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
    const checking = probeUrl(portsWith(handshakes), { url, timeoutMs: 5_000 })
    await vi.waitUntil(() => handshakes.waiting() === 1, { timeout: 20_000 })
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    release()
    const check = await checking
    expect(check).toMatchObject({ outcome: "ok", statusCode: 200 })
    expect(check.totalUs).toBeLessThan(5_000_000)
  })

  it("ends when the server closes the connection meanwhile", async () => {
    const handshakes = makeHandshakeLimit(1)
    const { url, site } = await lab.open("shop.example.com", { secure: true, behaviour: { hang: "tls" } })
    const release = await handshakes.acquire(forever)
    const checking = probeUrl(portsWith(handshakes), { url, timeoutMs: 5_000 })
    await vi.waitUntil(() => handshakes.waiting() === 1, { timeout: 20_000 })
    await site.close()
    release()
    expect((await checking).outcome).toBe("tls_handshake")
  })

  it.each<[string, (ports: ProbePorts, url: string) => Promise<{ readonly outcome: string }>]>([
    ["URL", (ports, url) => probeUrl(ports, { url, timeoutMs: 5_000 })],
    ["service", (ports, url) => toServiceProbe(ports).tls({ target: new URL(url).host, timeoutMs: 5_000 })]
  ])("releases its permit if the handshake with a %s throws", async (_kind, check) => {
    const handshakes = makeHandshakeLimit(1, 60_000)
    const { url } = await lab.open("shop.example.com", { secure: true })
    const ports = portsWith(handshakes)
    const trust = {
      ...ports.trust,
      get context(): never {
        throw new Error("There is no context.")
      }
    }
    expect((await check({ ...ports, trust }, url)).outcome).toBe("prober_fault")
    expect(handshakes.running()).toBe(0)
  })
})
