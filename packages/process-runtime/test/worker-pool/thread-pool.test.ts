import { describe, expect, it } from "vitest"
import { type Job, jobsIn } from "../../src/worker-pool/index.ts"
import type { JobMessage, Thread, ThreadEvents } from "../../src/worker-pool/Thread.ts"
import { ThreadPool, type ThreadPoolOptions } from "../../src/worker-pool/ThreadPool.ts"

const job = (name: string, deadlineMs = 1_000): Job<string, string> => ({
  module: new URL("file:///jobs.ts"),
  name,
  deadlineMs
})

interface FakeThread extends Thread {
  readonly events: ThreadEvents
  readonly posted: Array<JobMessage>
  readonly isTerminated: () => boolean
  /** Lets the termination complete. */
  readonly exit: () => void
}

interface Timer {
  readonly ms: number
  readonly call: () => void
}

const reply = (thread: FakeThread | undefined, value: string) => thread?.events.replied({ ok: true, value })

const openPool = (options: Partial<ThreadPoolOptions> = {}) => {
  const threads: Array<FakeThread> = []
  const timers = new Set<Timer>()
  const pool = new ThreadPool({
    startThread: (events) => {
      const posted: Array<JobMessage> = []
      const { promise, resolve } = Promise.withResolvers<void>()
      let terminated = false
      const thread: FakeThread = {
        events,
        posted,
        post: (message) => void posted.push(message),
        terminate: () => {
          terminated = true
          return promise
        },
        isTerminated: () => terminated,
        exit: resolve
      }
      threads.push(thread)
      return thread
    },
    after: (ms, call) => {
      const timer = { ms, call }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    threads: 2,
    idleMs: 10_000,
    waiting: 100,
    waitingPerOwner: 100,
    ...options
  })
  const fire = (ms: number) => {
    for (const timer of [...timers].filter((one) => one.ms === ms)) {
      timers.delete(timer)
      timer.call()
    }
  }
  return { pool, threads, timers, fire }
}

const namesOf = (threads: ReadonlyArray<FakeThread>) => threads.map(({ posted }) => posted.map(({ name }) => name))

describe("a pool of threads", () => {
  it("starts no thread before the first job, and uses one again", async () => {
    const { pool, threads } = openPool()
    expect(threads).toHaveLength(0)
    const first = pool.submit(job("one"), "x", "a")
    reply(threads[0], "1")
    expect(await first.outcome).toEqual({ _tag: "Done", value: "1" })
    const second = pool.submit(job("two"), "x", "a")
    reply(threads[0], "2")
    expect(await second.outcome).toEqual({ _tag: "Done", value: "2" })
    expect(namesOf(threads)).toEqual([["one", "two"]])
  })

  it("terminates a job that exceeds its deadline, and runs the next one in a new thread", async () => {
    const { fire, pool, threads } = openPool({ threads: 1 })
    const slow = pool.submit(job("slow", 500), "x", "a")
    const next = pool.submit(job("next"), "x", "a")
    fire(500)
    expect(await slow.outcome).toEqual({ _tag: "TooSlow", deadlineMs: 500 })
    expect(threads[0]?.isTerminated()).toBe(true)
    // The old thread occupies its place until it has ended.
    expect(threads).toHaveLength(1)
    threads[0]?.exit()
    await expect.poll(() => threads.length).toBe(2)
    reply(threads[1], "done")
    expect(await next.outcome).toEqual({ _tag: "Done", value: "done" })
  })

  it("reports a job that needs too much memory, and runs the next one in a new thread", async () => {
    const { pool, threads } = openPool({ threads: 1 })
    const large = pool.submit(job("large"), "x", "a")
    const next = pool.submit(job("next"), "x", "a")
    threads[0]?.events.ended({ reason: "memory" })
    expect(await large.outcome).toEqual({ _tag: "TooLarge" })
    reply(threads[1], "done")
    expect(await next.outcome).toEqual({ _tag: "Done", value: "done" })
  })

  it("leaves one thread to the others, whatever one owner submits", () => {
    const { pool, threads } = openPool({ threads: 3 })
    for (let n = 0; n < 5; n++) pool.submit(job(`a${n}`), "x", "a")
    expect(threads).toHaveLength(2)
    pool.submit(job("b"), "x", "b")
    expect(namesOf(threads)).toEqual([["a0"], ["a1"], ["b"]])
  })

  it("does not start a job when too many wait", async () => {
    const { pool } = openPool({ threads: 1, waitingPerOwner: 1 })
    pool.submit(job("runs"), "x", "a")
    pool.submit(job("waits"), "x", "a")
    expect(await pool.submit(job("refused"), "x", "a").outcome).toEqual({ _tag: "Busy" })
    expect(pool.waiting).toBe(1)
  })

  it("ends threads that are idle, but not when a job came in time", () => {
    const { fire, pool, threads, timers } = openPool()
    pool.submit(job("one"), "x", "a")
    reply(threads[0], "1")
    pool.submit(job("two"), "x", "a")
    fire(10_000)
    expect(threads[0]?.isTerminated()).toBe(false)
    reply(threads[0], "2")
    fire(10_000)
    expect(threads[0]?.isTerminated()).toBe(true)
    expect(timers.size).toBe(0)
  })

  it("terminates the thread of a job that is cancelled", () => {
    const { pool, threads } = openPool()
    pool.submit(job("one"), "x", "a").cancel()
    expect(threads[0]?.isTerminated()).toBe(true)
  })

  it("rejects when a job has an error or its thread ends", async () => {
    const { pool, threads } = openPool()
    const failed = pool.submit(job("one"), "x", "a")
    threads[0]?.events.replied({ ok: false, error: "TypeError: no" })
    await expect(failed.outcome).rejects.toThrow("The job one failed: TypeError: no")
    const lost = pool.submit(job("two"), "x", "a")
    threads[0]?.events.ended({ reason: "error", error: new Error("The thread ended with code 1.") })
    await expect(lost.outcome).rejects.toThrow("The thread ended with code 1.")
  })

  it("terminates all threads when it is closed", async () => {
    const { pool, threads } = openPool()
    pool.submit(job("one"), "x", "a")
    pool.submit(job("two"), "x", "b")
    pool.submit(job("three"), "x", "b")
    const closed = pool.close()
    expect(threads.map((thread) => thread.isTerminated())).toEqual([true, true])
    for (const thread of threads) thread.exit()
    await closed
    expect(namesOf(threads)).toEqual([["one"], ["two"]])
  })
})

describe("a declared job", () => {
  it("takes its name and types from the module", () => {
    const double = jobsIn<typeof import("./jobs.ts")>(new URL("jobs.ts", import.meta.url))("double", 1_000)
    const typed: Job<number, number> = double
    expect(typed).toMatchObject({ name: "double", deadlineMs: 1_000 })
  })
})
