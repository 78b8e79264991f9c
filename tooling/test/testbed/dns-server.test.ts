import { promises as dns } from "node:dns"
import { createSocket } from "node:dgram"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type DnsServer, startDnsServer } from "../../testbed/index.ts"

let server: DnsServer
let resolver: dns.Resolver

beforeEach(async () => {
  server = await startDnsServer()
  resolver = new dns.Resolver({ timeout: 250, tries: 1 })
  resolver.setServers([server.address])
})
afterEach(() => server.close())

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "answered",
    (error: NodeJS.ErrnoException) => error.code
  )

describe("records as node's resolver reads them", () => {
  it("serves each type", async () => {
    const { zone } = server
    zone.set("example.com", {
      A: ["127.0.0.9", "127.0.0.10"],
      AAAA: ["::1", "2001:db8::7", "::ffff:192.0.2.1"],
      MX: [{ preference: 10, exchange: "mx.example.com" }],
      TXT: ["v=spf1 -all", "x".repeat(300)],
      NS: ["ns1.example.com"],
      SOA: { mname: "ns1.example.com", rname: "host\\.master.example.com", serial: 2026112101, minimum: 60 },
      CAA: [{ tag: "issue", value: "ca.example.net" }]
    })
    zone.set("_sip._tcp.example.com", { SRV: [{ priority: 1, weight: 2, port: 5060, target: "sip.example.com" }] })
    zone.set("9.0.0.127.in-addr.arpa", { PTR: "shop.example.com" })
    expect(await resolver.resolve4("example.com", { ttl: true })).toEqual([
      { address: "127.0.0.9", ttl: 300 },
      { address: "127.0.0.10", ttl: 300 }
    ])
    expect(await resolver.resolve6("example.com")).toEqual(["::1", "2001:db8::7", "::ffff:192.0.2.1"])
    expect(await resolver.resolveMx("example.com")).toMatchObject([{ priority: 10, exchange: "mx.example.com" }])
    expect(await resolver.resolveTxt("example.com")).toEqual([["v=spf1 -all"], ["x".repeat(255), "x".repeat(45)]])
    expect(await resolver.resolveNs("example.com")).toEqual(["ns1.example.com"])
    expect(await resolver.resolveSoa("example.com")).toMatchObject({
      nsname: "ns1.example.com",
      serial: 2026112101,
      minttl: 60
    })
    expect(await resolver.resolveCaa("example.com")).toMatchObject([{ critical: 0, issue: "ca.example.net" }])
    expect(await resolver.resolveSrv("_sip._tcp.example.com")).toMatchObject([
      { priority: 1, weight: 2, port: 5060, name: "sip.example.com" }
    ])
    expect(await resolver.reverse("127.0.0.9")).toEqual(["shop.example.com"])
  })

  it("follows aliases and wildcards", async () => {
    server.zone.set("www.example.com", { CNAME: "shop.example.com" })
    server.zone.set("shop.example.com", { A: ["127.0.0.9"] })
    server.zone.set("*.example.com", { A: ["127.0.0.8"] })
    expect(await resolver.resolve4("WWW.Example.com")).toEqual(["127.0.0.9"])
    expect(await resolver.resolve4("other.example.com")).toEqual(["127.0.0.8"])
    expect(await code(resolver.resolve4("example.org"))).toBe("ENOTFOUND")
  })
})

describe("names without an answer", () => {
  it("distinguishes NXDOMAIN from NODATA, also between labels that exist", async () => {
    server.zone.set("a.b.example.com", { TXT: ["here"] })
    expect(await code(resolver.resolve4("a.b.example.com"))).toBe("ENODATA")
    expect(await code(resolver.resolve4("b.example.com"))).toBe("ENODATA")
    expect(await code(resolver.resolve4("c.example.com"))).toBe("ENOTFOUND")
    server.zone.delete("a.b.example.com")
    expect(await code(resolver.resolve4("a.b.example.com"))).toBe("ENOTFOUND")
  })

  it.each([
    ["SERVFAIL", "ESERVFAIL"],
    ["REFUSED", "EREFUSED"],
    ["NXDOMAIN", "ENOTFOUND"],
    ["NODATA", "ENODATA"],
    ["FORMERR", "EFORMERR"],
    ["DROP", "ETIMEOUT"]
  ] as const)("fails with %s until it is healed", async (failure, expected) => {
    server.zone.set("example.com", { A: ["127.0.0.9"], TXT: ["x"] })
    server.zone.fail("example.com", failure)
    expect(await code(resolver.resolve4("example.com"))).toBe(expected)
    server.zone.heal("example.com")
    server.zone.fail("example.com", failure, "TXT")
    expect(await resolver.resolve4("example.com")).toEqual(["127.0.0.9"])
    expect(await code(resolver.resolveTxt("example.com"))).toBe(expected)
  })
})

describe("transports and time", () => {
  it("truncates on UDP and answers whole on TCP", async () => {
    server.zone.set("big.example.com", { TXT: Array.from({ length: 40 }, (_, index) => `${index} ${"x".repeat(100)}`) })
    expect(await resolver.resolveTxt("big.example.com")).toHaveLength(40)
    expect(server.queries.map((query) => query.transport)).toEqual(["udp", "tcp"])
  })

  it("gives the n-th query the n-th answer and repeats the last one", async () => {
    server.zone.sequence("rebind.example.com", "A", [["203.0.113.1"], ["127.0.0.1"]])
    expect(await resolver.resolve4("rebind.example.com")).toEqual(["203.0.113.1"])
    expect(await resolver.resolve4("rebind.example.com")).toEqual(["127.0.0.1"])
    expect(await resolver.resolve4("rebind.example.com")).toEqual(["127.0.0.1"])
  })

  it("delays an answer and reports the query", async () => {
    server.zone.set("slow.example.com", { A: ["127.0.0.9"] })
    server.zone.delay("slow.example.com", 60)
    const started = performance.now()
    const answer = resolver.resolve4("slow.example.com")
    expect(await server.nextQuery()).toMatchObject({ name: "slow.example.com", type: "A", transport: "udp" })
    await answer
    expect(performance.now() - started).toBeGreaterThan(55)
  })

  it("echoes the question unchanged and sets AD only on request", async () => {
    server.zone.set("example.com", { A: ["127.0.0.9"] }, { authenticated: true })
    const socket = createSocket("udp4")
    const ask = Buffer.from("abcd01200001000000000000074578614d706c4503636f6d0000010001", "hex")
    const answered = new Promise<Buffer>((resolve) => socket.once("message", resolve))
    socket.send(ask, server.port, server.host)
    const answer = await answered
    socket.close()
    expect(answer.subarray(12, 29).toString("hex")).toBe("074578614d706c4503636f6d0000010001")
    expect(answer.readUInt16BE(0)).toBe(0xabcd)
    expect(answer.readUInt16BE(2) & 0x0020).toBe(0x0020)
  })

  it("rejects pending waits when it closes", async () => {
    const waiting = server.nextQuery()
    await server.close()
    await expect(waiting).rejects.toThrow("closed")
  })
})
