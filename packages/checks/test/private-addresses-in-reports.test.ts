import { makeZoneResolver } from "@mon/dns/effect"
import { makeEmailHealth } from "@mon/email-health/effect"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { withoutPrivateAddresses } from "../src/emailHealth/EmailHealthReportCache.ts"

/** The answers of a resolver inside a private network for the domain of a stranger. */
const zone = {
  "spy.com": {
    MX: [
      { preference: 10, exchange: "db" },
      { preference: 20, exchange: "wiki.internal" },
      { preference: 30, exchange: "split.spy.com" },
      { preference: 40, exchange: "mx.spy.com" }
    ],
    TXT: ["v=spf1 a:split.spy.com a:wiki.internal a:mx.spy.com ip4:10.9.0.0/16 ip4:10.1.1.30/32 -all"]
  },
  db: { A: ["10.1.1.1"] },
  "wiki.internal": { A: ["10.1.1.2"] },
  "split.spy.com": { A: ["10.1.1.3"] },
  "mx.spy.com": { A: ["9.9.9.9"] }
} as const

describe("a report for somebody outside of the network", () => {
  it("contains no address of the network, but says that a mail host has one", async () => {
    const resolver = makeZoneResolver(zone)
    const report = await Effect.runPromise(
      Effect.flatMap(makeEmailHealth(resolver, { lists: [] }), ({ check }) => check("spy.com"))
    )
    const shown = withoutPrivateAddresses(report)
    // The record contains 10.1.1.30, which begins like the address of split.spy.com.
    expect(JSON.stringify(shown).replaceAll("10.1.1.30", "")).not.toMatch(/10\.1\.1\.\d/u)
    expect(shown.mx.hosts.map(({ addresses, host, status }) => [host, status, addresses.length])).toEqual([
      ["db", "unresolvable", 0],
      ["wiki.internal", "unresolvable", 0],
      ["split.spy.com", "ok", 0],
      ["mx.spy.com", "ok", 1]
    ])
    expect(shown.spf.networks).toEqual(["9.9.9.9", "10.1.1.30", "10.9.0.0/16"])
    expect(shown.findings.filter(({ code }) => code === "mx_private").map(({ message }) => message)).toEqual([
      "The mail host split.spy.com has a private address, which senders cannot reach."
    ])
    expect(resolver.queries.filter(({ name }) => name === "db" || name === "wiki.internal")).toEqual([])
  })
})
