import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { type HostSlot, makeHostConcurrency } from "../src/domains/HostConcurrency.ts"

const limits = { inFlight: 2, waiting: 2 }

const acquired = (slot: HostSlot | null): HostSlot => {
  if (slot === null) throw new Error("no slot")
  return slot
}

describe("the slots of a host", () => {
  it.effect("are shared by all names of its registrable domain, and by no other", () =>
    Effect.sync(() => {
      const hosts = makeHostConcurrency(limits)
      const names = ["example.com", "www.example.com", "a.b.example.com", "example.com", "example.com"]
      assert.deepStrictEqual(
        names.map((name) => hosts.acquire(name)?.isImmediate),
        [true, true, false, false, undefined]
      )
      assert.strictEqual(hosts.queued(), 2)
      assert.isTrue(hosts.acquire("example.org")?.isImmediate)
    })
  )

  it.effect("are granted in the order of the queue, and are free again once it is empty", () =>
    Effect.gen(function* () {
      const hosts = makeHostConcurrency(limits)
      const [first, second, third, fourth] = Array.from({ length: 4 }, () => acquired(hosts.acquire("example.com")))
      const order: Array<string> = []
      const wait = (name: string, slot: HostSlot | undefined) =>
        Effect.forkChild(
          Effect.andThen(
            slot?.acquired ?? Effect.never,
            Effect.sync(() => order.push(name))
          ),
          { startImmediately: true }
        )
      const fibers = [yield* wait("fourth", fourth), yield* wait("third", third)]
      first?.release()
      first?.release()
      assert.strictEqual(hosts.queued(), 1)
      yield* Fiber.join(fibers[1] ?? (yield* Effect.never))
      assert.deepStrictEqual(order, ["third"])
      second?.release()
      yield* Fiber.join(fibers[0] ?? (yield* Effect.never))
      for (const slot of [third, fourth]) slot?.release()
      assert.isTrue(acquired(hosts.acquire("example.com")).isImmediate)
      assert.isTrue(acquired(hosts.acquire("example.com")).isImmediate)
      assert.isFalse(acquired(hosts.acquire("example.com")).isImmediate)
    })
  )

  it.effect("are not occupied by a cancelled wait, nor lost if the slot is granted at the same moment", () =>
    Effect.gen(function* () {
      const hosts = makeHostConcurrency({ inFlight: 1, waiting: 2 })
      const [first, second, third] = Array.from({ length: 3 }, () => acquired(hosts.acquire("example.com")))
      const waiting = yield* Effect.forkChild(Effect.timeoutOption(second?.acquired ?? Effect.never, "1 second"), {
        startImmediately: true
      })
      yield* TestClock.adjust("1 second")
      assert.isTrue(Option.isNone(yield* Fiber.join(waiting)))
      first?.release()
      second?.release()
      yield* third?.acquired ?? Effect.never
      third?.release()
      assert.strictEqual(hosts.queued(), 0)
      assert.isTrue(acquired(hosts.acquire("example.com")).isImmediate)
    })
  )
})
