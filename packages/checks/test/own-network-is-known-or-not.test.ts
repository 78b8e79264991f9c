import type { Claim } from "@mon/core-store"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { check, silentCheck } from "./fixtures.ts"
import { hostAt, judge, makeWorld, overHosts, upAMinuteAgo, verdictOf } from "./ownNetwork/guardedWorker.ts"

const silentFor10s = (host: string, state: Claim["state"] = "up") => verdictOf(silentCheck, host, state, 10_000)

describe("what is known about the own network at a check that counts", () => {
  it.effect("that it works, if another site responded meanwhile or to the self-test", () => {
    const { down, layer } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      down.add(hostAt(0))
      assert.deepStrictEqual(yield* verdictOf(silentCheck, hostAt(0)), { suppressed: false, network: "ok" })
      yield* TestClock.adjust("2 seconds")
      yield* judge(check(), hostAt(1), "up", 100)
      yield* TestClock.adjust("8 seconds")
      for (const state of ["up", "down"] as const)
        assert.deepStrictEqual(yield* silentFor10s(hostAt(0), state), { suppressed: false, network: "ok" }, state)
    }).pipe(Effect.provide(layer))
  })

  it.effect("that it is in doubt, once verdicts have been suppressed for 15 minutes", () => {
    const { layer, network } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      network.works = false
      yield* overHosts(0, 6, silentCheck)
      yield* TestClock.adjust("15 minutes")
      for (const state of ["up", "unknown", "down"] as const)
        assert.deepStrictEqual(yield* silentFor10s(hostAt(0), state), { suppressed: false, network: "in_doubt" }, state)
      // The self-test that ran in the meantime fails, too.
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* silentFor10s(hostAt(1)), { suppressed: false, network: "in_doubt" })
    }).pipe(Effect.provide(layer))
  })

  it.effect("that it works again after such a time, although the site stays silent", () => {
    const { down, layer, network } = makeWorld()
    return Effect.gen(function* () {
      yield* upAMinuteAgo(6)
      network.works = false
      yield* overHosts(0, 6, silentCheck)
      yield* TestClock.adjust("15 minutes")
      network.works = true
      down.add(hostAt(0))
      yield* judge(check(), hostAt(1))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* verdictOf(silentCheck, hostAt(0)), { suppressed: false, network: "ok" })
    }).pipe(Effect.provide(layer))
  })

  it.effect("nothing, if there is no other site to ask", () => {
    const { down, layer } = makeWorld()
    return Effect.gen(function* () {
      yield* judge(check(), hostAt(0))
      yield* TestClock.adjust("1 minute")
      down.add(hostAt(0))
      for (const state of ["up", "down"] as const)
        assert.deepStrictEqual(yield* silentFor10s(hostAt(0), state), { suppressed: false, network: null }, state)
    }).pipe(Effect.provide(layer))
  })

  it.effect("nothing, if the self-test had a defect, or if the site was heard", () => {
    const { down, layer, network } = makeWorld()
    return Effect.gen(function* () {
      network.breaks = true
      down.add(hostAt(0))
      assert.deepStrictEqual(yield* verdictOf(silentCheck, hostAt(0)), { suppressed: false, network: null })
      network.breaks = false
      network.works = false
      yield* TestClock.adjust("1 second")
      yield* overHosts(10, 16, silentCheck)
      yield* TestClock.adjust("15 minutes")
      const heard = check({ outcome: "http_status", verdict: "down", statusCode: 503, bytesReceived: 200 })
      assert.deepStrictEqual(yield* verdictOf(heard, hostAt(1)), { suppressed: false, network: null })
    }).pipe(Effect.provide(layer))
  })
})
