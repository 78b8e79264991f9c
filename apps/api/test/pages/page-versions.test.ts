import { StoreError } from "@mon/core-store"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { makePageVersions } from "../../src/web/statusPages/PageCache.ts"

/** Creates a database whose answers a test releases one by one. */
const heldAnswers = () => {
  const asked: Array<Deferred.Deferred<number | null, StoreError>> = []
  const ask = () =>
    Effect.suspend(() => {
      const answer = Deferred.makeUnsafe<number | null, StoreError>()
      asked.push(answer)
      return Deferred.await(answer)
    })
  return { asked, ask }
}

const away = new StoreError({ reason: "Unavailable", operation: "version", cause: null })

const scoped = <A, E>(effect: Effect.Effect<A, E, import("effect").Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(effect).pipe(Effect.provide(TestClock.layer())))

describe("the version of a page", () => {
  it("is asked for once for all requests that wait, and never answered by an earlier question", () =>
    scoped(
      Effect.gen(function* () {
        const { ask, asked } = heldAnswers()
        const versionOf = yield* makePageVersions(ask)
        const first = yield* Effect.forkChild(versionOf("a"))
        yield* Effect.yieldNow
        const later = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(versionOf("a")))
        yield* Effect.yieldNow
        expect(asked).toHaveLength(1)
        yield* Deferred.succeed(asked[0] as (typeof asked)[number], 1)
        expect(yield* Fiber.join(first)).toBe(1)
        yield* Effect.yieldNow
        expect(asked).toHaveLength(2)
        yield* Deferred.succeed(asked[1] as (typeof asked)[number], 2)
        expect(yield* Effect.forEach(later, Fiber.join)).toEqual([2, 2, 2])
      })
    ))

  it("is not asked for again for two seconds while the database is away", () =>
    scoped(
      Effect.gen(function* () {
        let questions = 0
        const answers = [Effect.fail(away), Effect.never, Effect.succeed(7)]
        const versionOf = yield* makePageVersions(() => answers[questions++] ?? Effect.succeed(null))
        expect([yield* versionOf("a"), yield* versionOf("a"), yield* versionOf("b"), questions]).toEqual([
          "away",
          "away",
          "away",
          1
        ])
        yield* TestClock.adjust("2 seconds")
        const slow = yield* Effect.forkChild(versionOf("a"))
        yield* TestClock.adjust("1 second")
        expect(yield* Fiber.join(slow)).toBe("away")
        yield* TestClock.adjust("2 seconds")
        expect(yield* versionOf("a")).toBe(7)
      })
    ))

  it("is not waited for longer than a second, even if the statement cannot be cancelled", () =>
    scoped(
      Effect.gen(function* () {
        const cancelled = yield* Deferred.make<void>()
        const stuck = Effect.onInterrupt(Effect.never, () => Deferred.await(cancelled))
        const versionOf = yield* makePageVersions(() => stuck)
        const waiting = yield* Effect.forkChild(versionOf("a"))
        yield* TestClock.adjust("1 second")
        expect(yield* Fiber.join(waiting)).toBe("away")
        yield* Deferred.succeed(cancelled, undefined)
      })
    ))
})
