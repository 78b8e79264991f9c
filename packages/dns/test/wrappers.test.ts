import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import {
  withQueryBudget,
  cached,
  memoised,
  makeZoneResolver,
  type Resolver,
  withDeadline,
  withPublicNames
} from "../src/effect.ts"

const ZONE = {
  "short.example.com": { A: [{ address: "192.0.2.1", ttl: 30 }] },
  "long.example.com": { A: [{ address: "192.0.2.2", ttl: 86_400 }] },
  "zero.example.com": { A: [{ address: "192.0.2.3", ttl: 0 }] },
  "broken.example.com": { fail: "ServFail" }
} as const

/** Returns a resolver that delays every query until the gate is opened, and counts the interrupted queries. */
const gated = (resolver: Resolver) =>
  Effect.map(Deferred.make<void>(), (gate) => {
    const counts = { asked: 0, interrupted: 0 }
    const held: Resolver = {
      query: (name, type) =>
        Effect.suspend(() => {
          counts.asked++
          return Effect.onInterrupt(Effect.andThen(Deferred.await(gate), resolver.query(name, type)), () =>
            Effect.sync(() => counts.interrupted++)
          )
        })
    }
    return { held, counts, open: Deferred.succeed(gate, undefined) }
  })

describe("a resolver for one check", () => {
  it.effect("makes each query once, including those that fail", () =>
    Effect.gen(function* () {
      const zone = makeZoneResolver(ZONE)
      const memo = yield* memoised(zone)
      const ask = Effect.all([
        memo.query("short.example.com", "A"),
        memo.query("SHORT.example.com.", "A"),
        memo.query("short.example.com", "AAAA"),
        Effect.flip(memo.query("broken.example.com", "A"))
      ])
      const first = yield* ask
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* ask, first)
      assert.strictEqual(first[0], first[1])
      assert.deepStrictEqual(zone.queries, [
        { name: "short.example.com", type: "A" },
        { name: "short.example.com", type: "AAAA" },
        { name: "broken.example.com", type: "A" }
      ])
      assert.strictEqual((yield* Effect.flip(memo.query("a..b", "A"))).reason, "BadName")
    })
  )
})

