import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeQueryLimiter } from "../src/NodeResolver.ts"

describe("queries in flight", () => {
  it.effect("wait in order, and fail when the queue is full", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { run } = makeQueryLimiter(2)
      const started: Array<number> = []
      const ask = (index: number) =>
        Effect.andThen(
          Effect.sync(() => started.push(index)),
          Deferred.await(gate)
        )
      const fibers = yield* Effect.forEach(
        Array.from({ length: 16_386 }, (_, index) => index),
        (index) => Effect.forkChild(run("name.example.com", "A", ask(index)), { startImmediately: true })
      )
      assert.deepStrictEqual(started, [0, 1])
      const error = yield* Effect.flip(run("name.example.com", "A", ask(-1)))
      assert.deepStrictEqual([error.reason, error.detail], ["Network", "Too many queries are waiting."])
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(started.slice(0, 5), [0, 1, 2, 3, 4])
      yield* run("name.example.com", "A", ask(-1))
    })
  )
})
