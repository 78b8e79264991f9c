import { assert, describe, it } from "@effect/vitest"
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { makeUdpResolver, type UdpResolverOptions } from "../src/effect.ts"

const server = Effect.acquireRelease(
  Effect.promise(() => startDnsServer()),
  (dns) => Effect.promise(() => dns.close())
)

/** Sends a query to a server that drops it. Returns when the query has arrived at the server. */
const askSilence = (dns: DnsServer, options: UdpResolverOptions = {}) =>
  Effect.gen(function* () {
    dns.zone.fail("*", "DROP")
    const resolver = yield* makeUdpResolver({ servers: [dns.address], ...options })
    const fiber = yield* Effect.forkChild(Effect.flip(resolver.query("name.example.com", "A")), {
      startImmediately: true
    })
    yield* Effect.promise(() => dns.nextQuery())
    return fiber
  })

const arrival = (dns: DnsServer) => Effect.promise(() => dns.nextQuery())

describe("the UDP client waits", () => {
  it.effect("1.5 seconds for each of two tries", () =>
    Effect.gen(function* () {
      const dns = yield* server
      const fiber = yield* askSilence(dns)
      const again = arrival(dns)
      yield* TestClock.adjust("1499 millis")
      assert.strictEqual(dns.queries.length, 1)
      yield* TestClock.adjust("1 milli")
      yield* again
      yield* TestClock.adjust("1499 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 milli")
      const error = yield* Fiber.join(fiber)
      assert.deepStrictEqual([error.reason, error.server], ["Timeout", dns.address])
      assert.strictEqual(dns.queries.length, 2)
    })
  )

  it.effect("no longer than the deadline", () =>
    Effect.gen(function* () {
      const dns = yield* server
      const fiber = yield* askSilence(dns, { timeoutMs: 60_000, deadlineMs: 5000 })
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 milli")
      assert.strictEqual((yield* Fiber.join(fiber)).reason, "Timeout")
    })
  )

  it.effect("five seconds before it prefers a silent server again", () =>
    Effect.gen(function* () {
      const dns = yield* server
      const other = yield* server
      other.zone.set("*.example.com", { A: ["192.0.2.1"] })
      dns.zone.fail("*", "DROP")
      const resolver = yield* makeUdpResolver({ servers: [dns.address, other.address] })
      const ask = (name: string) =>
        Effect.forkChild(resolver.query(`${name}.example.com`, "A"), { startImmediately: true })
      const first = yield* ask("first")
      yield* arrival(dns)
      yield* TestClock.adjust("1500 millis")
      assert.strictEqual((yield* Fiber.join(first)).server, other.address)
      assert.strictEqual((yield* Fiber.join(yield* ask("second"))).server, other.address)
      dns.zone.heal("*")
      dns.zone.set("*.example.com", { A: ["192.0.2.1"] })
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(yield* ask("third"))).server, dns.address)
    })
  )
})
