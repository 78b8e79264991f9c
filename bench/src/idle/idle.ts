import { setTimeout as delay } from "node:timers/promises"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { descendants, familyCpuMs, cpuMs, proportionalKb } from "../harness/OsProcess.ts"
import type { Report } from "../harness/Report.ts"
import { startService } from "./Service.ts"

const MONITORS = 10
const INTERVAL_SECONDS = 300
/** How long the service runs before it is measured, and how long CPU time is counted. */
const FULL = { settleMs: 600_000, windowMs: 120_000 }
const SHORT = { settleMs: 1_000, windowMs: 2_000 }

const NODE_MB = 150
const ALL_MB = 240
/** Percent of one core. */
const CPU_PERCENT = 1
const KB_PER_MB = 1_024

interface Measured {
  readonly nodeMb: number
  readonly databaseMb: number
  readonly databaseProcesses: number
  readonly nodePercent: number
  readonly databasePercent: number
  readonly late: number
}

const megabytes = (pids: ReadonlyArray<number>) => pids.reduce((sum, pid) => sum + proportionalKb(pid), 0) / KB_PER_MB

const measureService = async ({ progress, short }: RunOptions, defer: Defer): Promise<Measured> => {
  const { settleMs, windowMs } = short ? SHORT : FULL
  const { monitors, pid } = await startService({ monitors: MONITORS, intervalSeconds: INTERVAL_SECONDS }, defer)
  progress(`Waiting ${settleMs / 1_000} s, then measuring for ${windowMs / 1_000} s`)
  await delay(settleMs)
  const postmaster = descendants(pid).find((child) => descendants(child).length > 0)
  if (postmaster === undefined) throw new Error("The service has no embedded database.")
  const before = { node: cpuMs(pid), database: familyCpuMs(postmaster), at: performance.now() }
  await delay(windowMs)
  const elapsed = performance.now() - before.at
  const database = [postmaster, ...descendants(postmaster)]
  return {
    nodeMb: megabytes([pid]),
    databaseMb: megabytes(database),
    databaseProcesses: database.length,
    nodePercent: (100 * (cpuMs(pid) - before.node)) / elapsed,
    databasePercent: (100 * (familyCpuMs(postmaster) - before.database)) / elapsed,
    late: (await monitors()).filter(({ status }) => status !== "up").length
  }
}

const measure = async (options: RunOptions, defer: Defer): Promise<Report> => {
  const found = await measureService(options, defer)
  if (found.late > 0) throw new Error(`${found.late} of ${MONITORS} monitors are not up.`)
  const memoryMb = found.nodeMb + found.databaseMb
  const percent = found.nodePercent + found.databasePercent
  return {
    sections: [
      {
        title: `The service with its embedded database and ${MONITORS} monitors every ${INTERVAL_SECONDS} s`,
        columns: ["memory MB (PSS)", "% of a core"],
        rows: [
          { name: "Node", cells: [found.nodeMb, found.nodePercent] },
          {
            name: `PostgreSQL, ${found.databaseProcesses} processes`,
            cells: [found.databaseMb, found.databasePercent]
          },
          { name: "together", cells: [memoryMb, percent] }
        ]
      }
    ],
    targets: [
      { name: "Memory of Node", sense: "at most", limit: NODE_MB, unit: " MB", value: found.nodeMb },
      { name: "Memory of all processes", sense: "at most", limit: ALL_MB, unit: " MB", value: memoryMb },
      { name: "CPU of all processes", sense: "at most", limit: CPU_PERCENT, unit: " % of a core", value: percent }
    ],
    notes: [
      "PSS counts memory that processes share in equal parts, so the sum counts it once.",
      ...(options.short ? ["A short run still contains work that follows the start."] : [])
    ]
  }
}

/** What the service costs when it has next to nothing to do. */
export const idle: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
