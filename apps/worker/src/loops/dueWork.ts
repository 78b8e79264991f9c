import { type DueKind, DueTimes, isUnavailable, logUnavailable } from "@mon/core-store"
import { jobQueues } from "@mon/notifications"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { WorkerTimings } from "../settings/WorkerTimings.ts"
import { type PeriodicTask, runTask } from "./periodicTasks.ts"
import { phaseOf } from "./phaseOf.ts"

/**
 * Lets the loops of a process wait until work is due. One statement finds the due times for all loops, so that no loop
 * has to try to claim work.
 */
export class DueWork extends Context.Service<
  DueWork,
  {
    /**
     * Waits until work of this kind is due. May return up to one poll interval late. If no work becomes due, returns
     * after two minutes, and the first time earlier, see {@link phaseOf}. Only one loop may wait for each kind.
     */
    readonly wait: (kind: DueKind) => Effect.Effect<void>
    readonly wake: Effect.Effect<void>
  }
>()("@mon/worker/DueWork") {
  static readonly layer: Layer.Layer<DueWork, never, DueTimes> = Layer.effect(
    DueWork,
    Effect.gen(function* () {
      const times = yield* DueTimes
      const { aheadMs, dueMs, seldomMs } = yield* WorkerTimings
      const woken = yield* Latch.make()
      const latches = new Map<DueKind, Latch.Latch>()
      const waited = new Set<DueKind>()
      const latchOf = (kind: DueKind): Latch.Latch => {
        const latch = latches.get(kind) ?? Latch.makeUnsafe()
        latches.set(kind, latch)
        return latch
      }

      const poll = Effect.suspend(() => {
        woken.closeUnsafe()
        return Effect.map(times.next(jobQueues), (next) => {
          let waitMs = dueMs
          for (const [kind, dueInMs] of next) {
            // Domains are claimed ahead of their due time.
            const inMs = kind === "domains" ? dueInMs - aheadMs : dueInMs
            if (inMs <= 0) latchOf(kind).openUnsafe()
            else waitMs = Math.min(waitMs, Math.ceil(inMs))
          }
          return waitMs
        })
      }).pipe(
        Effect.catch((error) =>
          Effect.as(
            isUnavailable(error)
              ? logUnavailable(error, "finding due work")
              : Effect.logWarning("Could not find due work. The worker will try again", error),
            dueMs
          )
        )
      )

      yield* Effect.forkScoped(
        Effect.forever(Effect.flatMap(poll, (waitMs) => Effect.timeoutOption(woken.await, waitMs)))
      )

      return DueWork.of({
        wake: woken.open,
        wait: (kind) =>
          Effect.suspend(() => {
            const latch = latchOf(kind)
            const longestMs = waited.has(kind) ? seldomMs : seldomMs * phaseOf(kind)
            waited.add(kind)
            return Effect.andThen(
              Effect.timeoutOption(latch.await, longestMs),
              Effect.sync(() => latch.closeUnsafe())
            )
          })
      })
    })
  )
}

/**
 * A task that every worker runs when it is due. It must be safe for several workers to run the task at the same time.
 */
interface DueTask extends Pick<PeriodicTask, "name" | "run"> {
  readonly due: DueKind
}

/** Runs each task immediately, and then whenever it is due, while the scope is open. Errors do not stop a task. */
export const startDueTasks = Effect.fnUntraced(function* (tasks: ReadonlyArray<DueTask>) {
  const due = yield* DueWork
  for (const task of tasks)
    yield* runTask(task).pipe(Effect.andThen(due.wait(task.due)), Effect.forever, Effect.forkScoped)
})
