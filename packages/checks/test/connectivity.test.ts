import type { CheckResult } from "@mon/uptime-probe"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { Connectivity } from "../src/ownNetwork/Connectivity.ts"
import { OtherSites, SelfTest } from "../src/ownNetwork/SelfTest.ts"
import { check, silentCheck } from "./fixtures.ts"
import { hostAt, judge, makeWorld, overHosts, upAMinuteAgo, urlOf } from "./ownNetwork/guardedWorker.ts"

const times = <A>(count: number, value: A): ReadonlyArray<A> => Array.from({ length: count }, () => value)

describe("a worker whose own network is away", () => {
  it.effect("suppresses the verdicts of all silent checks, also the first", () => {
    const { layer, network, selfTests } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(8)
      network.works = false
      assert.deepStrictEqual(yield* overHosts(0, 8, silentCheck), times(8, true))
      assert.strictEqual(selfTests.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("requests the silent sites again when all sites are silent, although its resolver answers", () => {
    const { layer, network, selfTests } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      network.works = false
      yield* overHosts(0, 6, silentCheck)
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* overHosts(0, 6, silentCheck), times(6, true))
      const silentAgain = selfTests.at(-1) ?? []
      assert.strictEqual(silentAgain.length, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is guarded too if it has just started and knows no site", () => {
    const { layer, network } = makeWorld()
    return Effect.gen(function* () {
      network.works = false
      assert.deepStrictEqual(yield* overHosts(0, 8, silentCheck), times(8, true))
    }).pipe(Effect.provide(layer))
  })

  it.effect("is guarded from the first check on if it has just started and the database knows other sites", () => {
    const { layer, network, selfTests } = makeWorld({ stored: [hostAt(1), hostAt(2)].map(urlOf) })
    return Effect.gen(function* () {
      network.works = false
      assert.isTrue(yield* judge(silentCheck, hostAt(0)))
      assert.deepStrictEqual(selfTests, [[urlOf(hostAt(1)), urlOf(hostAt(2))]])
    }).pipe(Effect.provide(layer))
  })

  it.effect("suppresses until 15 minutes after the first failed self-test, and then no more", () => {
    const { layer, network } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      network.works = false
      yield* overHosts(0, 6, silentCheck)
      for (let minute = 1; minute < 15; minute++) {
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* overHosts(0, 6, silentCheck), times(6, true), `minute ${minute}`)
      }
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* overHosts(0, 6, silentCheck), times(6, false))
    }).pipe(Effect.provide(layer))
  })

  it.effect("tests itself at most every 10 s while the test fails", () => {
    const { layer, network, selfTests } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      network.works = false
      for (let second = 0; second < 30; second++) {
        yield* judge(silentCheck, hostAt(second % 6))
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(selfTests.length, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("counts verdicts again as soon as another site responds", () => {
    const { down, layer, network } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      network.works = false
      yield* overHosts(0, 6, silentCheck)
      network.works = true
      down.add(hostAt(0))
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(yield* judge(silentCheck, hostAt(0)))
      assert.isFalse(yield* judge(check(), hostAt(1)))
      assert.isFalse(yield* judge(silentCheck, hostAt(0)))
    }).pipe(Effect.provide(layer))
  })

  it.effect("suppresses the verdict of a site that responds when it is requested again", () => {
    const { layer } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      assert.isTrue(yield* judge(silentCheck, hostAt(0)))
    }).pipe(Effect.provide(layer))
  })

  it.effect("suppresses a check during which the network came back, although another site responded meanwhile", () => {
    const { layer, network } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(8)
      network.works = false
      yield* overHosts(0, 8, silentCheck)
      yield* TestClock.adjust("20 seconds")
      network.works = true
      // This response arrives in the first half of the next check.
      yield* judge(check(), hostAt(1), "up", 500)
      yield* TestClock.adjust("3 seconds")
      assert.isTrue(yield* judge(silentCheck, hostAt(0), "up", 5_000))
    }).pipe(Effect.provide(layer))
  })

  it.effect("suppresses a verdict that is not decided in time", () => {
    const { layer, network } = makeWorld({ takesMs: 5_000 })
    return Effect.gen(function* () {
      network.works = false
      const waiting = yield* Effect.forkChild(judge(silentCheck, hostAt(0), "up", 0, 700))
      yield* TestClock.adjust("700 millis")
      assert.isTrue(yield* Fiber.join(waiting))
    }).pipe(Effect.provide(layer))
  })
})

