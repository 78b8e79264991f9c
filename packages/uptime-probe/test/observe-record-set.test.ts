import { makeServerClient, makeUdpClient, type UdpClient } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { observeRecordSet, type RecordSetTarget } from "../src/index.ts"

const NAME = "_dmarc.shop.example"
const soa = { mname: "ns1.shop.example", rname: "root.shop.example", serial: 7, minimum: 60 }

/**
 * The test network has a resolver, a registry and two servers of shop.example. Each has its own loopback address, and
 * all use one port.
 */
describe("the servers of a set of records", () => {
  let resolver: DnsServer
  let registry: DnsServer
  let first: DnsServer
  let second: DnsServer
  let dns: UdpClient
  const servers = makeServerClient({ timeoutMs: 5_000, tries: 1 })

  beforeEach(async () => {
    resolver = await startDnsServer()
    const { port } = resolver
    registry = await startDnsServer({ host: "127.0.1.1", port })
    first = await startDnsServer({ host: "127.0.1.2", port })
    second = await startDnsServer({ host: "127.0.1.3", port })
    dns = makeUdpClient({ servers: [resolver.address], timeoutMs: 5_000, tries: 1 })
    resolver.zone.set("example", { NS: ["a.nic.example"] })
    resolver.zone.set("a.nic.example", { A: ["127.0.1.1"] })
    registry.zone.delegate("shop.example", { "ns1.shop.example": ["127.0.1.2"], "ns2.shop.example": ["127.0.1.3"] })
    for (const server of [first, second]) {
      server.zone.set("shop.example", {
        SOA: [soa],
        NS: ["ns1.shop.example", "ns2.shop.example"],
        MX: [{ preference: 10, exchange: "MX.example.net" }]
      })
    }
  })
  afterEach(async () => {
    await dns.close()
    await Promise.all([resolver, registry, first, second].map((server) => server.close()))
  })

  const observe = (target: RecordSetTarget, allow = ["127.0.0.0/8"]) =>
    observeRecordSet(target, { dns, servers, policy: makeAddressPolicy({ allow }), port: resolver.port })

  it("are asked one by one, and so is the resolver", async () => {
    first.zone.set(NAME, { TXT: ['v=DMARC1; p="none"'] })
    resolver.zone.set(NAME, { TXT: ["v=DMARC1; p=reject"] })
    const observation = await observe({ name: NAME, type: "TXT" })
    expect(observation).toEqual({
      servers: [
        {
          server: "ns1.shop.example 127.0.1.2",
          status: "ok",
          values: ['v=DMARC1; p="none"'],
          ttl: expect.any(Number) as number
        },
        { server: "ns2.shop.example 127.0.1.3", status: "nxdomain", values: [], ttl: 60 }
      ],
      resolver: { server: "resolver", status: "ok", values: ["v=DMARC1; p=reject"], ttl: expect.any(Number) as number },
      resolvers: []
    })
  })

  it("are compared with several resolvers, of which one may be silent", async () => {
    const silent = await startDnsServer()
    const clients = [
      makeUdpClient({ servers: [second.address], timeoutMs: 5_000, tries: 1 }),
      makeUdpClient({ servers: [silent.address], timeoutMs: 200, tries: 1 })
    ]
    await silent.close()
    second.zone.set(NAME, { TXT: ["v=DMARC1; p=none"] })
    const { resolvers } = await observeRecordSet(
      { name: NAME, type: "TXT" },
      { dns, servers, resolvers: clients, policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }), port: resolver.port }
    )
    expect(resolvers).toEqual([
      { server: "resolver 2", status: "ok", values: ["v=DMARC1; p=none"], ttl: expect.any(Number) as number },
      { server: "resolver 3", status: "failed", reason: expect.any(String) as string }
    ])
    await Promise.all(clients.map((client) => client.close()))
  })

  it("answer for MX records in the form of people", async () => {
    const observation = await observe({ name: "shop.example", type: "MX" })
    expect(observation.servers).toMatchObject([{ values: ["10 mx.example.net"] }, { values: ["10 mx.example.net"] }])
    expect(observation.resolver).toMatchObject({ status: "nxdomain", values: [] })
  })

  it("are never asked without a public address, and a server that is silent says nothing", async () => {
    await second.close()
    const observation = await observe({ name: NAME, type: "TXT" }, ["127.0.1.1/32", "127.0.1.3/32"])
    expect(observation.servers).toEqual([
      { server: "ns1.shop.example", status: "failed", reason: "blocked" },
      { server: "ns2.shop.example 127.0.1.3", status: "failed", reason: expect.any(String) as string }
    ])
    expect(first.queries).toEqual([])
  })

  it("are none if no zone is found", async () => {
    const observation = await observe({ name: "shop.nowhere", type: "TXT" })
    expect(observation.servers).toEqual([])
  })
})
