import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { startLeasedWorkLoop } from "../src/loops/leasedWorkLoop.ts"

it.effect("work that interrupts itself gives its slot back", () =>
  Effect.gen(function* () {
    const next = yield* Deferred.make<number>()
    const waiting = [1, 2]
    const perform = (item: number) => (item === 1 ? Effect.interrupt : Effect.asVoid(Deferred.succeed(next, item)))
    yield* startLeasedWorkLoop({
      name: "test",
      concurrency: 1,
      leaseMs: 1_000,
      idle: Effect.suspend(() => (waiting.length === 0 ? Effect.never : Effect.void)),
      claim: (limit) => Effect.sync(() => waiting.splice(0, limit)),
      perform,
      release: () => Effect.void
    })
    assert.strictEqual(yield* Deferred.await(next), 2)
  }).pipe(Effect.scoped)
)
