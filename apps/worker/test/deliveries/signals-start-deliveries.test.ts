import { layer } from "@effect/vitest"
import { Signals } from "@mon/core-store"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { changes, layerGround, newAccount, newDomain, settles } from "./DeliveryWorld.ts"
import { runDeliveries } from "./runDeliveries.ts"

const HOUR = 3_600_000

/** Waits until this process is listening to signals. */
const listening = Effect.gen(function* () {
  const begun = yield* Deferred.make<void>()
  yield* (yield* Signals).listen({
    onSignal: () => {},
    onGap: () => Deferred.doneUnsafe(begun, Effect.void)
  })
  yield* Deferred.await(begun)
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an alert", (it) => {
  it.effect("is sent when its signal arrives, without waiting for a poll", () =>
    Effect.gen(function* () {
      yield* listening
      yield* runDeliveries({ timings: { dispatchPollMs: HOUR, dueMs: HOUR } })
      const account = yield* newAccount
      const { key } = yield* changes(yield* newDomain(account), "down")
      yield* settles(key, "sent")
    }).pipe(Effect.scoped)
  )
})
