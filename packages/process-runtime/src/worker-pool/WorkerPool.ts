import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { availableParallelism } from "node:os"
import type { Job, JobOutcome } from "./Job.ts"
import { startNodeThread } from "./Thread.ts"
import { type After, ThreadPool } from "./ThreadPool.ts"

/** The minimum number of threads, even on one core, because one owner may use all threads but one. */
const FEWEST_THREADS = 2
/**
 * The maximum number of threads. Each thread may fill its heap, so more threads would need more memory than a small
 * machine has.
 */
const MOST_THREADS = 4
/** The time after which an idle thread ends, in milliseconds. An idle thread still uses 25 to 40 MB of memory. */
const IDLE_MS = 10_000
const HEAP_MB = 256
/**
 * The maximum number of waiting jobs. It is a last resort, because each job may carry a page of 10 MiB, but callers
 * limit the number of their jobs themselves.
 */
const WAITING = 64
const WAITING_PER_OWNER = 16

const after: After = (ms, call) => {
  const timer = setTimeout(call, ms).unref()
  return () => clearTimeout(timer)
}

const openPool = () =>
  new ThreadPool({
    startThread: startNodeThread({ heapMb: HEAP_MB }),
    after,
    threads: Math.min(MOST_THREADS, Math.max(FEWEST_THREADS, availableParallelism())),
    idleMs: IDLE_MS,
    waiting: WAITING,
    waitingPerOwner: WAITING_PER_OWNER
  })

/**
 * The service that runs work in threads if hostile input could make the work expensive, so that it does not delay the
 * rest of the process. The outcome reports that an input was too expensive.
 */
export class WorkerPool extends Context.Service<
  WorkerPool,
  {
    /**
     * Runs a job. Owners, usually accounts, take turns. An error that a job throws is a bug. Interruption terminates
     * the job.
     */
    readonly run: <Input, Output>(
      job: Job<Input, Output>,
      input: Input,
      owner: string
    ) => Effect.Effect<JobOutcome<Output>>
  }
>()("@mon/process-runtime/worker-pool/WorkerPool") {
  /**
   * A layer with one pool for the whole process. Threads are started when jobs need them and end when they are idle.
   */
  static readonly layer: Layer.Layer<WorkerPool> = Layer.effect(
    WorkerPool,
    Effect.gen(function* () {
      const pool = yield* Effect.acquireRelease(Effect.sync(openPool), (open) => Effect.promise(() => open.close()))
      return WorkerPool.of({
        run: <Input, Output>(job: Job<Input, Output>, input: Input, owner: string) =>
          Effect.callback<JobOutcome<Output>>((resume) => {
            const { cancel, outcome } = pool.submit(job, input, owner)
            outcome.then(
              (ended) => resume(Effect.succeed(ended)),
              (error: unknown) => resume(Effect.die(error))
            )
            return Effect.sync(cancel)
          })
      })
    })
  )

  /** A layer for tests that runs jobs in the calling thread, without a deadline. */
  static readonly layerMemory: Layer.Layer<WorkerPool> = Layer.succeed(WorkerPool, {
    run: <Input, Output>({ module, name }: Job<Input, Output>, input: Input) =>
      Effect.promise(async (): Promise<JobOutcome<Output>> => {
        const exports: Readonly<Record<string, (input: Input) => Output | Promise<Output>>> = await import(module.href)
        const work = exports[name]
        if (work === undefined) throw new TypeError(`${module.href} exports no function ${name}.`)
        return { _tag: "Done", value: await work(input) }
      })
  })
}
