import { assert, describe, it } from "@effect/vitest"
import { type DnsFailure, type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type DnsErrorReason, makeUdpClient, type UdpClient, type UdpResolverOptions } from "../src/index.ts"
import { RECORD_TABLE } from "./recordTable.ts"

let server: DnsServer
let second: DnsServer
let clients: Array<UdpClient>

beforeEach(async () => {
  server = await startDnsServer()
  second = await startDnsServer({ host: "127.0.0.2" })
  clients = []
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await Promise.all([server.close(), second.close()])
})

/** A timeout in milliseconds for servers that do not answer. A longer timeout would only slow down the tests. */
const SHORT = 150

const client = (options: UdpResolverOptions = {}): UdpClient => {
  const made = makeUdpClient({ servers: [server.address], timeoutMs: 10_000, deadlineMs: 20_000, tries: 1, ...options })
  clients.push(made)
  return made
}

describe("the UDP client", () => {
  test.each(RECORD_TABLE)("reads %s records", async (type, records, expected) => {
    server.zone.set("name.example.com", records, { ttl: 60 })
    const answer = await client().query("Name.Example.com.", type)
    expect(answer).toMatchObject({
      name: "name.example.com",
      type,
      status: "ok",
      cnames: [],
      ttl: 60,
      authenticated: false,
      server: server.address,
      transport: "udp"
    })
    expect(answer.records).toEqual([expected])
    expect(answer.durationMs).toBeGreaterThan(0)
  })

  it("returns unparsed records of any other type", async () => {
    server.zone.set("name.example.com", { TXT: [["ab"]] })
    expect((await client().query("name.example.com", "TYPE16")).records).toEqual([{ data: "026162" }])
    await expect(client().query("name.example.com", "TYPE65536")).rejects.toMatchObject({
      name: "TypeError",
      code: "ERR_INVALID_ARG_VALUE"
    })
    expect(server.queries.map(({ type }) => type)).toEqual(["TXT"])
  })

  it("distinguishes NODATA from NXDOMAIN, and reports aliases and the time to live", async () => {
    server.zone.set("example.com", {
      SOA: { mname: "ns.example.com", rname: "root.example.com", serial: 1, minimum: 30 }
    })
    server.zone.set("name.example.com", { A: ["192.0.2.1"] }, { ttl: 60, authenticated: true })
    server.zone.set("alias.example.com", { CNAME: "name.example.com" }, { ttl: 20, authenticated: true })
    expect(await client().query("name.example.com", "MX")).toMatchObject({ status: "nodata", records: [], ttl: 30 })
    expect(await client().query("gone.example.com", "MX")).toMatchObject({ status: "nxdomain", ttl: 30 })
    expect(await client().query("alias.example.com", "A")).toMatchObject({
      status: "ok",
      cnames: ["name.example.com"],
      ttl: 20,
      authenticated: true
    })
    expect(await client().query("alias.example.com", "AAAA")).toMatchObject({
      status: "nodata",
      cnames: ["name.example.com"],
      authenticated: true
    })
  })

  it("queries with recursion and EDNS 1232", async () => {
    await client().query("name.example.com", "A")
    expect(server.queries).toMatchObject([
      {
        name: "name.example.com",
        type: "A",
        transport: "udp",
        recursionDesired: true,
        edns: { size: 1232, dnssecOk: false }
      }
    ])
  })

  it("queries again over TCP when the answer is truncated", async () => {
    server.zone.set("long.example.com", { TXT: ["x".repeat(60_000)] })
    const answer = await client().query("long.example.com", "TXT")
    expect(answer).toMatchObject({ transport: "tcp", server: server.address })
    expect(answer.records[0]?.chunks.join("")).toBe("x".repeat(60_000))
    server.zone.set("cut.example.com", { A: ["192.0.2.1"] })
    server.zone.fail("cut.example.com", "TRUNCATE")
    expect(await client().query("cut.example.com", "A")).toMatchObject({ status: "ok", transport: "tcp" })
  })

  test.each<[DnsFailure, DnsErrorReason]>([
    ["SERVFAIL", "ServFail"],
    ["REFUSED", "Refused"],
    ["NOTIMP", "Refused"],
    ["FORMERR", "FormErr"],
    ["DROP", "Timeout"],
    ["GARBAGE", "Timeout"],
    ["WRONG_ID", "Timeout"],
    ["WRONG_QUESTION", "Timeout"]
  ])("fails on %s as %s", async (failure, reason) => {
    server.zone.fail("name.example.com", failure)
    await expect(
      client(reason === "Timeout" ? { timeoutMs: SHORT } : {}).query("name.example.com", "A")
    ).rejects.toMatchObject({
      _tag: "DnsError",
      name: "DnsError",
      reason,
      queryName: "name.example.com",
      type: "A",
      server: server.address
    })
  })

  it("reports Network immediately when the resolver is unreachable, and does not query invalid names", async () => {
    const alone = client({ timeoutMs: 60_000, deadlineMs: 60_000, tries: 3 })
    await server.close()
    await expect(alone.query("name.example.com", "A")).rejects.toMatchObject({
      reason: "Network",
      detail: "ECONNREFUSED"
    })
    await expect(alone.query("bücher/.example", "A")).rejects.toMatchObject({ reason: "BadName" })
    expect(await alone.probe()).toMatchObject({ answers: false, reason: "Network" })
  })

  it("reports Network when no socket can be opened", async () => {
    await expect(client({ servers: ["255.255.255.255"] }).query("name.example.com", "A")).rejects.toMatchObject({
      reason: "Network",
      detail: "EACCES"
    })
  })

  it("resolves the addresses of a name for dialling", async () => {
    server.zone.set("name.example.com", { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] })
    expect(await client().resolveAddresses("name.example.com", AbortSignal.timeout(5000))).toEqual({
      status: "ok",
      addresses: ["192.0.2.1", "2001:db8::1"]
    })
  })
})