describe("a worker whose own network works", () => {
  it.effect("counts the verdict of a silent site without a self-test if another site responded meanwhile", () => {
    const { layer, requested, selfTests } = makeWorld()
    return Effect.gen(function* () {
      yield* TestClock.adjust("2 seconds")
      yield* judge(check(), hostAt(1), "up", 100)
      yield* TestClock.adjust("8 seconds")
      assert.isFalse(yield* judge(silentCheck, hostAt(0), "up", 10_000))
      assert.deepStrictEqual([selfTests, requested], [[], []])
    }).pipe(Effect.provide(layer))
  })

  it.effect("counts the verdict of a site that stays silent while another one responds to the self-test", () => {
    const { down, layer, requested, selfTests } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      down.add(hostAt(0))
      assert.isFalse(yield* judge(silentCheck, hostAt(0)))
      assert.deepStrictEqual(selfTests, [[hostAt(5), hostAt(4), hostAt(3)].map(urlOf)])
      assert.deepStrictEqual(requested, [urlOf(hostAt(0))])
    }).pipe(Effect.provide(layer))
  })

  it.effect("waits at most 2 s longer for a silent site", () => {
    const stuck = Layer.succeed(SelfTest, {
      run: () => Effect.succeed({ resolverAnswers: true, requested: 1, answered: 1 }),
      responds: () => Effect.never
    })
    return Effect.gen(function* () {
      yield* judge(check(), hostAt(1))
      yield* TestClock.adjust("1 minute")
      const waiting = yield* Effect.forkChild(judge(silentCheck, hostAt(0)))
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isFalse(yield* Fiber.join(waiting))
    }).pipe(Effect.provide(Layer.provide(Connectivity.layerNoDeps(), [stuck, OtherSites.layerNone])))
  })

  it.effect("counts the verdict of a site that is still silent when the lease of its check is about to end", () => {
    const stuck = Layer.succeed(SelfTest, {
      run: () => Effect.succeed({ resolverAnswers: true, requested: 1, answered: 1 }),
      responds: () => Effect.never
    })
    return Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(judge(silentCheck, hostAt(0), "up", 0, 500))
      yield* TestClock.adjust("500 millis")
      assert.isFalse(yield* Fiber.join(waiting))
    }).pipe(Effect.provide(Layer.provide(Connectivity.layerNoDeps(), [stuck, OtherSites.layerNone])))
  })

  it.effect("shares one self-test between silent checks that end within a quarter of a second", () => {
    const { down, layer, selfTests } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(30)
      for (let index = 0; index < 20; index++) down.add(hostAt(index))
      const first = yield* judge(silentCheck, hostAt(0))
      yield* TestClock.adjust("1 millis")
      const waiting = yield* Effect.forkChild(overHosts(1, 20, silentCheck))
      yield* TestClock.adjust("249 millis")
      assert.deepStrictEqual([first, ...(yield* Fiber.join(waiting))], times(20, false))
      assert.strictEqual(selfTests.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("counts the verdict of its only site if its resolver answers", () => {
    const { down, layer, network } = makeWorld()
    return Effect.gen(function* () {
      yield* judge(check(), hostAt(0))
      yield* TestClock.adjust("1 minute")
      down.add(hostAt(0))
      assert.isFalse(yield* judge(silentCheck, hostAt(0)))
      network.resolver = false
      yield* TestClock.adjust("30 seconds")
      assert.isTrue(yield* judge(silentCheck, hostAt(0)))
    }).pipe(Effect.provide(layer))
  })

  it.effect("counts verdicts of any number of sites of one registrable domain", () => {
    const { down, layer } = makeWorld()
    return Effect.gen(function* () {
      const hosts = Array.from({ length: 20 }, (_, index) => `shop${index}.example.com`)
      for (const host of hosts) down.add(host)
      const judged = yield* Effect.forEach(hosts, (host) => judge(silentCheck, host), { concurrency: "unbounded" })
      assert.deepStrictEqual(judged, times(20, false))
    }).pipe(Effect.provide(layer))
  })

  it.effect("counts the verdicts of sites on one failing host if a reference target responds", () => {
    const { down, layer } = makeWorld({ references: ["https://reference.example/"] })
    return Effect.gen(function* () {
      yield* upAMinuteAgo(8)
      for (let index = 0; index < 8; index++) down.add(hostAt(index))
      assert.deepStrictEqual(yield* overHosts(0, 8, silentCheck), times(8, false))
    }).pipe(Effect.provide(layer))
  })

  it.effect("counts verdicts after a self-test with a defect", () => {
    const { down, layer, network } = makeWorld()
    return Effect.gen(function* () {
      network.breaks = true
      down.add(hostAt(0))
      assert.isFalse(yield* judge(silentCheck, hostAt(0)))
    }).pipe(Effect.provide(layer))
  })

  const notSilent: ReadonlyArray<readonly [string, Partial<CheckResult>]> = [
    ["an HTTP status", { outcome: "http_status", verdict: "down", statusCode: 503, bytesReceived: 200 }],
    ["NXDOMAIN", { outcome: "dns_nxdomain", verdict: "down", bytesReceived: 0, heardFromServer: false }],
    ["a name without addresses", { outcome: "dns_nodata", verdict: "down", bytesReceived: 0, heardFromServer: false }],
    ["a body that stopped", { outcome: "body_timeout", verdict: "down", statusCode: 200, bytesReceived: 10 }]
  ]
  for (const [name, fields] of notSilent) {
    it.effect(`neither tests itself nor suppresses ${name}, even while its self-test fails`, () => {
      const { layer, network, selfTests } = makeWorld()
      return Effect.gen(function* () {
        network.works = false
        assert.deepStrictEqual(yield* overHosts(0, 10, check(fields)), times(10, false))
        assert.strictEqual(selfTests.length, 0)
        yield* overHosts(20, 40, silentCheck)
        assert.isFalse(yield* judge(check(fields), hostAt(42)))
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("does not wait for sites that are already down", () => {
    const { layer, network, selfTests } = makeWorld()
    return Effect.gen(function* () {
      network.works = false
      assert.deepStrictEqual(yield* overHosts(0, 10, silentCheck, "down"), times(10, false))
      assert.strictEqual(selfTests.length, 0)
    }).pipe(Effect.provide(layer))
  })
})

describe("whether a ping that has not arrived counts as missing", () => {
  const works = Effect.flatMap(Connectivity, (guard) => guard.works)
  const inDoubt = Effect.flatMap(Connectivity, (guard) => guard.inDoubt)
  /** Returns the recorded loss in milliseconds, or null if none is recorded. */
  const loss = Effect.gen(function* () {
    const lost: Array<number> = []
    yield* (yield* Connectivity).recordLoss((ms) => Effect.sync(() => void lost.push(ms)))
    return lost[0] ?? null
  })

  it.effect("is shown by a response in the last seconds, otherwise by a request to a site that was up", () => {
    const { layer, selfTests } = makeWorld()
    return Effect.gen(function* () {
      yield* judge(check(), hostAt(0))
      assert.isTrue(yield* works)
      assert.strictEqual(selfTests.length, 0)
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* works)
      assert.deepStrictEqual(selfTests, [[urlOf(hostAt(0))]])
      assert.isFalse(yield* inDoubt)
      assert.isNull(yield* loss)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not shown until the loss of a network that is back is recorded, from the last response on", () => {
    const { layer, network, selfTests } = makeWorld()
    return Effect.gen(function* () {
      yield* judge(check(), hostAt(0))
      yield* TestClock.adjust("40 seconds")
      network.works = false
      assert.isFalse(yield* works)
      assert.isTrue(yield* inDoubt)
      assert.isFalse(yield* works)
      assert.strictEqual(selfTests.length, 1)
      assert.isNull(yield* loss)
      network.works = true
      yield* TestClock.adjust("6 seconds")
      assert.isFalse(yield* works)
      assert.isFalse(yield* inDoubt)
      assert.strictEqual(yield* loss, 46_000)
      assert.isNull(yield* loss)
      yield* TestClock.adjust("6 seconds")
      assert.isTrue(yield* works)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is shown again after 15 minutes in doubt, which are then no loss", () => {
    const { layer, network } = makeWorld()
    return Effect.gen(function* () {
      yield* judge(check(), hostAt(0))
      yield* TestClock.adjust("40 seconds")
      network.works = false
      for (let second = 0; second < 15 * 60; second += 30) {
        assert.isFalse(yield* works)
        yield* TestClock.adjust("30 seconds")
      }
      assert.isTrue(yield* works)
      yield* TestClock.adjust("1 hour")
      assert.isTrue(yield* works)
      assert.isNull(yield* loss)
      network.works = true
      yield* judge(check(), hostAt(0))
      assert.isNull(yield* loss)
      network.works = false
      yield* TestClock.adjust("1 minute")
      assert.isFalse(yield* works)
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "is not shown while the verdicts of silent checks are suppressed, which is a loss once a site responds",
    () => {
      const { layer, network } = makeWorld()
      return Effect.gen(function* () {
        yield* upAMinuteAgo(6)
        network.works = false
        yield* overHosts(0, 6, silentCheck)
        assert.isFalse(yield* works)
        yield* TestClock.adjust("10 seconds")
        network.works = true
        yield* judge(check(), hostAt(1))
        assert.isFalse(yield* works)
        assert.strictEqual(yield* loss, 70_000)
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("is not shown by a doubt of some seconds that nobody has asked about", () => {
    const { layer, network } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      network.works = false
      yield* overHosts(0, 6, silentCheck)
      yield* TestClock.adjust("2 seconds")
      network.works = true
      yield* judge(check(), hostAt(1))
      assert.strictEqual(yield* loss, 62_000)
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "is shown if no site was up and the resolver answers, or has never answered, as without the internet",
    () => {
      const { down, layer, network } = makeWorld()
      return Effect.gen(function* () {
        network.resolver = false
        assert.isTrue(yield* works)
        down.add(hostAt(0))
        yield* judge(silentCheck, hostAt(0), "down")
        yield* TestClock.adjust("1 minute")
        assert.isTrue(yield* works)
        network.resolver = true
        yield* TestClock.adjust("1 minute")
        assert.isTrue(yield* works)
        network.resolver = false
        yield* TestClock.adjust("1 minute")
        assert.isFalse(yield* works)
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("is shown by a site that responds although the resolver does not answer", () => {
    const { layer, network } = makeWorld()
    return Effect.gen(function* () {
      yield* judge(check(), hostAt(0))
      network.resolver = false
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* works)
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not depend on a self-test that fails with a defect", () => {
    const { layer, network } = makeWorld()
    return Effect.gen(function* () {
      network.breaks = true
      assert.isTrue(yield* works)
    }).pipe(Effect.provide(layer))
  })
})
