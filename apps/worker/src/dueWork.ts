import { isUnavailable, logUnavailable, type StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"

/** Lets the loops of a process wait until something is due. */
export interface DueWork {
  /** Waits until work of this name is due. It takes at most a poll to find out. One loop waits for each name. */
  readonly wait: (name: string) => Effect.Effect<void>
  /** Polls now. */
  readonly wake: Effect.Effect<void>
}

/** What is due by name, and in how many milliseconds; 0 or less: now. */
export type NextDue = Effect.Effect<ReadonlyMap<string, number>, StoreError>

/**
 * Finds out for all loops what is due and when the next work will be. Otherwise, each idle loop would poll by itself.
 */
export const makeDueWork = Effect.fnUntraced(function* (
  sources: ReadonlyArray<NextDue>,
  pollMs: number
): Effect.fn.Return<DueWork, never, Scope.Scope> {
  const woken = yield* Latch.make()
  const latches = new Map<string, Latch.Latch>()
  const latchOf = (name: string): Latch.Latch => {
    const latch = latches.get(name) ?? Latch.makeUnsafe()
    latches.set(name, latch)
    return latch
  }

  const ask = (source: NextDue) =>
    Effect.map(source, (next) => {
      let waitMs = pollMs
      for (const [name, inMs] of next) {
        if (inMs <= 0) latchOf(name).openUnsafe()
        else waitMs = Math.min(waitMs, Math.ceil(inMs))
      }
      return waitMs
    }).pipe(
      Effect.catch((error) =>
        Effect.as(
          isUnavailable(error)
            ? logUnavailable(error, "finding due work")
            : Effect.logWarning("Could not find due work. The worker will try again", error),
          pollMs
        )
      )
    )

  const poll = Effect.suspend(() => {
    woken.closeUnsafe()
    return Effect.map(Effect.forEach(sources, ask), (waits) => Math.min(pollMs, ...waits))
  })

  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(poll, (waitMs) => Effect.timeoutOption(woken.await, waitMs))))

  return {
    wake: woken.open,
    wait: (name) =>
      Effect.suspend(() => {
        const latch = latchOf(name)
        return Effect.andThen(
          latch.await,
          Effect.sync(() => latch.closeUnsafe())
        )
      })
  }
})
