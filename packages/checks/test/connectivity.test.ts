import type { Claim } from "@mon/core-store"
import type { CheckResult } from "@mon/uptime-probe"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { Connectivity } from "../src/ownNetwork/Connectivity.ts"
import { SelfTest } from "../src/ownNetwork/SelfTest.ts"
import { claim, check, silentCheck } from "./fixtures.ts"

const bench = (options: { readonly takesMs?: number } = {}) => {
  const network = { works: true, breaks: false }
  const selfTests: Array<ReadonlyArray<string>> = []
  const selfTest = Layer.succeed(SelfTest, {
    run: (urls) =>
      Effect.gen(function* () {
        selfTests.push(urls)
        if (options.takesMs !== undefined) yield* Effect.sleep(options.takesMs)
        if (network.breaks) return yield* Effect.die(new Error("broken"))
        return { passed: network.works, resolverAnswers: network.works, requested: 0, answered: 0 }
      })
  })
  return { network, selfTests, layer: Layer.provide(Connectivity.layerNoDeps(), selfTest) }
}

const hostAt = (index: number) => `www.site${index}.example`
const judge = (seen: CheckResult, host: string, state: Claim["state"] = "up") =>
  Effect.flatMap(Connectivity, (gate) => gate.judge(claim({ hostname: host, url: `https://${host}/`, state }), seen))
const silentOver = (from: number, to: number, state: Claim["state"] = "up") =>
  Effect.forEach(
    Array.from({ length: to - from }, (_, index) => hostAt(from + index)),
    (host) => judge(silentCheck, host, state)
  )

describe("the connectivity gate", () => {
  it.effect("suppresses silent checks from the fifth domain on, once the self-test has failed", () => {
    const { selfTests, layer, network } = bench()
    return Effect.gen(function* () {
      network.works = false
      assert.deepStrictEqual(yield* silentOver(0, 6), [false, false, false, false, true, true])
      assert.strictEqual(selfTests.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("suppresses nothing when the self-test passes", () => {
    const { selfTests, layer } = bench()
    return Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* silentOver(0, 8),
        Array.from({ length: 8 }, () => false)
      )
      assert.strictEqual(selfTests.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("counts registrable domains, not hosts", () => {
    const { selfTests, layer, network } = bench()
    return Effect.gen(function* () {
      network.works = false
      for (let index = 0; index < 20; index++) assert.isFalse(yield* judge(silentCheck, `shop${index}.example.com`))
      assert.strictEqual(selfTests.length, 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("ignores domains that were not up", () => {
    const { selfTests, layer, network } = bench()
    return Effect.gen(function* () {
      network.works = false
      yield* silentOver(0, 10, "unknown")
      yield* silentOver(10, 20, "down")
      assert.strictEqual(selfTests.length, 0)
    }).pipe(Effect.provide(layer))
  })

  const notSilent: ReadonlyArray<readonly [string, Partial<CheckResult>]> = [
    ["an HTTP status", { outcome: "http_status", verdict: "down", statusCode: 503, bytesReceived: 200 }],
    ["NXDOMAIN", { outcome: "dns_nxdomain", verdict: "down", bytesReceived: 0, heardFromServer: false }],
    ["a name without addresses", { outcome: "dns_nodata", verdict: "down", bytesReceived: 0, heardFromServer: false }],
    ["a body that stopped", { outcome: "body_timeout", verdict: "down", statusCode: 200, bytesReceived: 10 }]
  ]
  for (const [name, fields] of notSilent) {
    it.effect(`neither counts nor suppresses ${name}`, () => {
      const { selfTests, layer, network } = bench()
      return Effect.gen(function* () {
        network.works = false
        for (let index = 0; index < 10; index++) assert.isFalse(yield* judge(check(fields), hostAt(index)))
        assert.strictEqual(selfTests.length, 0)
        yield* silentOver(20, 40)
        assert.isTrue(yield* judge(silentCheck, hostAt(41)))
        assert.isFalse(yield* judge(check(fields), hostAt(42)))
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("stops suppressing when the network is back, after 10 s at the earliest", () => {
    const { layer, network } = bench()
    return Effect.gen(function* () {
      network.works = false
      yield* silentOver(0, 6)
      network.works = true
      yield* TestClock.adjust("9 seconds")
      assert.isTrue(yield* judge(silentCheck, hostAt(7)))
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* judge(silentCheck, hostAt(8)))
    }).pipe(Effect.provide(layer))
  })

  it.effect("stops suppressing 120 s after the first failed self-test, even if it still fails", () => {
    const { selfTests, layer, network } = bench()
    return Effect.gen(function* () {
      network.works = false
      yield* silentOver(0, 6)
      for (let second = 10; second <= 110; second += 10) {
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(
          yield* silentOver(0, 6),
          Array.from({ length: 6 }, () => true)
        )
      }
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        yield* silentOver(0, 6),
        Array.from({ length: 6 }, () => false)
      )
      assert.strictEqual(selfTests.length, 13)
    }).pipe(Effect.provide(layer))
  })

  it.effect("makes only silent checks wait for a running self-test", () => {
    const { layer, network } = bench({ takesMs: 5_000 })
    return Effect.gen(function* () {
      network.works = false
      yield* silentOver(0, 4)
      const waiting = yield* Effect.forkChild(silentOver(4, 6))
      yield* TestClock.adjust("4 seconds")
      assert.isFalse(yield* judge(check(), "good.example"))
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(waiting), [true, true])
    }).pipe(Effect.provide(layer))
  })

  it.effect("repeats recent successful checks of other domains in a self-test", () => {
    const { selfTests, layer } = bench()
    return Effect.gen(function* () {
      for (let index = 0; index < 10; index++) yield* judge(check(), hostAt(index))
      yield* silentOver(0, 8)
      assert.deepStrictEqual(selfTests, [[`https://${hostAt(7)}/`, `https://${hostAt(8)}/`, `https://${hostAt(9)}/`]])
    }).pipe(Effect.provide(layer))
  })

  it.effect("suppresses nothing after a self-test with a defect", () => {
    const { layer, network } = bench()
    return Effect.gen(function* () {
      network.breaks = true
      assert.deepStrictEqual(
        yield* silentOver(0, 8),
        Array.from({ length: 8 }, () => false)
      )
    }).pipe(Effect.provide(layer))
  })
})
