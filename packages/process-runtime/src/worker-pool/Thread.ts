import { guard } from "@mon/bundled/callbacks"
import { Worker } from "node:worker_threads"
import { moduleBeside } from "./Job.ts"

export interface JobMessage {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

export type JobReply =
  | { readonly ok: true; readonly value: unknown }
  /** The job threw an error. `error` contains the stack trace. */
  | { readonly ok: false; readonly error: string }

/** The reason why a thread ended without being terminated. */
export type ThreadEnd = { readonly reason: "memory" } | { readonly reason: "error"; readonly error: Error }

/** The part of a thread that the pool uses. */
export interface Thread {
  /** Starts a job. The thread must not be running another job. */
  readonly post: (message: JobMessage) => void
  /** Ends the thread, even in the middle of a job. */
  readonly terminate: () => Promise<unknown>
}

export interface ThreadEvents {
  readonly replied: (reply: JobReply) => void
  /** Called at most once, and not after {@link Thread.terminate}. */
  readonly ended: (end: ThreadEnd) => void
}

export type StartThread = (events: ThreadEvents) => Thread

/**
 * The memory limit of one thread, in megabytes. Buffers are outside the heap and are limited only by the size of the
 * input.
 */
export interface ThreadMemory {
  readonly heapMb: number
}

const YOUNG_GENERATION_MB = 32
const STACK_MB = 4

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"

/**
 * Returns a function that starts Node worker threads. A thread has no access to the environment or the arguments of the
 * process. An idle thread does not keep the process running.
 */
export const startNodeThread =
  ({ heapMb }: ThreadMemory): StartThread =>
  ({ ended, replied }) => {
    const isSource = import.meta.url.endsWith(".ts")
    const worker = new Worker(moduleBeside("./threadProgram", import.meta.url), {
      name: "worker-pool",
      env: {},
      argv: [],
      execArgv: isSource ? ["--conditions=@mon/source", "--disable-warning=ExperimentalWarning"] : [],
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
        stackSizeMb: STACK_MB
      }
    })
    worker.unref()
    let isOver = false
    const end = (why: ThreadEnd) => {
      if (isOver) return
      isOver = true
      ended(why)
    }
    const failed = (error: unknown) =>
      end({ reason: "error", error: error instanceof Error ? error : new Error(String(error)) })
    const safely = guard((error) => {
      failed(error)
      void worker.terminate()
    })
    // The type is correct, because only threadProgram.ts posts messages to this listener.
    const onMessage = safely((reply: JobReply) => {
      worker.unref()
      if (!isOver) replied(reply)
    })
    const onError = safely((error: unknown) => (isOutOfMemory(error) ? end({ reason: "memory" }) : failed(error)))
    const onExit = safely((code: number) => failed(new Error(`The thread ended with code ${code}.`)))
    worker.on("message", onMessage).on("error", onError).on("messageerror", onError).on("exit", onExit)
    return {
      post: (message) => {
        worker.ref()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(message)
      },
      terminate: () => {
        isOver = true
        worker.unref()
        return worker.terminate()
      }
    }
  }
