import { startSite } from "@mon/tooling/testbed"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

/**
 * Returns a probe that allows only one loopback address, so that the other loopback addresses stand for a private
 * network.
 */
const guarded = () => lab.probeWith({}, ["127.0.0.1/32"])

describe("addresses that are not public", () => {
  it("are never connected to, by name or as a literal", async () => {
    const inside = await startSite({ host: "127.0.0.2" })
    lab.dns.zone.set("inside.example.com", { A: ["127.0.0.2"] })
    lab.dns.zone.set("mixed.example.com", { A: ["127.0.0.1", "127.0.0.2"] })
    for (const host of [
      "inside.example.com",
      "mixed.example.com",
      "127.0.0.2",
      "127.2",
      "0x7f000002",
      "[::ffff:127.0.0.2]",
      "[::ffff:7f00:2]"
    ]) {
      const check = await guarded().check({ url: `http://${host}:${inside.port}/`, timeoutMs: 2_000 })
      expect([host, check.outcome, check.heardFromServer]).toEqual([host, "blocked_address", false])
    }
    expect(inside.accepted).toBe(0)
    await inside.close()
  })

  it("are not connected to after a redirect", async () => {
    const inside = await startSite({ host: "127.0.0.2" })
    lab.dns.zone.set("inside.example.com", { A: ["127.0.0.2"] })
    const outside = await lab.open("outside.example.com")
    for (const target of [
      `http://127.0.0.2:${inside.port}/`,
      `http://inside.example.com:${inside.port}/`,
      `http://2130706434:${inside.port}/`
    ]) {
      outside.site.behave({ redirectTo: target })
      const check = await guarded().check({ url: outside.url, timeoutMs: 2_000 })
      expect(check).toMatchObject({
        outcome: "blocked_address",
        verdict: "down",
        deterministic: true,
        statusCode: null
      })
      expect(check.hops.map((hop) => hop.statusCode)).toEqual([302, null])
    }
    expect(inside.accepted).toBe(0)
    await inside.close()
  })

  it("are not connected to when the name resolves differently the second time", async () => {
    const inside = await startSite({ host: "127.0.0.2" })
    const outside = await startSite({ port: inside.port, behaviour: { redirectTo: "/again" } })
    lab.dns.zone.sequence("rebind.example.com", "A", [["127.0.0.1"], ["127.0.0.2"]])
    const check = await guarded().check({ url: `http://rebind.example.com:${inside.port}/`, timeoutMs: 2_000 })
    expect(check.outcome).toBe("blocked_address")
    expect(check.hops.map((hop) => [hop.address, hop.statusCode])).toEqual([
      ["127.0.0.1", 302],
      [null, null]
    ])
    expect([outside.accepted, inside.accepted]).toEqual([1, 0])
    await Promise.all([inside.close(), outside.close()])
  })
})
