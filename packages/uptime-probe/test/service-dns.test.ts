import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { DnsExpectation } from "../src/index.ts"
import { framed } from "../src/service/DnsExchange.ts"
import { makeServiceLab, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
let server: DnsServer
beforeAll(async () => {
  lab = await makeServiceLab()
  server = await startDnsServer()
  lab.dns.zone.set("ns1.example.net", { A: [server.host] })
  server.zone.set("example.com", {
    A: ["192.0.2.1", "192.0.2.2"],
    MX: [{ preference: 10, exchange: "mx.example.com" }]
  })
  server.zone.set("signed.example.com", { A: ["192.0.2.3"] }, { authenticated: true })
})
afterAll(async () => {
  await Promise.all([lab.close(), server.close()])
})

const at = () => `ns1.example.net:${server.port}`
const mx = (more: object = {}) => ({ server: at(), name: "Example.com", type: "MX" as const, ...more })

describe("a check of a DNS server", () => {
  it.each(["udp", "tcp"] as const)("asks over %s, and has the whole reply", async (transport) => {
    const found = await lab.probe.dns(mx({ transport }))
    expect(found).toMatchObject({
      url: `dns://${at()}/Example.com?type=MX`,
      outcome: "ok",
      verdict: "up",
      message: null,
      address: server.host,
      certificate: null,
      reply: {
        rcode: "NOERROR",
        truncated: false,
        question: { name: "example.com", type: "MX" },
        answers: [{ name: "example.com", type: "MX", ttl: 300, data: "10 mx.example.com." }]
      }
    })
    expect(found.reply).not.toHaveProperty("id")
    expect(found.timings.dnsUs).toBeGreaterThan(0)
    expect(found.timings.waitUs).toBeGreaterThan(0)
    expect(found.timings.connectUs === null).toBe(transport === "udp")
    const query = server.queries.at(-1)
    expect(query).toMatchObject({ name: "example.com", transport, recursionDesired: true })
  })

  it("asks over TLS, and judges the certificate", async () => {
    const tls = await lab.authority.issue({ names: ["dot.example.net"] })
    const target = await lab.listen(
      "dot.example.net",
      (socket) => {
        const inner = connect(server.port, server.host).on("error", () => socket.destroy())
        socket.pipe(inner).pipe(socket)
      },
      tls
    )
    const found = await lab.probe.dns(
      mx({ server: target, transport: "tls", expect: [{ certificate: "valid" }, { answer: "10 mx.example.com." }] })
    )
    expect(found).toMatchObject({
      url: `dns+tls://${target}/Example.com?type=MX`,
      outcome: "ok",
      certificate: { valid: true, host: "dot.example.net" }
    })
    expect(found.timings.tlsUs).toBeGreaterThan(0)
    expect(server.queries.at(-1)).toMatchObject({ name: "example.com", transport: "tcp" })
    const other = { server: target, transport: "tls", serverName: "other.example.net" }
    expect(await lab.probe.dns(mx(other))).toMatchObject({ outcome: "ok", certificate: { problems: ["wrong_host"] } })
    expect(await lab.probe.dns(mx({ ...other, expect: [{ certificate: "valid" }] }))).toMatchObject({
      outcome: "expectation_failed"
    })
    expect(await lab.probe.dns(mx({ transport: "tls", timeoutMs: 500 }))).toMatchObject({
      outcome: "tls_timeout",
      reply: null
    })
    expect(await lab.probe.dns(mx({ transport: "tcp", expect: [{ certificate: "valid" }] }))).toMatchObject({
      outcome: "expectation_failed"
    })
    expect((await lab.probe.dns({ ...mx({ transport: "tls" }), server: "10.0.0.1" })).url).toContain("//10.0.0.1:853/")
  })

  it("can ask without recursion, and a server by its address", async () => {
    const found = await lab.probe.dns({ server: server.address, name: "example.com", type: "A", recursion: false })
    expect(found).toMatchObject({ outcome: "ok", timings: { dnsUs: null } })
    expect(server.queries.at(-1)?.recursionDesired).toBe(false)
  })

  it("evaluates expectations in their order", async () => {
    const found = await lab.probe.dns(
      mx({
        type: "A",
        expect: [
          { answer: "192.0.2.2" },
          { responseTimeMs: 60_000 },
          { answer: "192.0.2.9", absent: true },
          { answerMatches: "^192\\.0\\.2\\." },
          { minimumAnswers: 2 },
          { ipVersion: 4 },
          { rcode: "NOERROR" },
          { flag: "truncated", absent: true }
        ]
      })
    )
    expect([found.message, found.outcome]).toEqual([null, "ok"])
    expect(found.expectations?.map(({ expectation, holds }) => [Object.keys(expectation)[0], holds])).toEqual([
      ["answer", true],
      ["responseTimeMs", true],
      ["answer", true],
      ["answerMatches", true],
      ["minimumAnswers", true],
      ["ipVersion", true],
      ["rcode", true],
      ["flag", true]
    ])
  })

  it.each([
    [{ answer: "20 mx.example.com." }, "Expected an answer “20 mx.example.com.”, got “10 mx.example.com.”."],
    [{ answerMatches: "mx", absent: true }, "Expected no answer that matches “mx”, got “10 mx.example.com.”."],
    [{ minimumAnswers: 2 }, "Expected at least 2 answers, got 1."],
    [{ flag: "authenticated" as const }, "Expected the flag “authenticated” to be set, it is not set."],
    [{ rcode: "NXDOMAIN" }, "Expected the response code “NXDOMAIN”, got “NOERROR”."]
  ])("names the expectation that does not hold: %j", async (expectation, message) => {
    const found = await lab.probe.dns(mx({ expect: [expectation] }))
    expect([found.outcome, found.message]).toEqual(["expectation_failed", message])
    expect(found.totalUs).toBeGreaterThan(0)
  })

  it("asks over TCP for the records that a truncated answer lacks, if an expectation needs them", async () => {
    server.zone.set("long.example.com", { A: ["192.0.2.7"] })
    server.zone.fail("long.example.com", "TRUNCATE")
    const ask = async (...expectations: ReadonlyArray<DnsExpectation>) => {
      const before = server.queries.length
      const { message, outcome } = await lab.probe.dns({
        server: at(),
        name: "long.example.com",
        type: "A",
        expect: expectations
      })
      return [outcome, message, server.queries.slice(before).map(({ transport }) => transport)]
    }
    expect(await ask({ answer: "192.0.2.7" })).toEqual(["ok", null, ["udp", "tcp"]])
    expect(await ask({ minimumAnswers: 1 })).toEqual(["ok", null, ["udp", "tcp"]])
    expect(await ask()).toEqual(["ok", null, ["udp"]])
    expect(await ask({ flag: "truncated" })).toEqual(["ok", null, ["udp"]])
    expect(await ask({ flag: "truncated" }, { answer: "192.0.2.7" })).toEqual([
      "expectation_failed",
      "Expected an answer “192.0.2.7”, got none.",
      ["udp"]
    ])
  })

  it("judges a truncated answer if the server does not answer over TCP", async () => {
    const socket = createSocket("udp4")
    socket.on("message", (bytes, { address, port }) => {
      const answer = Buffer.from(bytes.subarray(0, bytes.length - 11))
      answer.writeUInt16BE(0x8600, 2)
      answer.writeUInt16BE(0, 10)
      socket.send(answer, port, address)
    })
    socket.bind(0, "127.0.0.1")
    await once(socket, "listening")
    const place = `127.0.0.1:${socket.address().port}`
    const found = await lab.probe.dns({ server: place, name: "a.example", type: "A", expect: [{ minimumAnswers: 1 }] })
    socket.close()
    expect(found).toMatchObject({ outcome: "expectation_failed", message: "Expected at least 1 answers, got 0." })
  })

  it("sees the flag of a resolver that validates", async () => {
    const expectations = [{ flag: "authenticated" as const }]
    const found = await lab.probe.dns({ server: at(), name: "signed.example.com", type: "A", expect: expectations })
    expect(found).toMatchObject({ outcome: "ok", reply: { authenticated: true } })
  })

  it.each(["NXDOMAIN", "SERVFAIL", "REFUSED"] as const)("fails at %s unless it is expected", async (rcode) => {
    server.zone.fail("failing.example.com", rcode)
    const request = { server: at(), name: "failing.example.com", type: "A" } as const
    const found = await lab.probe.dns(request)
    expect(found).toMatchObject({
      outcome: "expectation_failed",
      message: `The DNS server returned ${rcode}.`,
      reply: { rcode, answers: [] }
    })
    expect(await lab.probe.dns({ ...request, expect: [{ rcode }] })).toMatchObject({ outcome: "ok" })
  })

  it.each([
    ["DROP", "udp", "header_timeout"],
    ["DROP", "tcp", "header_timeout"],
    ["WRONG_ID", "udp", "header_timeout"],
    ["WRONG_QUESTION", "udp", "header_timeout"],
    ["WRONG_ID", "tcp", "protocol_error"],
    ["WRONG_QUESTION", "tcp", "protocol_error"],
    ["GARBAGE", "tcp", "protocol_error"],
    ["CLOSE", "tcp", "closed_unanswered"]
  ] as const)("has an outcome for a server that does %s over %s", async (failure, transport, outcome) => {
    server.zone.fail("hostile.example.com", failure)
    const timeoutMs = outcome === "header_timeout" ? 300 : 20_000
    const found = await lab.probe.dns({ server: at(), name: "hostile.example.com", type: "A", transport, timeoutMs })
    expect([found.outcome, found.reply, found.verdict]).toEqual([outcome, null, "down"])
  })

  it("has the outcomes of other checks where there is no server", async () => {
    const check = (place: string, transport: "tcp" | "udp") =>
      lab.probe.dns({ server: place, name: "a.example", type: "A", transport, timeoutMs: 5_000 })
    const outcomeOf = async (place: string, transport: "tcp" | "udp") => (await check(place, transport)).outcome
    const free = createSocket("udp4")
    free.bind(0, "127.0.0.1")
    await once(free, "listening")
    const { port } = free.address()
    await new Promise<void>((resolve) => free.close(() => resolve()))
    lab.dns.zone.set("inside.example.net", { A: ["10.0.0.7"] })
    for (const transport of ["udp", "tcp"] as const) {
      expect(await outcomeOf(`127.0.0.1:${port}`, transport)).toBe("connect_refused")
      expect(await check("nowhere.example.net", transport)).toMatchObject({
        outcome: "dns_nxdomain",
        message: "The host name nowhere.example.net does not exist."
      })
      expect(await outcomeOf("10.0.0.1", transport)).toBe("blocked_address")
      expect(await outcomeOf("inside.example.net", transport)).toBe("blocked_address")
    }
    const blocked = await lab.probe.dns({ server: "inside.example.net", name: "a.example", type: "A" })
    expect(blocked).toMatchObject({ blocked: { address: "10.0.0.7" }, address: null })
    expect(blocked.message).toBe("The address of inside.example.net is not public.")
  })

  it("asks again if a datagram is lost", async () => {
    const socket = createSocket("udp4")
    let arrived = 0
    socket.on("message", (bytes, { address, port }) => {
      arrived += 1
      if (arrived === 1) return
      const answer = Buffer.from(bytes.subarray(0, bytes.length - 11))
      answer.writeUInt16BE(0x8400, 2)
      answer.writeUInt16BE(0, 10)
      socket.send(answer, port, address)
    })
    socket.bind(0, "127.0.0.1")
    await once(socket, "listening")
    const found = await lab.probe.dns({ server: `127.0.0.1:${socket.address().port}`, name: "a.example", type: "A" })
    socket.close()
    expect(found).toMatchObject({ outcome: "ok", reply: { answers: [], authoritative: true } })
  })

  it("ends at a message over TCP that never comes whole", async () => {
    const target = await lab.listen(
      "half.example.net",
      (socket) => void socket.write(framed(Buffer.alloc(40)).subarray(0, 20))
    )
    const found = await lab.probe.dns({
      server: target,
      name: "a.example",
      type: "A",
      transport: "tcp",
      timeoutMs: 300
    })
    expect(found.outcome).toBe("body_timeout")
  })

  it("can be aborted", async () => {
    server.zone.fail("silent.example.com", "DROP")
    const stop = new AbortController()
    const checking = lab.probe.dns({ server: at(), name: "silent.example.com", type: "A" }, stop.signal)
    await server.nextQuery(({ name }) => name === "silent.example.com")
    stop.abort(new Error("enough"))
    await expect(checking).rejects.toThrow("enough")
  })
})
