import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { expect, test } from "vitest"
import { DnsError, lookUpAddresses, makeZoneResolver, type Resolver, toPromiseClient } from "../src/effect.ts"
import type { Zone, ZoneRecords } from "../src/index.ts"

const FOUR = ["192.0.2.1", "192.0.2.2"]
const SIX = ["2001:db8::1"]

/**
 * Returns a resolver over a zone that delays its answers and errors for one record type. `delay` is in milliseconds.
 */
const slowed = (zone: Zone, slow: "A" | "AAAA", delay: number): Resolver => {
  const { query } = makeZoneResolver(zone)
  return { query: (name, type) => (type === slow ? Effect.delay(query(name, type), delay) : query(name, type)) }
}

describe("the addresses of a name", () => {
  const gone: Resolver = {
    query: (name, type) =>
      Effect.fail(
        new DnsError({ queryName: name, type, server: null, reason: type === "A" ? "Network" : "Timeout", detail: "" })
      )
  }

  test.each<[string, ZoneRecords, object]>([
    ["both families", { A: FOUR, AAAA: SIX }, { status: "ok", addresses: [...FOUR, ...SIX] }],
    ["IPv4 only", { A: FOUR }, { status: "ok", addresses: FOUR }],
    ["IPv6 only", { AAAA: SIX }, { status: "ok", addresses: SIX }],
    ["none", { MX: [] }, { status: "nodata" }],
    ["IPv4, IPv6 fails", { A: FOUR, AAAA: { fail: "ServFail" } }, { status: "ok", addresses: FOUR }],
    ["IPv6, IPv4 fails", { A: { fail: "Timeout" }, AAAA: SIX }, { status: "ok", addresses: SIX }],
    ["no IPv4, IPv6 fails", { AAAA: { fail: "ServFail" } }, { status: "failed", reason: "ServFail" }],
    ["no IPv6, IPv4 fails", { A: { fail: "Refused" } }, { status: "failed", reason: "Refused" }]
  ])("%s", async (_what, records, expected) => {
    const zone = makeZoneResolver({ "name.example.com": records })
    expect(await toPromiseClient(zone).resolveAddresses("name.example.com", new AbortController().signal)).toEqual(
      expected
    )
    expect(zone.queries.map(({ type }) => type).sort()).toEqual(["A", "AAAA"])
  })

  it("do not exist for a name that does not exist", async () => {
    const { signal } = new AbortController()
    expect(await toPromiseClient(makeZoneResolver({})).resolveAddresses("name.example.com", signal)).toEqual({
      status: "nxdomain"
    })
    expect(await toPromiseClient(gone).resolveAddresses("name.example.com", signal)).toEqual({
      status: "failed",
      reason: "Network"
    })
    expect(await toPromiseClient(gone).resolveAddresses("name.example.com", AbortSignal.abort())).toEqual({
      status: "failed",
      reason: "Aborted"
    })
  })

  test.each<["A" | "AAAA", string, string]>([
    ["A", "nodata", "nodata"],
    ["A", "failed", "failed"],
    ["AAAA", "failed", "nxdomain"],
    ["AAAA", "nodata", "nodata"]
  ])("when NXDOMAIN is said of all but %s, which is %s: %s", async (type, other, expected) => {
    const there = makeZoneResolver({ "name.example.com": other === "failed" ? { fail: "ServFail" } : { TXT: ["x"] } })
    const nowhere = makeZoneResolver({})
    const mixed: Resolver = { query: (name, asked) => (asked === type ? there : nowhere).query(name, asked) }
    expect(
      await toPromiseClient(mixed).resolveAddresses("name.example.com", new AbortController().signal)
    ).toMatchObject({
      status: expected
    })
  })

  it.effect("are returned a second later when the other family does not answer", () =>
    Effect.gen(function* () {
      const zone: Zone = { "name.example.com": { A: FOUR, AAAA: SIX } }
      const late = yield* Effect.forkChild(lookUpAddresses(slowed(zone, "AAAA", 999), "name.example.com"))
      const tooLate = yield* Effect.forkChild(lookUpAddresses(slowed(zone, "AAAA", 5000), "name.example.com"))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(late), { status: "ok", addresses: [...FOUR, ...SIX] })
      assert.deepStrictEqual(yield* Fiber.join(tooLate), { status: "ok", addresses: FOUR })
    })
  )

  it.effect("are awaited without a limit while there are none", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        lookUpAddresses(slowed({ "name.example.com": { A: FOUR } }, "A", 5000), "name.example.com")
      )
      yield* TestClock.adjust("4 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(fiber), { status: "ok", addresses: FOUR })
    })
  )
})
