import { makeServerClient, makeUdpClient, type ServerClient, type UdpClient } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type DnsObservation, type DnsWatchType, judgeDns, observeDns } from "../src/index.ts"

const DS = { keyTag: 7, algorithm: 13, digestType: 2, digest: "ab".repeat(32) }
const soa = (serial: number) => ({ mname: "ns1.shop.example", rname: "root.shop.example", serial, minimum: 60 })

const recordsOf = ({ sets }: DnsObservation, name: keyof DnsObservation["sets"]) =>
  sets[name]?.map((answer) => [answer.server, answer.status === "failed" ? answer.reason : answer.records])
const both = (records: ReadonlyArray<string>) => [
  ["ns1.shop.example 127.0.1.2", records],
  ["ns2.shop.example 127.0.1.3", records]
]

/**
 * The test network has a resolver, a registry and two servers of shop.example. Each has its own loopback address, and
 * all use one port.
 */
describe("an observation", () => {
  let resolver: DnsServer
  let registry: DnsServer
  let first: DnsServer
  let second: DnsServer
  let dns: UdpClient
  const asked: Array<string> = []
  const direct = makeServerClient({ timeoutMs: 300, tries: 1 })
  const servers: ServerClient = {
    ask: (server, name, type, signal) => {
      asked.push(server)
      return direct.ask(server, name, type, signal)
    }
  }

  const serve = (server: DnsServer, serial: number, exchange: string) => {
    server.zone.set("shop.example", {
      SOA: [soa(serial)],
      NS: ["NS1.shop.example", "ns2.shop.example"],
      MX: [{ preference: 10, exchange }],
      TXT: ["v=spf1 -all"],
      CAA: [{ flags: 0, tag: "issue", value: "ca.example" }]
    })
    server.zone.set("www.shop.example", { A: ["192.0.2.80", "192.0.2.81"] })
  }

  beforeEach(async () => {
    asked.length = 0
    resolver = await startDnsServer()
    const { port } = resolver
    registry = await startDnsServer({ host: "127.0.1.1", port })
    first = await startDnsServer({ host: "127.0.1.2", port })
    second = await startDnsServer({ host: "127.0.1.3", port })
    dns = makeUdpClient({ servers: [resolver.address], timeoutMs: 300, tries: 1 })
    resolver.zone.set("example", { NS: ["a.nic.example"] })
    resolver.zone.set("a.nic.example", { A: ["127.0.1.1"] })
    resolver.zone.set("shop.example", { MX: [{ preference: 10, exchange: "mx.example.net" }], TXT: ["v=spf1 -all"] })
    registry.zone.delegate("shop.example", { "ns1.shop.example": ["127.0.1.2"], "ns2.shop.example": ["127.0.1.3"] })
    registry.zone.set("shop.example", { DS: [DS] })
    for (const server of [first, second]) serve(server, 7, "mx.example.net")
  })
  afterEach(async () => {
    await dns.close()
    await Promise.all([resolver, registry, first, second].map((server) => server.close()))
  })

  const observe = (
    types: ReadonlyArray<DnsWatchType>,
    allow = ["127.0.0.0/8"],
    hostname = "www.shop.example"
  ): Promise<DnsObservation> =>
    observeDns(
      { hostname, domain: "shop.example", types },
      { dns, servers, policy: makeAddressPolicy({ allow }), port: resolver.port }
    )

  it("takes the delegation and DS from the parent, and the records from every server of the zone", async () => {
    const observation = await observe(["NS", "DS", "MX", "TXT", "CAA", "A"])
    const delegated = ["ns1.shop.example", "ns2.shop.example"]
    expect(recordsOf(observation, "NS")).toEqual([["a.nic.example 127.0.1.1", delegated]])
    expect(recordsOf(observation, "DS")).toEqual([["a.nic.example 127.0.1.1", [`7 13 2 ${DS.digest}`]]])
    expect(recordsOf(observation, "zoneNS")).toEqual(both(delegated))
    expect(recordsOf(observation, "MX")).toEqual(both(["10 mx.example.net"]))
    expect(recordsOf(observation, "TXT")).toEqual(both(['"v=spf1 -all"']))
    expect(recordsOf(observation, "A")).toEqual(both(["192.0.2.80", "192.0.2.81"]))
    // The host has no CAA records, so the CAA records of the domain apply.
    expect(recordsOf(observation, "CAA")).toEqual(both(['0 issue "ca.example"']))
    expect(observation.names).toMatchObject({ CAA: "shop.example", A: "www.shop.example" })
    expect(observation.sets.MX?.[0]).toMatchObject({ serial: 7 })
  })

  it("begins at the host with its search for CAA records, however far below its domain it is", async () => {
    const host = "a.b.c.d.e.f.g.shop.example"
    for (const server of [first, second])
      server.zone.set(host, { CAA: [{ flags: 0, tag: "issue", value: "other.example" }] })
    const observation = await observe(["CAA"], undefined, host)
    expect(recordsOf(observation, "CAA")).toEqual(both(['0 issue "other.example"']))
  })

  it("never asks a server without a public address", async () => {
    const observation = await observe(["MX", "NS"], ["127.0.1.1/32", "127.0.1.3/32"])
    expect(recordsOf(observation, "MX")?.[0]).toEqual(["ns1.shop.example", "blocked"])
    expect(asked.filter((server) => server.startsWith("127.0.1.2"))).toEqual([])
    expect(first.queries).toEqual([])
    expect(observation.findings.map(({ code }) => code)).toContain("blocked_server")
    const none = await observe(["MX", "NS"], [])
    expect(recordsOf(none, "NS")).toEqual([["a.nic.example", "blocked"]])
    expect(registry.queries.length).toBeGreaterThan(0)
  })

  it("reports what the owner should fix, and judges none of it to be a change", async () => {
    const before = judgeDns(null, await observe(["NS", "MX"]))
    for (const server of [first, second])
      server.zone.set("shop.example", {
        SOA: [soa(7)],
        NS: ["ns1.shop.example", "ns2.shop.example"],
        MX: [{ preference: 10, exchange: "mx.example.net" }]
      })
    first.zone.fail("*", "REFUSED")
    resolver.zone.set("shop.example", {
      NS: ["ns1.shop.example", "ns2.shop.example"],
      MX: [{ preference: 10, exchange: "mx.stale.example" }]
    })
    const observation = await observe(["NS", "MX"])
    expect(observation.findings.map(({ code }) => code)).toEqual(["lame_server", "resolver_differs"])
    expect(judgeDns(before.state, observation).changes).toEqual([])
    expect(judgeDns(before.state, observation).recheckAfterMs).toBe(null)
    first.zone.heal("*")
    registry.zone.delegate("shop.example", { "ns2.shop.example": ["127.0.1.3"] })
    expect((await observe(["NS"])).findings).toEqual([
      {
        code: "delegation_mismatch",
        message:
          "The parent delegates shop.example to ns2.shop.example, but the zone lists ns1.shop.example, ns2.shop.example."
      }
    ])
  })

  it("asks the servers of a lower zone for a host in it", async () => {
    const lower = await startDnsServer({ host: "127.0.1.4", port: resolver.port })
    for (const server of [first, second]) server.zone.delegate("www.shop.example", { "ns.cdn.example": ["127.0.1.4"] })
    lower.zone.set("www.shop.example", { SOA: [soa(1)], A: ["192.0.2.99"] })
    expect(recordsOf(await observe(["A"]), "A")).toEqual([["ns.cdn.example 127.0.1.4", ["192.0.2.99"]]])
    await lower.close()
  })

  it("asks the resolver where an alias leads out of the zone", async () => {
    for (const server of [first, second]) server.zone.set("www.shop.example", { CNAME: ["shop.cdn.example"] })
    resolver.zone.set("www.shop.example", { A: ["192.0.2.7"] })
    const observation = await observe(["A", "CNAME"])
    expect(recordsOf(observation, "A")).toEqual([["resolver", ["192.0.2.7"]]])
    expect(recordsOf(observation, "CNAME")?.[0]?.[1]).toEqual(["shop.cdn.example"])
  })

  it("sees a domain that the registry has removed, and a zone that nobody can be asked about", async () => {
    const before = judgeDns(null, await observe(["NS", "MX"])).state
    registry.zone.delegate("shop.example", {})
    registry.zone.delete("shop.example")
    const gone = await observe(["NS", "MX"])
    expect(gone.sets.NS).toMatchObject([{ status: "nxdomain", records: [] }])
    const suspected = judgeDns(before, gone)
    const confirmed = judgeDns(suspected.state, { ...gone, observedAt: gone.observedAt + 60_000 })
    expect(confirmed.changes).toMatchObject([{ type: "NS", removed: ["ns1.shop.example", "ns2.shop.example"] }])
    resolver.zone.fail("*", "SERVFAIL")
    const silent = await observe(["NS", "MX"])
    expect(recordsOf(silent, "MX")).toEqual([["resolver", "ServFail"]])
    expect(judgeDns(before, silent)).toMatchObject({ changes: [], recheckAfterMs: null })
  })

  it("rejects with the reason of the signal", async () => {
    const controller = new AbortController()
    controller.abort(new Error("enough"))
    await expect(observeDns({ hostname: "shop.example" }, { dns, signal: controller.signal })).rejects.toThrow("enough")
  })
})
