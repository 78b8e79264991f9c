import { assert, describe, it } from "@effect/vitest"
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { promises } from "node:dns"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { DnsResolver, layerNode, probeResolver } from "../src/effect.ts"
import { type DnsErrorReason, makeNodeClient } from "../src/index.ts"
import { RECORD_TABLE } from "./recordTable.ts"

let server: DnsServer

beforeEach(async () => {
  server = await startDnsServer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const client = (timeoutMs = 10_000) => makeNodeClient({ servers: [server.address], timeoutMs, tries: 1 })

/** A timeout in milliseconds for servers that do not answer. A longer timeout would only slow down the tests. */
const SHORT = 150

describe("the resolver over node:dns", () => {
  test.each(RECORD_TABLE.filter(([type]) => type !== "DS"))("reads %s records", async (type, records, expected) => {
    server.zone.set("name.example.com", records, { ttl: 60 })
    const answer = await client().query("Name.Example.com.", type)
    expect(answer).toMatchObject({
      name: "name.example.com",
      type,
      status: "ok",
      cnames: [],
      authenticated: null,
      server: server.address,
      transport: "system"
    })
    expect(answer.records).toEqual([expected])
    expect(answer.durationMs).toBeGreaterThan(0)
  })

  it("distinguishes NODATA from NXDOMAIN, and reports the time to live of addresses", async () => {
    server.zone.set("name.example.com", { A: ["192.0.2.1"] }, { ttl: 60 })
    server.zone.set("alias.example.com", { CNAME: "name.example.com" }, { ttl: 60 })
    expect(await client().query("name.example.com", "TXT")).toMatchObject({ status: "nodata", records: [], ttl: null })
    expect(await client().query("example.com", "A")).toMatchObject({ status: "nodata" })
    expect(await client().query("gone.example.com", "A")).toMatchObject({ status: "nxdomain", records: [] })
    expect(await client().query("alias.example.com", "A")).toMatchObject({
      status: "ok",
      ttl: 60,
      records: [{ address: "192.0.2.1", ttl: 60 }]
    })
    expect(await client().query("alias.example.com", "AAAA")).toMatchObject({ status: "nodata" })
  })

  it("uses TCP for an answer that does not fit a datagram", async () => {
    server.zone.set("long.example.com", { TXT: ["x".repeat(5000)] })
    expect((await client().query("long.example.com", "TXT")).records[0]?.chunks.join("")).toBe("x".repeat(5000))
    expect(server.queries.map(({ transport }) => transport)).toContain("tcp")
  })

  test.each<[string, DnsErrorReason]>([
    ["SERVFAIL", "ServFail"],
    ["REFUSED", "Refused"],
    ["NOTIMP", "Refused"],
    ["FORMERR", "FormErr"],
    ["DROP", "Timeout"]
  ])("%s fails as %s", async (failure, reason) => {
    server.zone.fail("name.example.com", failure as "DROP")
    await expect(client(failure === "DROP" ? SHORT : undefined).query("name.example.com", "A")).rejects.toMatchObject({
      _tag: "DnsError",
      reason,
      queryName: "name.example.com",
      type: "A",
      server: server.address
    })
  })

  it("reports Network when the resolver is unreachable, and does not query invalid names", async () => {
    const { address } = server
    await server.close()
    const gone = makeNodeClient({ servers: [address] })
    await expect(gone.query("name.example.com", "A")).rejects.toMatchObject({
      reason: "Network",
      detail: "ECONNREFUSED"
    })
    await expect(gone.query("bücher/.example", "A")).rejects.toMatchObject({ reason: "BadName" })
  })

  it("loses no answer in a burst", async () => {
    server.zone.set("*.example.com", { A: ["192.0.2.1"] })
    const asking = makeNodeClient({ servers: [server.address], timeoutMs: 10_000, tries: 1 })
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => asking.query(`n${index}.example.com`, "A"))
    )
    expect(answers.filter(({ status }) => status === "ok")).toHaveLength(1000)
    expect(server.queries).toHaveLength(1000)
  })

  it.live("cancels its resolver when it is interrupted", () =>
    Effect.gen(function* () {
      const cancel = vi.spyOn(promises.Resolver.prototype, "cancel")
      server.zone.fail("*", "DROP")
      const resolver = yield* DnsResolver
      const fiber = yield* Effect.forkChild(resolver.query("name.example.com", "A"))
      yield* Effect.promise(() => server.nextQuery())
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(cancel.mock.calls.length, 1)
    }).pipe(Effect.provide(layerNode({ servers: [server.address], timeoutMs: 60_000 })))
  )

  it("gives a slow answer its time, however fast the answers before it were", async () => {
    server.zone.set("*.example.com", { A: ["192.0.2.1"] })
    server.zone.delay("*", 5)
    server.zone.delay("slow.example.com", 1_200)
    const asking = client()
    for (let index = 0; index < 9; index += 1) await asking.query(`n${index}.example.com`, "A")
    expect(await asking.query("slow.example.com", "A")).toMatchObject({ status: "ok" })
  })

  it.live("does not end the other query for a name when one of them is interrupted", () =>
    Effect.gen(function* () {
      server.zone.set("name.example.com", { A: ["192.0.2.1"] })
      server.zone.delay("name.example.com", SHORT)
      const resolver = yield* DnsResolver
      const [four, six] = [resolver.query("name.example.com", "A"), resolver.query("name.example.com", "AAAA")]
      const answer = yield* Effect.forkChild(four, { startImmediately: true })
      const abandoned = yield* Effect.forkChild(six, { startImmediately: true })
      yield* Effect.promise(() => server.nextQuery(({ type }) => type === "AAAA"))
      yield* Fiber.interrupt(abandoned)
      assert.strictEqual((yield* Fiber.join(answer)).status, "ok")
    }).pipe(Effect.provide(layerNode({ servers: [server.address] })))
  )

  it("ends when the caller aborts", async () => {
    server.zone.fail("*", "DROP")
    const stop = new AbortController()
    const slow = makeNodeClient({ servers: [server.address], timeoutMs: 60_000 })
    const answer = slow.query("name.example.com", "A", stop.signal)
    const addresses = slow.resolveAddresses("name.example.com", stop.signal)
    await server.nextQuery()
    stop.abort()
    await expect(answer).rejects.toBe(stop.signal.reason)
    expect(await addresses).toEqual({ status: "failed", reason: "Aborted" })
  })
})

describe("the probe of the resolver", () => {
  test.each<["SERVFAIL" | "REFUSED" | "NXDOMAIN" | "DROP", object]>([
    ["NXDOMAIN", { answers: true, reason: null }],
    ["REFUSED", { answers: true, reason: "Refused" }],
    ["SERVFAIL", { answers: true, reason: "ServFail" }],
    ["DROP", { answers: false, reason: "Timeout" }]
  ])("recognises %s", async (failure, expected) => {
    server.zone.fail("*", failure)
    expect(await client(failure === "DROP" ? SHORT : undefined).probe()).toMatchObject(expected)
    expect(server.queries[0]).toMatchObject({ name: ".", type: "NS" })
  })

  it.live("recognises an unreachable network", () =>
    Effect.gen(function* () {
      yield* Effect.promise(() => server.close())
      assert.deepStrictEqual(yield* probeResolver(yield* DnsResolver), {
        answers: false,
        reason: "Network",
        detail: "ECONNREFUSED"
      })
    }).pipe(Effect.provide(layerNode({ servers: [server.address] })))
  )
})