describe("a cache of answers", () => {
  it.effect("caches an answer for its time to live, within the limit", () =>
    Effect.gen(function* () {
      const zone = makeZoneResolver(ZONE)
      const cache = yield* cached(zone, { maxTtl: 600, unknownTtl: 5 })
      const askedAfter = Effect.fnUntraced(function* (name: string, seconds: number) {
        const before = zone.queries.length
        yield* TestClock.adjust(seconds * 1000)
        yield* cache.query(name, "A")
        return zone.queries.length - before
      })
      assert.deepStrictEqual(
        [
          yield* askedAfter("short.example.com", 0),
          yield* askedAfter("short.example.com", 29),
          yield* askedAfter("short.example.com", 1)
        ],
        [1, 0, 1]
      )
      assert.deepStrictEqual(
        [
          yield* askedAfter("long.example.com", 0),
          yield* askedAfter("long.example.com", 599),
          yield* askedAfter("long.example.com", 1)
        ],
        [1, 0, 1]
      )
      assert.deepStrictEqual(
        [yield* askedAfter("zero.example.com", 0), yield* askedAfter("zero.example.com", 0)],
        [1, 1]
      )
      assert.deepStrictEqual(
        [
          yield* askedAfter("gone.example.com", 0),
          yield* askedAfter("gone.example.com", 299),
          yield* askedAfter("gone.example.com", 1)
        ],
        [1, 0, 1]
      )
    })
  )

  it.effect("caches an answer without a time to live for the configured time", () =>
    Effect.gen(function* () {
      let asked = 0
      const zone = makeZoneResolver(ZONE)
      const silent: Resolver = {
        query: (name, type) => Effect.map(zone.query(name, type), (answer) => (asked++, { ...answer, ttl: null }))
      }
      const cache = yield* cached(silent, { unknownTtl: 5 })
      yield* cache.query("short.example.com", "A")
      yield* TestClock.adjust("4 seconds")
      yield* cache.query("short.example.com", "A")
      assert.strictEqual(asked, 1)
      yield* TestClock.adjust("1 second")
      yield* cache.query("short.example.com", "A")
      assert.strictEqual(asked, 2)
    })
  )

  it.effect("never caches an error, or more answers than its capacity", () =>
    Effect.gen(function* () {
      const zone = makeZoneResolver(ZONE)
      const cache = yield* cached(zone, { capacity: 2 })
      yield* Effect.flip(cache.query("broken.example.com", "A"))
      zone.set("broken.example.com", { A: ["192.0.2.9"] })
      assert.strictEqual((yield* cache.query("broken.example.com", "A")).status, "ok")
      for (const name of ["long.example.com", "short.example.com", "broken.example.com"]) yield* cache.query(name, "A")
      assert.strictEqual(zone.queries.filter(({ name }) => name === "broken.example.com").length, 3)
    })
  )

  it.effect("makes one query for all waiting callers, and cancels it only with the last of them", () =>
    Effect.gen(function* () {
      const { held, counts, open } = yield* gated(makeZoneResolver(ZONE))
      const cache = yield* cached(held)
      const ask = Effect.forkChild(cache.query("short.example.com", "A"), { startImmediately: true })
      const first = yield* ask
      const second = yield* ask
      yield* Fiber.interrupt(first)
      const third = yield* ask
      yield* open
      assert.strictEqual((yield* Fiber.join(second)).status, "ok")
      assert.strictEqual((yield* Fiber.join(third)).status, "ok")
      assert.deepStrictEqual(counts, { asked: 1, interrupted: 0 })
    })
  )

  it.effect("cancels a query when nobody waits, and makes it again later", () =>
    Effect.gen(function* () {
      const { held, counts, open } = yield* gated(makeZoneResolver(ZONE))
      const cache = yield* cached(held)
      const fiber = yield* Effect.forkChild(cache.query("short.example.com", "A"), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(counts, { asked: 1, interrupted: 1 })
      yield* open
      assert.strictEqual((yield* cache.query("short.example.com", "A")).status, "ok")
      assert.strictEqual(counts.asked, 2)
    })
  )
})

describe("a query budget", () => {
  it.effect("allows a limited number of queries", () =>
    Effect.gen(function* () {
      const zone = makeZoneResolver(ZONE)
      const resolver = withQueryBudget(zone, 2)
      yield* resolver.query("short.example.com", "A")
      yield* Effect.flip(resolver.query("broken.example.com", "A"))
      const error = yield* Effect.flip(resolver.query("long.example.com", "A"))
      assert.deepStrictEqual(
        [error.reason, error.detail, error.queryName, error.type],
        ["Budget", "The check needs more than the allowed 2 DNS queries.", "long.example.com", "A"]
      )
      assert.strictEqual(zone.queries.length, 2)
      assert.strictEqual(resolver.spent(), 2)
    })
  )
})

describe("a deadline", () => {
  it.effect("ends queries in progress, and fails later ones", () =>
    Effect.gen(function* () {
      const { held, counts } = yield* gated(makeZoneResolver(ZONE))
      const resolver = yield* withDeadline(held, "20 seconds")
      yield* TestClock.adjust("15 seconds")
      const fiber = yield* Effect.forkChild(Effect.flip(resolver.query("short.example.com", "A")), {
        startImmediately: true
      })
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 milli")
      assert.strictEqual((yield* Fiber.join(fiber)).reason, "Timeout")
      assert.strictEqual((yield* Effect.flip(resolver.query("short.example.com", "A"))).reason, "Timeout")
      assert.deepStrictEqual(counts, { asked: 1, interrupted: 1 })
    })
  )
})

describe("public names", () => {
  it.effect("are resolved; others do not exist, and no server is asked for them", () =>
    Effect.gen(function* () {
      const zone = makeZoneResolver({ db: { A: ["10.0.0.1"] }, "short.example.com": { A: ["192.0.2.1"] } })
      const resolver = withPublicNames(zone)
      for (const name of ["db", "DB.", "localhost", "wiki.internal", "app.svc.cluster.local", "db.project_default"]) {
        const { records, status, transport } = yield* resolver.query(name, "A")
        assert.deepStrictEqual([status, records, transport], ["nxdomain", [], "none"], name)
      }
      assert.deepStrictEqual(zone.queries, [])
      assert.strictEqual((yield* resolver.query("Short.example.com.", "A")).status, "ok")
      yield* resolver.query("_dmarc.co.uk", "TXT")
      yield* resolver.query("1.2.0.192.in-addr.arpa", "PTR")
      assert.deepStrictEqual(
        zone.queries.map(({ name }) => name),
        ["short.example.com", "_dmarc.co.uk", "1.2.0.192.in-addr.arpa"]
      )
    })
  )
})
