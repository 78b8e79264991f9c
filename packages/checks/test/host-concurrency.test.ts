import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { type HostSlot, makeHostConcurrency } from "../src/domains/HostConcurrency.ts"

const limits = { inFlight: 2, waiting: 2 }

const taken = (place: HostSlot | null): HostSlot => {
  if (place === null) throw new Error("no place")
  return place
}

describe("the places of a host", () => {
  it.effect("are shared by all names of its registrable domain, and by nobody else", () =>
    Effect.sync(() => {
      const places = makeHostConcurrency(limits)
      const names = ["example.com", "www.example.com", "a.b.example.com", "example.com", "example.com"]
      assert.deepStrictEqual(
        names.map((name) => places.take(name)?.isFree),
        [true, true, false, false, undefined]
      )
      assert.strictEqual(places.waiting(), 2)
      assert.isTrue(places.take("example.org")?.isFree)
    })
  )

  it.effect("go to those who wait in their order, and are free again when nobody does", () =>
    Effect.gen(function* () {
      const places = makeHostConcurrency(limits)
      const [first, second, third, fourth] = Array.from({ length: 4 }, () => taken(places.take("example.com")))
      const order: Array<string> = []
      const wait = (name: string, place: HostSlot | undefined) =>
        Effect.forkChild(
          Effect.andThen(
            place?.turn ?? Effect.never,
            Effect.sync(() => order.push(name))
          ),
          { startImmediately: true }
        )
      const fibers = [yield* wait("fourth", fourth), yield* wait("third", third)]
      first?.leave()
      first?.leave()
      assert.strictEqual(places.waiting(), 1)
      yield* Fiber.join(fibers[1] ?? (yield* Effect.never))
      assert.deepStrictEqual(order, ["third"])
      second?.leave()
      yield* Fiber.join(fibers[0] ?? (yield* Effect.never))
      for (const place of [third, fourth]) place?.leave()
      assert.isTrue(taken(places.take("example.com")).isFree)
      assert.isTrue(taken(places.take("example.com")).isFree)
      assert.isFalse(taken(places.take("example.com")).isFree)
    })
  )

  it.effect("are not kept by one who gave up waiting, nor lost when its turn came at the same moment", () =>
    Effect.gen(function* () {
      const places = makeHostConcurrency({ inFlight: 1, waiting: 2 })
      const [first, second, third] = Array.from({ length: 3 }, () => taken(places.take("example.com")))
      const waiting = yield* Effect.forkChild(Effect.timeoutOption(second?.turn ?? Effect.never, "1 second"), {
        startImmediately: true
      })
      yield* TestClock.adjust("1 second")
      assert.isTrue(Option.isNone(yield* Fiber.join(waiting)))
      first?.leave()
      second?.leave()
      yield* third?.turn ?? Effect.never
      third?.leave()
      assert.strictEqual(places.waiting(), 0)
      assert.isTrue(taken(places.take("example.com")).isFree)
    })
  )
})
