import { explainStoreError } from "@mon/process-runtime"
import { isUnavailable, logUnavailable, type StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { phaseOf } from "./phaseOf.ts"

/** A task that every worker repeats. It must be safe for several workers to run the task at the same time. */
export interface PeriodicTask {
  readonly name: string
  /** The wait after each run, in milliseconds. The wait after the first run is shorter, see {@link phaseOf}. */
  readonly everyMs: number
  readonly run: Effect.Effect<unknown, StoreError>
}

const logFailed = (task: string, error: string) =>
  Effect.annotateLogs(Effect.logWarning("A periodic task failed. It will run again later"), { task, error })

/** Runs a task once. Logs errors instead of failing. */
export const runTask = ({ name, run }: Pick<PeriodicTask, "name" | "run">): Effect.Effect<unknown> =>
  run.pipe(
    Effect.catch((error) =>
      isUnavailable(error) ? logUnavailable(error, name) : logFailed(name, explainStoreError(error))
    ),
    Effect.catchDefect((defect) => logFailed(name, String(defect)))
  )

/** Runs each task immediately and then periodically while the scope is open. Errors do not stop a task. */
export const startPeriodicTasks = Effect.fnUntraced(function* (tasks: ReadonlyArray<PeriodicTask>) {
  for (const task of tasks) {
    const run = runTask(task)
    yield* run.pipe(
      Effect.andThen(Effect.sleep(task.everyMs * phaseOf(task.name))),
      Effect.andThen(Effect.repeat(run, Schedule.spaced(task.everyMs))),
      Effect.forkScoped
    )
  }
})
