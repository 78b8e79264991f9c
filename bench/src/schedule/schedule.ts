import postgres from "postgres"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { familyCpuMs } from "../harness/OsProcess.ts"
import type { Report, Target } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { median, percentile, ratio, spread } from "../harness/Statistics.ts"
import { type PostgresServer, startPostgres } from "../postgres/Server.ts"
import { measureBacklog } from "./backlog.ts"
import { INTERVAL_SECONDS, makeMonitors, moveClock } from "./Monitors.ts"
import type { Worker } from "./workerProgram.ts"

const SIZES = [10_000, 100_000, 1_000_000]
const WORKERS = [1, 2, 4]
/** The most monitors of one claim: the worker's own limit. */
const BATCH = 200
/** Checks of one round; every monitor is due at its start. */
const CHECKS = 20_000
const ROUNDS = 5
const WARM_UP = 1
const SHORT = { sizes: SIZES.slice(0, 1), backlog: 2_000, checks: 2_000, rounds: 1 }

/** What a million monitors need: each every five minutes, and each as often as the largest plan allows. */
const NEED = 1_000_000 / INTERVAL_SECONDS
const NEED_LARGEST_PLAN = 1_000_000 / 59
/** How many times as long a claim may take when the table is 100 times as large. */
const CLAIM_GROWTH = 1.5

interface Sample {
  readonly perSecond: number
  readonly claimMs: ReadonlyArray<number>
  readonly recordMs: ReadonlyArray<number>
  /** Microseconds of CPU for a check. */
  readonly databaseUs: number
  readonly workerUs: number
}

interface Setup {
  readonly server: PostgresServer
  readonly sql: postgres.Sql
  readonly workers: ReadonlyArray<Child<Worker>>
  readonly checks: number
}

const nameOf = (workers: number): string => (workers === 1 ? "1 worker" : `${workers} workers`)

const contenders = ({ checks, server, sql, workers }: Setup): ReadonlyArray<Contender<Sample>> => {
  let intervals = 0
  return WORKERS.map((count) => ({
    name: nameOf(count),
    run: async () => {
      await moveClock(sql, (intervals += 2))
      const chosen = workers.slice(0, count)
      const cpu = () => chosen.reduce((sum, worker) => sum + worker.cpuMs(), 0)
      const [databaseBefore, workersBefore] = [familyCpuMs(server.pid), cpu()]
      const started = performance.now()
      const answers = await Promise.all(
        chosen.map((worker) => worker.call("cycle", { batch: BATCH, checks: Math.ceil(checks / count) }))
      )
      const seconds = (performance.now() - started) / 1_000
      const recorded = answers.reduce((sum, answer) => sum + answer.recorded, 0)
      if (recorded < checks) throw new Error(`${checks} checks were due, and ${recorded} were recorded.`)
      return {
        perSecond: recorded / seconds,
        claimMs: answers.flatMap(({ claimMs }) => claimMs),
        recordMs: answers.flatMap(({ recordMs }) => recordMs),
        databaseUs: ((familyCpuMs(server.pid) - databaseBefore) * 1_000) / recorded,
        workerUs: ((cpu() - workersBefore) * 1_000) / recorded
      }
    }
  }))
}

interface Found {
  readonly size: number
  readonly workers: number
  readonly samples: ReadonlyArray<Sample>
}

const claimsOf = (samples: ReadonlyArray<Sample>) => samples.flatMap(({ claimMs }) => claimMs)

const targetsOf = (found: ReadonlyArray<Found>): ReadonlyArray<Target> => {
  const ratesOf = (size: number) =>
    found.filter((one) => one.size === size).map(({ samples }) => median(samples.map(({ perSecond }) => perSecond)))
  const largest = Math.max(...SIZES)
  const best = (size: number) => (ratesOf(size).length === 0 ? null : Math.max(...ratesOf(size)))
  const claim = (size: number) =>
    found.filter((one) => one.size === size && one.workers === 1).map(({ samples }) => median(claimsOf(samples)))[0]
  const [small, large] = [claim(Math.min(...SIZES)), claim(largest)]
  const cycles = {
    name: "Cycles per second with 1,000,000 monitors",
    sense: "at least",
    unit: "/s",
    value: best(largest)
  } as const
  return [
    { ...cycles, limit: NEED },
    { ...cycles, limit: NEED_LARGEST_PLAN },
    {
      name: "Time of a claim with 1,000,000 monitors, relative to 10,000,",
      sense: "at most",
      limit: CLAIM_GROWTH,
      unit: "x",
      value: small === undefined || large === undefined ? null : large / small
    }
  ]
}

const measure = async (options: RunOptions, defer: Defer): Promise<Report> => {
  const { progress, rounds, short } = options
  const server = await startPostgres(defer, "debian")
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  defer(() => sql.end())
  const workers: Array<Child<Worker>> = []
  for (let count = 0; count < Math.max(...WORKERS); count++) {
    const worker = await startChild<Worker>(new URL("./workerProgram.ts", import.meta.url), { core: null })
    defer(worker.stop)
    await worker.call("open", { url: server.url })
    workers.push(worker)
  }
  const found: Array<Found> = []
  const checks = short ? SHORT.checks : CHECKS
  const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: short ? 0 : WARM_UP }
  for (const size of short ? SHORT.sizes : SIZES) {
    progress(`Creating ${size} monitors`)
    await makeMonitors(sql, size)
    const setup = { server, sql, workers, checks: Math.min(checks, size / 2) }
    const samples = await interleave(contenders(setup), {
      ...plan,
      onSample: (name, round) => progress(`${size} monitors, round ${round + 1} of ${plan.rounds}: ${name}`)
    })
    for (const count of WORKERS) found.push({ size, workers: count, samples: samples.get(nameOf(count)) ?? [] })
  }
  const backlog = await measureBacklog(server, short ? SHORT.backlog : Math.max(...SIZES), options, plan, defer)
  return {
    sections: [
      {
        title: `Claim ${BATCH} due monitors and record a check of each; up to ${checks} checks per round, ${plan.rounds} rounds: median (min..max)`,
        columns: [
          "cycles/s",
          "x 1 worker",
          "claim p50 ms",
          "claim p99 ms",
          "record p50 ms",
          "record p99 ms",
          "database µs/check",
          "worker µs/check"
        ],
        rows: found.map(({ samples, size, workers: count }) => {
          const rates = samples.map(({ perSecond }) => perSecond)
          const alone =
            found.find((one) => one.size === size && one.workers === 1)?.samples.map(({ perSecond }) => perSecond) ??
            rates
          const records = samples.flatMap(({ recordMs }) => recordMs)
          return {
            name: `${size.toLocaleString("en-US")} monitors, ${nameOf(count)}`,
            cells: [
              spread(rates),
              ratio(rates, alone).median,
              median(claimsOf(samples)),
              percentile(claimsOf(samples), 0.99),
              median(records),
              percentile(records, 0.99),
              median(samples.map(({ databaseUs }) => databaseUs)),
              median(samples.map(({ workerUs }) => workerUs))
            ]
          }
        })
      },
      backlog.section
    ],
    targets: [...targetsOf(found), ...backlog.targets],
    notes: [
      `PostgreSQL ${server.version}, durable (fsync, synchronous commits), on the same machine and cores as the workers.`,
      "Every monitor is due, which is the worst case for the claim. All checks succeed and have a certificate, as nearly all do.",
      "These are wall-clock figures: they are reliable on a quiet machine only."
    ]
  }
}

/** How many checks a database can claim and record. */
export const schedule: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
