import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { makeAddressPolicy } from "@mon/public-net"
import { makeNodeClient } from "@mon/dns"
import { type HandshakeLimit, makeHandshakeLimit } from "../src/HandshakeLimit.ts"
import { lookAround } from "../src/LookAround.ts"
import { toPorts } from "../src/Probe.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const forever = new AbortController().signal

describe("the handshake limit", () => {
  it("admits in order of arrival as places get free", async () => {
    const limit = makeHandshakeLimit(2)
    const order: Array<number> = []
    const leave = [await limit.enter(forever), await limit.enter(forever)]
    const third = limit.enter(forever).then((leaveThird) => (order.push(3), leaveThird))
    const fourth = limit.enter(forever).then((leaveFourth) => (order.push(4), leaveFourth))
    expect([limit.running(), limit.waiting()]).toEqual([2, 2])
    leave[0]?.()
    leave[0]?.()
    await third
    expect([order, limit.running(), limit.waiting()]).toEqual([[3], 2, 1])
    ;(await third)()
    ;(await fourth)()
    leave[1]?.()
    expect([order, limit.running(), limit.waiting()]).toEqual([[3, 4], 0, 0])
  })

  it("takes a place back from a handshake that does not end", async () => {
    vi.useFakeTimers()
    const limit = makeHandshakeLimit(1, 1_000)
    await limit.enter(forever)
    const next = limit.enter(forever)
    vi.advanceTimersByTime(1_000)
    ;(await next)()
    expect(limit.running()).toBe(0)
    vi.useRealTimers()
  })

  it("lets whoever gives up go", async () => {
    const limit = makeHandshakeLimit(1)
    const leave = await limit.enter(forever)
    const stop = new AbortController()
    const waiting = limit.enter(stop.signal)
    stop.abort()
    ;(await waiting)()
    expect([limit.running(), limit.waiting()]).toEqual([1, 0])
    leave()
    expect(limit.running()).toBe(0)
  })
})

describe("a look that waits for a place", () => {
  const portsWith = (handshakes: HandshakeLimit) => {
    const dns = makeNodeClient({ servers: [lab.dns.address] })
    const outside = {
      policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
      resolve: dns.resolveAddresses,
      resolverAnswers: async () => true
    }
    return { ...toPorts(outside, { extraCa: [lab.authority.rootPem] }), handshakes }
  }

  it("does not count the waiting into its deadline nor its phases", async () => {
    const handshakes = makeHandshakeLimit(1)
    const { url } = await lab.open("shop.example.com", { secure: true })
    const leave = await handshakes.enter(forever)
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
    const looking = lookAround(portsWith(handshakes), { url, timeoutMs: 5_000 })
    await vi.waitUntil(() => handshakes.waiting() === 1)
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    leave()
    const look = await looking
    expect(look).toMatchObject({ outcome: "ok", statusCode: 200 })
    expect(look.totalUs).toBeLessThan(5_000_000)
  })

  it("ends when the server loses patience meanwhile", async () => {
    const handshakes = makeHandshakeLimit(1)
    const { url, site } = await lab.open("shop.example.com", { secure: true, behaviour: { hang: "tls" } })
    const leave = await handshakes.enter(forever)
    const looking = lookAround(portsWith(handshakes), { url, timeoutMs: 5_000 })
    await vi.waitUntil(() => handshakes.waiting() === 1)
    await site.close()
    leave()
    expect((await looking).outcome).toBe("tls_handshake")
  })
})
