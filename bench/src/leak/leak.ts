import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { pinSelf } from "../harness/Pinning.ts"
import type { Report } from "../harness/Report.ts"
import { slope } from "../harness/Statistics.ts"
import { servePages, startChecks } from "../probe/TestServers.ts"

const CONCURRENCY = 8

/** Checks of the warm-up, checks in total, and checks between two readings. */
interface Plan {
  readonly settled: number
  readonly end: number
  readonly step: number
}

const full: Plan = { settled: 12_000, end: 24_000, step: 500 }
const short: Plan = { settled: 60, end: 120, step: 20 }

/** kB of resident memory for a check: a million checks a day would cost 0.5 GB. */
const LIMIT_KB = 0.5

interface Reading {
  readonly checks: number
  readonly residentKb: number
  readonly heapKb: number
}

/** Checks shown in the table: each of so many parts of the run. */
const SHOWN = 6

const measure = async (options: RunOptions, defer: Defer): Promise<Report> => {
  pinSelf("load")
  const plan = options.short ? short : full
  const pages = await servePages(defer)
  const child = await startChecks(pages, defer, ["--expose-gc"])
  const readings: Array<Reading> = []
  for (let checks = plan.step; checks <= plan.end; checks += plan.step) {
    await child.call("check", { url: pages.urls.HTTPS, count: plan.step, concurrency: CONCURRENCY })
    const heapKb = await child.call("collect", null)
    readings.push({ checks, residentKb: child.residentKb(), heapKb })
    options.progress(`${checks} of ${plan.end} checks: ${Math.round(child.residentKb() / 1024)} MB`)
  }
  await pages.check(plan.end)
  const settled = readings.filter(({ checks }) => checks >= plan.settled)
  const grows = (of: (reading: Reading) => number) =>
    slope(settled.map((reading) => [reading.checks, of(reading)] as const))
  return {
    sections: [
      {
        title: `Memory of the probing process over ${plan.end} HTTPS checks; garbage is collected before each reading`,
        columns: ["resident MB", "heap MB"],
        rows: readings
          .filter(({ checks }) => checks % (plan.end / SHOWN) === 0)
          .map(({ heapKb, checks, residentKb }) => ({
            name: `${checks} checks`,
            cells: [residentKb / 1024, heapKb / 1024]
          }))
      },
      {
        title: `Growth per check, from check ${plan.settled} on (least squares over ${settled.length} readings)`,
        columns: ["kB"],
        rows: [
          { name: "resident memory", cells: [grows(({ residentKb }) => residentKb)] },
          { name: "JavaScript heap", cells: [grows(({ heapKb }) => heapKb)] }
        ]
      }
    ],
    targets: [
      {
        name: "Growth of resident memory per HTTPS check",
        sense: "at most",
        limit: LIMIT_KB,
        unit: " kB",
        value: grows(({ residentKb }) => residentKb)
      }
    ],
    notes: options.short ? ["A short run ends before memory settles, so its slope means nothing."] : []
  }
}

/** Whether checks leak memory. */
export const leak: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
