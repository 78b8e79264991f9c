import { explainStoreError } from "@mon/process-runtime"
import type { StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"

/** Logs an error during the release of leases. Does not fail, because the leases expire anyway. */
export const ignoreUnreleased = <R>(release: Effect.Effect<void, StoreError, R>): Effect.Effect<void, never, R> =>
  release.pipe(
    Effect.catch((error) =>
      Effect.annotateLogs(Effect.logWarning("Could not release leases. They will expire on their own"), {
        error: explainStoreError(error)
      })
    )
  )

export const releaseLeases = <A, R>(
  claimed: ReadonlyArray<A>,
  release: (claimed: ReadonlyArray<A>) => Effect.Effect<void, StoreError, R>,
  releaseMs: number
): Effect.Effect<void, never, R> =>
  claimed.length === 0
    ? Effect.void
    : release(claimed).pipe(
        Effect.andThen(Effect.logInfo("Released leases")),
        ignoreUnreleased,
        Effect.timeoutOption(releaseMs),
        Effect.asVoid,
        Effect.annotateLogs({ leases: claimed.length })
      )

/**
 * Waits until a stopped loop has finished. After `deadlineMs`, interrupts the loop; `abandon` then ends the remaining
 * work and releases its leases.
 */
export const drainLoop = Effect.fnUntraced(function* <R>({
  abandon,
  deadlineMs,
  finished,
  loop,
  releaseMs
}: {
  readonly loop: Fiber.Fiber<unknown, unknown>
  readonly finished: Effect.Effect<unknown, never, R>
  readonly deadlineMs: number
  readonly releaseMs: number
  readonly abandon: Effect.Effect<void, never, R>
}) {
  if (Option.isSome(yield* Effect.timeoutOption(finished, deadlineMs))) return
  yield* Effect.timeoutOption(Fiber.interrupt(loop), releaseMs)
  yield* abandon
})
