import { InjectedFault, tryFaults } from "@mon/bundled/callbacks/testing"
import { afterEach, describe, expect, it } from "vitest"
import { jobsIn } from "../../src/worker-pool/index.ts"
import { startNodeThread } from "../../src/worker-pool/Thread.ts"
import { ThreadPool } from "../../src/worker-pool/ThreadPool.ts"

const testJob = jobsIn<typeof import("./jobs.ts")>(new URL("jobs.ts", import.meta.url))

const DEADLINE_MS = 60_000

/** Makes a pool of real threads whose timers fire only when the test calls `fire`. */
const openPool = (heapMb = 64) => {
  const calls = new Map<number, () => void>()
  const pool = new ThreadPool({
    startThread: startNodeThread({ heapMb }),
    after: (ms, call) => {
      calls.set(ms, call)
      return () => void calls.delete(ms)
    },
    threads: 1,
    idleMs: 1,
    waiting: 10,
    waitingPerOwner: 10
  })
  return { pool, fire: (ms: number) => calls.get(ms)?.() }
}

const raised = async (started: SharedArrayBuffer): Promise<void> => {
  const waiting = Atomics.waitAsync(new Int32Array(started), 0, 0)
  if (waiting.async) await waiting.value
}

let opened: ReturnType<typeof openPool> | null = null

const open = (heapMb?: number) => (opened = openPool(heapMb))

afterEach(async () => {
  await opened?.pool.close()
  opened = null
})

describe("threads of Node", () => {
  it("run exported functions of TypeScript sources", async () => {
    const { pool } = open()
    expect(await pool.submit(testJob("double", DEADLINE_MS), 21, "a").outcome).toEqual({ _tag: "Done", value: 42 })
  })

  it.each(["spin", "backtrack"] as const)("end a job that never ends by itself: %s", async (name) => {
    const { fire, pool } = open()
    const started = new SharedArrayBuffer(4)
    const stuck = pool.submit(testJob(name, DEADLINE_MS), { started }, "a")
    const next = pool.submit(testJob("double", DEADLINE_MS), 21, "a")
    await raised(started)
    fire(DEADLINE_MS)
    expect(await stuck.outcome).toEqual({ _tag: "TooSlow", deadlineMs: DEADLINE_MS })
    expect(await next.outcome).toEqual({ _tag: "Done", value: 42 })
  })

  it("report a job that exceeds the memory of its thread, and the process survives", async () => {
    const { pool } = open(16)
    expect(await pool.submit(testJob("fill", DEADLINE_MS), undefined, "a").outcome).toEqual({ _tag: "TooLarge" })
    expect(await pool.submit(testJob("double", DEADLINE_MS), 21, "a").outcome).toEqual({ _tag: "Done", value: 42 })
  })

  it("reject with the error of a job, and run the next one", async () => {
    const { pool } = open()
    await expect(pool.submit(testJob("fail", DEADLINE_MS), "no", "a").outcome).rejects.toThrow("RangeError: no")
    expect(await pool.submit(testJob("double", DEADLINE_MS), 21, "a").outcome).toEqual({ _tag: "Done", value: 42 })
  })

  it("do not see the environment of the process", async () => {
    const { pool } = open()
    expect(await pool.submit(testJob("environment", DEADLINE_MS), undefined, "a").outcome).toEqual({
      _tag: "Done",
      value: []
    })
  })
})

describe("an error in a callback", () => {
  it("fails its own job, and the next one runs", async () => {
    const { pool } = open()
    const work = async (): Promise<unknown> => {
      try {
        return await pool.submit(testJob("double", DEADLINE_MS), 21, "a").outcome
      } catch (error) {
        return error instanceof InjectedFault ? "fault" : String(error)
      }
    }
    const { expected, trials } = await tryFaults(work)
    expect(expected).toEqual({ _tag: "Done", value: 42 })
    expect(trials.map(({ found }) => found)).toContain("fault")
    for (const { afterwards, found } of trials) {
      expect(["fault", expected]).toContainEqual(found)
      expect(afterwards).toEqual(expected)
    }
  })

  it("fails a job whose input cannot be sent, although it begins after another one", async () => {
    const { pool } = open()
    const first = pool.submit(testJob("double", DEADLINE_MS), 21, "a")
    const second = pool.submit(testJob("double", DEADLINE_MS), (() => 1) as unknown as number, "b")
    expect(await first.outcome).toEqual({ _tag: "Done", value: 42 })
    await expect(second.outcome).rejects.toThrow(/could not be cloned/u)
    expect(await pool.submit(testJob("double", DEADLINE_MS), 4, "a").outcome).toEqual({ _tag: "Done", value: 8 })
  })
})