describe("several servers", () => {
  const both = (options: UdpResolverOptions = {}): UdpClient =>
    client({ servers: [server.address, second.address], ...options })

  test.each<DnsFailure>(["SERVFAIL", "REFUSED", "FORMERR"])("are used when one answers %s", async (failure) => {
    server.zone.fail("*", failure)
    second.zone.set("name.example.com", { A: ["192.0.2.1"] })
    expect(await both().query("name.example.com", "A")).toMatchObject({ status: "ok", server: second.address })
  })

  it("are not queried when the first one answers, even with no records", async () => {
    second.zone.set("name.example.com", { A: ["192.0.2.1"] })
    expect(await both().query("name.example.com", "A")).toMatchObject({ status: "nxdomain", server: server.address })
    expect(second.queries).toEqual([])
  })

  it("fail with the most specific error", async () => {
    server.zone.fail("*", "REFUSED")
    second.zone.fail("*", "SERVFAIL")
    const expected = { reason: "ServFail", server: second.address }
    await expect(both({ tries: 3 }).query("name.example.com", "A")).rejects.toMatchObject(expected)
    await expect(
      client({ servers: [second.address, server.address] }).query("name.example.com", "A")
    ).rejects.toMatchObject(expected)
    await server.close()
    await expect(both().query("name.example.com", "A")).rejects.toMatchObject(expected)
    expect(second.queries).toHaveLength(3)
  })
})

describe("a burst", () => {
  it("of 32 checks with 60 lookups each loses no answer", async () => {
    server.zone.set("*.example.com", { TXT: ["x".repeat(900)] })
    const asking = client()
    const answers = await Promise.all(
      Array.from({ length: 32 * 60 }, (_, index) => asking.query(`n${index}.example.com`, "TXT"))
    )
    expect(answers.filter(({ status }) => status === "ok")).toHaveLength(1920)
    expect(server.queries).toHaveLength(1920)
  })

  it("stays within the limit of queries in flight", async () => {
    server.zone.fail("*", "DROP")
    const asking = client({ maxInFlight: 3, timeoutMs: 60_000, deadlineMs: 60_000 })
    const stop = new AbortController()
    const lost = Array.from({ length: 10 }, (_, index) =>
      asking.query(`n${index}.example.com`, "A", stop.signal).catch(() => "stopped")
    )
    for (let seen = 0; seen < 3; seen++) await server.nextQuery()
    const last = client({ timeoutMs: SHORT })
      .query("last.example.com", "A")
      .catch(() => "lost")
    await server.nextQuery(({ name }) => name === "last.example.com")
    await last
    expect(server.queries).toHaveLength(4)
    stop.abort()
    expect(await Promise.all(lost)).toEqual(Array.from({ length: 10 }, () => "stopped"))
    server.zone.heal("*")
    expect(await asking.query("name.example.com", "A")).toMatchObject({ status: "nxdomain" })
  })

  it("of failing queries releases all permits", async () => {
    server.zone.fail("*", "SERVFAIL")
    const asking = client({ maxInFlight: 2 })
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => asking.query(`n${index}.example.com`, "A"))
    )
    assert.isTrue(ends.every(({ status }) => status === "rejected"))
    expect(server.queries).toHaveLength(20)
  })
})

it("fails pending queries when it is closed", async () => {
  server.zone.fail("*", "DROP")
  const asking = client({ timeoutMs: 60_000, deadlineMs: 60_000 })
  const answer = asking.query("name.example.com", "A")
  await server.nextQuery()
  await asking.close()
  await expect(answer).rejects.toMatchObject({ reason: "Network", detail: "ECLOSED" })
})
