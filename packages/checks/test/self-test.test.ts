import { layerZone } from "@mon/dns/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { SelfTest } from "../src/ownNetwork/SelfTest.ts"
import { check, silentCheck } from "./fixtures.ts"

const answering = layerZone({})
const silent = layerZone({ ".": { fail: "Timeout" } })
const lost = layerZone({ ".": { fail: "ServFail" } })
const refusing = layerZone({ ".": { fail: "Refused" } })

const reachable = (...hosts: ReadonlyArray<string>) =>
  UptimeProbe.layerMemory(({ url }) => (hosts.some((host) => url.includes(host)) ? check({ url }) : silentCheck))

const run = (
  dns: typeof answering,
  probe: ReturnType<typeof reachable>,
  urls: ReadonlyArray<string>,
  references: ReadonlyArray<string> = []
) =>
  SelfTest.use((test) => test.run(urls)).pipe(
    Effect.provide(Layer.provide(SelfTest.layerNoDeps({ references }), [dns, probe]))
  )

const A = "https://a.example/"
const B = "https://b.example/"

describe("the self-test", () => {
  it.effect("passes if the resolver and one of the sites respond", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* run(answering, reachable("b.example"), [A, B]), {
        passed: true,
        resolverAnswers: true,
        requested: 2,
        answered: 1
      })
    })
  )

  it.effect("passes if the resolver responds and there are no sites to request", () =>
    Effect.gen(function* () {
      assert.isTrue((yield* run(answering, reachable(), [])).passed)
      assert.isTrue((yield* run(refusing, reachable(), [])).passed)
    })
  )

  it.effect("fails if no site responds", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* run(answering, reachable(), [A, B])).passed)
    })
  )

  it.effect("fails if the resolver is silent or cannot reach the root", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* run(silent, reachable("a.example"), [A])).passed)
      assert.isFalse((yield* run(lost, reachable("a.example"), [A])).passed)
    })
  )

  it.effect("passes if only a reference target responds", () =>
    Effect.gen(function* () {
      const result = yield* run(answering, reachable("reference.example"), [A], ["https://reference.example/"])
      assert.deepStrictEqual(result, { passed: true, resolverAnswers: true, requested: 2, answered: 1 })
    })
  )

  it.effect("fails after 5 s without a response", () =>
    Effect.gen(function* () {
      const stuck = Layer.succeed(UptimeProbe, { check: () => Effect.never })
      const running = yield* Effect.forkChild(run(answering, stuck, [A]))
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      yield* TestClock.adjust("5 seconds")
      assert.isFalse((yield* Fiber.join(running)).passed)
    })
  )
})
