import { guard } from "@mon/bundled/callbacks"
import { FairQueue } from "./FairQueue.ts"
import type { Job, JobOutcome } from "./Job.ts"
import type { JobReply, StartThread, Thread, ThreadEnd } from "./Thread.ts"

/** A function that calls `call` after a time, unless the returned function cancels the call first. */
export type After = (ms: number, call: () => void) => () => void

export interface ThreadPoolOptions {
  readonly startThread: StartThread
  readonly after: After
  /** The maximum number of threads, including threads that are being terminated. */
  readonly threads: number
  readonly idleMs: number
  readonly waiting: number
  readonly waitingPerOwner: number
}

interface Task {
  readonly job: Job<never, unknown>
  readonly input: unknown
  readonly owner: string
  readonly settle: (outcome: JobOutcome<unknown>) => void
  readonly fail: (error: Error) => void
}

interface Slot {
  readonly thread: Thread
  task: Task | null
  /** Cancels the timer that ends the job at its deadline or the thread when it is idle. */
  cancelTimer: () => void
}

export interface Submitted<Output> {
  /**
   * The outcome of the job. The promise rejects if the job throws an error, which is a bug in the job and not a problem
   * with its input.
   */
  readonly outcome: Promise<JobOutcome<Output>>
  /** Removes the job from the queue, or terminates its thread. The outcome then never settles. */
  readonly cancel: () => void
}

/**
 * A pool that runs jobs in threads, one job per thread at a time. Threads are started when jobs need them and end when
 * they are idle. A thread whose job exceeds its deadline or its memory is replaced.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions
  readonly #queue: FairQueue<Task>
  readonly #slots = new Set<Slot>()
  /** The threads that are being terminated. Native code may delay their end. */
  readonly #ending = new Set<Promise<unknown>>()

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    const { threads, waiting, waitingPerOwner } = options
    this.#queue = new FairQueue({
      waiting,
      waitingPerOwner,
      // One thread is always available for other owners, even if the jobs of one owner are slow.
      runningPerOwner: Math.max(1, threads - 1)
    })
  }

  /** The number of threads that run a job, are idle, or are being terminated. */
  get threads(): number {
    return this.#slots.size + this.#ending.size
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** Queues a job. Owners take turns. */
  submit<Input, Output>(job: Job<Input, Output>, input: Input, owner: string): Submitted<Output> {
    const { promise, reject, resolve } = Promise.withResolvers<JobOutcome<Output>>()
    // The cast is safe, because the module of the job determines its output.
    const settle = (outcome: JobOutcome<unknown>) => resolve(outcome as JobOutcome<Output>)
    const task: Task = { job, input, owner, settle, fail: reject }
    if (this.#queue.add(owner, task)) this.#dispatch()
    else settle({ _tag: "Busy" })
    return { outcome: promise, cancel: () => this.#cancel(task) }
  }

  /** Terminates all threads. The outcomes of unfinished jobs never settle. */
  async close(): Promise<void> {
    while (this.#queue.begin() !== null);
    for (const slot of this.#slots) this.#terminate(slot)
    await Promise.all(this.#ending)
  }

  #dispatch(): void {
    for (;;) {
      const idle = [...this.#slots].find(({ task }) => task === null)
      if (idle === undefined && this.threads >= this.#options.threads) return
      const task = this.#queue.begin()
      if (task === null) return
      this.#begin(idle ?? this.#start(), task)
    }
  }

  #start(): Slot {
    const thread = this.#options.startThread({
      replied: (reply) => this.#reply(slot, reply),
      ended: (end) => this.#lose(slot, end)
    })
    const slot: Slot = { thread, task: null, cancelTimer: () => {} }
    this.#slots.add(slot)
    return slot
  }

  #begin(slot: Slot, task: Task): void {
    const { deadlineMs, module, name } = task.job
    slot.cancelTimer()
    slot.task = task
    const safely = guard((error) => {
      task.fail(error instanceof Error ? error : new Error(String(error)))
      this.#terminate(slot)
      this.#finish(task)
    })
    const onDeadline = safely(() => {
      this.#terminate(slot)
      this.#finish(task)
      task.settle({ _tag: "TooSlow", deadlineMs })
    })
    slot.cancelTimer = this.#options.after(deadlineMs, onDeadline)
    // A job can be started while another job is being finished. If its input cannot be sent, the error must not
    // interrupt the code that finishes the other job.
    const post = safely(() => slot.thread.post({ module: module.href, name, input: task.input }))
    post()
  }

  /** Releases the permit of the task's owner, and starts waiting jobs. */
  #finish({ owner }: Task): void {
    this.#queue.end(owner)
    this.#dispatch()
  }

  #reply(slot: Slot, reply: JobReply): void {
    const { task } = slot
    if (task === null) return
    slot.cancelTimer()
    slot.task = null
    slot.cancelTimer = this.#options.after(
      this.#options.idleMs,
      guard(() => {})(() => this.#terminate(slot))
    )
    this.#finish(task)
    if (reply.ok) task.settle({ _tag: "Done", value: reply.value })
    else task.fail(new Error(`The job ${task.job.name} failed: ${reply.error}`))
  }

  #lose(slot: Slot, end: ThreadEnd): void {
    const { task } = slot
    slot.cancelTimer()
    this.#slots.delete(slot)
    if (task === null) return
    this.#finish(task)
    if (end.reason === "memory") task.settle({ _tag: "TooLarge" })
    else task.fail(end.error)
  }

  #terminate(slot: Slot): void {
    slot.cancelTimer()
    this.#slots.delete(slot)
    const ending: Promise<unknown> = slot.thread.terminate().finally(() => {
      this.#ending.delete(ending)
      this.#dispatch()
    })
    this.#ending.add(ending)
  }

  #cancel(task: Task): void {
    if (this.#queue.remove(task.owner, task)) return
    for (const slot of this.#slots) {
      if (slot.task !== task) continue
      this.#terminate(slot)
      this.#finish(task)
    }
  }
}
