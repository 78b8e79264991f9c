import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { DnsError, makeServerClient } from "../src/index.ts"

const reasonOf = (reply: Promise<unknown>) =>
  reply.then(
    () => "answered",
    (error: unknown) => (error instanceof DnsError ? error.reason : "other")
  )

describe("a client of authoritative servers", () => {
  let server: DnsServer
  beforeEach(async () => {
    server = await startDnsServer()
  })
  afterEach(() => server.close())

  const client = makeServerClient({ timeoutMs: 300, tries: 1 })

  it("asks the named server without recursion, and distinguishes answers from referrals", async () => {
    server.zone.set("example.com", { MX: [{ preference: 10, exchange: "mx.example.net" }] })
    server.zone.delegate("sub.example.com", {
      "ns1.sub.example.com": ["192.0.2.1", "2001:db8::1"],
      "ns.other.example": []
    })
    expect(await client.ask(server.address, "Example.com", "MX")).toEqual({
      kind: "answer",
      authoritative: true,
      status: "ok",
      records: [{ preference: 10, exchange: "mx.example.net" }],
      cnames: [],
      ttl: 300
    })
    expect(server.queries[0]?.recursionDesired).toBe(false)
    expect(await client.ask(server.address, "www.sub.example.com", "A")).toEqual({
      kind: "referral",
      zone: "sub.example.com",
      nameServers: [
        { name: "ns.other.example", addresses: [] },
        { name: "ns1.sub.example.com", addresses: ["192.0.2.1", "2001:db8::1"] }
      ]
    })
  })

  it("returns the DS records of the parent beside the delegation", async () => {
    server.zone.delegate("example.com", { "ns.example.com": ["192.0.2.1"] })
    const ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: "ab".repeat(32) }
    server.zone.set("example.com", { DS: [ds] })
    expect(await client.ask(server.address, "example.com", "DS")).toMatchObject({ status: "ok", records: [ds] })
  })

  it("asks again over TCP if the answer was truncated", async () => {
    server.zone.set("example.com", { TXT: ["x".repeat(4_000)] })
    const reply = await client.ask(server.address, "example.com", "TXT")
    expect(reply.kind === "answer" && reply.records[0]?.chunks.join("").length).toBe(4_000)
  })

  it("rejects with the reason if the server does not answer", async () => {
    server.zone.fail("refused.example.com", "REFUSED")
    server.zone.fail("silent.example.com", "DROP")
    server.zone.fail("garbage.example.com", "WRONG_ID")
    expect(await reasonOf(client.ask(server.address, "refused.example.com", "A"))).toBe("Refused")
    expect(await reasonOf(client.ask(server.address, "silent.example.com", "A"))).toBe("Timeout")
    expect(await reasonOf(client.ask(server.address, "garbage.example.com", "A"))).toBe("Timeout")
    expect(await reasonOf(client.ask(server.address, "two..dots", "A"))).toBe("BadName")
  })

  it("rejects with the reason of the signal", async () => {
    server.zone.fail("silent.example.com", "DROP")
    const controller = new AbortController()
    const reply = client.ask(server.address, "silent.example.com", "A", controller.signal)
    await server.nextQuery()
    controller.abort(new Error("enough"))
    await expect(reply).rejects.toThrow("enough")
  })
})
