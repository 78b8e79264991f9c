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
  it.effect("reports whether the resolver and one of the sites respond", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* run(answering, reachable("b.example"), [A, B]), {
        resolverAnswers: true,
        requested: 2,
        answered: 1
      })
      assert.deepStrictEqual(yield* run(answering, reachable(), [A, B]), {
        resolverAnswers: true,
        requested: 2,
        answered: 0
      })
    })
  )

  it.effect("requests the reference targets besides the sites", () =>
    Effect.gen(function* () {
      const result = yield* run(answering, reachable("reference.example"), [A], ["https://reference.example/"])
      assert.deepStrictEqual(result, { resolverAnswers: true, requested: 2, answered: 1 })
    })
  )

  it.effect("trusts a resolver that refuses the root, but not one that is silent or cannot reach it", () =>
    Effect.gen(function* () {
      assert.isTrue((yield* run(refusing, reachable(), [])).resolverAnswers)
      assert.isFalse((yield* run(silent, reachable(), [])).resolverAnswers)
      assert.isFalse((yield* run(lost, reachable(), [])).resolverAnswers)
    })
  )

  it.effect("ends with the first response", () =>
    Effect.gen(function* () {
      const oneAnswers = Layer.succeed(UptimeProbe, {
        check: ({ url }) => (url === A ? Effect.succeed(check({ url })) : Effect.never)
      })
      const result = yield* run(answering, oneAnswers, [A, B])
      assert.deepStrictEqual(result, { resolverAnswers: true, requested: 2, answered: 1 })
    })
  )

  it.effect("ends after 5 s without a response", () =>
    Effect.gen(function* () {
      const stuck = Layer.succeed(UptimeProbe, { check: () => Effect.never })
      const running = yield* Effect.forkChild(run(answering, stuck, [A]))
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(running)).answered, 0)
    })
  )
})
