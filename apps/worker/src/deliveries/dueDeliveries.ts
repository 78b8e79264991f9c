import { Deliveries, type DeliveryChannel, isUnavailable, logUnavailable } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"

/** Deliveries of a channel, or windows of messages to combine. */
type Due = DeliveryChannel | "window"

/** Lets the loops of a process wait until something is due. */
export interface DueDeliveries {
  /** Waits until something is due. It takes at most a poll to find out. One loop waits for each. */
  readonly wait: (due: Due) => Effect.Effect<void>
  /** Polls now. */
  readonly wake: Effect.Effect<void>
}

/**
 * One statement finds out for all loops what is due and when the next delivery will be. Otherwise, each idle loop would
 * poll by itself.
 */
export const makeDueDeliveries = Effect.fnUntraced(function* (
  pollMs: number
): Effect.fn.Return<DueDeliveries, never, Deliveries | Scope.Scope> {
  const deliveries = yield* Deliveries
  const woken = yield* Latch.make()
  const latches: Readonly<Record<Due, Latch.Latch>> = {
    email: yield* Latch.make(),
    whatsapp: yield* Latch.make(),
    webhook: yield* Latch.make(),
    channel: yield* Latch.make(),
    window: yield* Latch.make()
  }

  const poll = Effect.gen(function* () {
    woken.closeUnsafe()
    const next = yield* deliveries.nextDue()
    let waitMs = pollMs
    for (const [due, inMs] of next) {
      if (inMs <= 0) latches[due].openUnsafe()
      else waitMs = Math.min(waitMs, Math.ceil(inMs))
    }
    return waitMs
  }).pipe(
    Effect.catch((error) =>
      Effect.as(
        isUnavailable(error)
          ? logUnavailable(error, "finding due deliveries")
          : Effect.logWarning("Could not find due deliveries. The worker will try again", error),
        pollMs
      )
    )
  )

  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(poll, (waitMs) => Effect.timeoutOption(woken.await, waitMs))))

  return {
    wake: woken.open,
    wait: (due) =>
      Effect.andThen(
        latches[due].await,
        Effect.sync(() => latches[due].closeUnsafe())
      )
  }
})
