import { setTimeout as delay } from "node:timers/promises"
import { makeAuthority } from "@mon/tooling/testbed"
import postgres from "postgres"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import type { Names } from "../checks/dnsProgram.ts"
import type { CheckWorker } from "../checks/workerProgram.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { cpuMs, descendants, familyCpuMs, proportionalKb } from "../harness/OsProcess.ts"
import type { Report } from "../harness/Report.ts"
import { slope } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import type { Site } from "../probe/siteProgram.ts"
import { makeMonitors } from "../schedule/Monitors.ts"

/** With the shortest interval that a plan allows. Checks of the last round may still be running in the tail. */
const FULL = { intervalMs: 59_000, tailMs: 10_000, monitors: 20_000, warmUp: 2, rounds: 8, workers: 2 }
const SHORT = { intervalMs: 3_000, tailMs: 1_000, monitors: 100, warmUp: 1, rounds: 1, workers: 2 }

/** With the interval of the issue's goal. */
const SERVICES = { ...FULL, intervalMs: 60_000, monitors: 10_000, warmUp: 1, rounds: 5, workers: 1 }

/** The flags with which the service starts (deploy/systemd). */
const NODE_FLAGS = ["--min-semi-space-size=4", "--max-semi-space-size=16", "--heap-growing-percent=40"]
const WORKER_ENV = { MALLOC_ARENA_MAX: "2" }

const LATE_MS = 2_000
const GROWTH_MB = 1
const STEP_MS = 10_000

interface Found {
  readonly checks: number
  readonly missed: number
  readonly extra: number
  readonly down: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

/** What the workers check: pages over HTTP, or ports over TCP. */
type Checked = "pages" | "ports"

const addresses: Readonly<Record<Checked, (port: number) => string>> = {
  pages: (port) => `
    update monitor set hostname = 'monbench' || id || '.co.uk', url = 'http://monbench' || id || '.co.uk:${port}/';`,
  ports: (port) => `
    update monitor set kind = 4, hostname = 'monbench' || id || '.co.uk', url = 'tcp://monbench' || id || '.co.uk:${port}',
      settings = jsonb_build_object('inverted', false,
        'check', jsonb_build_object('type', 'tcp', 'target', 'monbench' || id || '.co.uk:${port}'));
    update monitor_schedule set kind = 4;`
}

/** Spreads the monitors over one interval and lets them begin with the next. */
const spreadOut = (sql: postgres.Sql, checked: Checked, port: number, intervalMs: number) =>
  sql.unsafe(`
    -- Otherwise the workers apply the plan, and with it the plan's shortest interval.
    update account set served_plan = plan;
    ${addresses[checked](port)}
    update monitor set check_interval_seconds = ${Math.floor(intervalMs / 1_000)};
    update monitor_schedule set interval_ms = ${intervalMs}, phase = (random() * ${intervalMs - 1})::int;
    update monitor_schedule set next_at = next_on_grid(interval_ms, phase, mon_now());`)

/**
 * The checks in the history that were due in a span of whole intervals. Each check belongs to the due time before it.
 */
const readHistory = async (sql: postgres.Sql, from: Date, rounds: number, intervalMs: number): Promise<Found> => {
  const until = new Date(from.getTime() + rounds * intervalMs)
  const [row] = await sql<[Found]>`
    with checked as (
      select h.monitor_id, h.verdict, (extract(epoch from h.checked_at) * 1000 - s.phase) as at, extract(epoch from h.checked_at) * 1000 as checked
      from check_history h join monitor_schedule s on s.monitor_id = h.monitor_id
    ), due as (
      select monitor_id, verdict, at - floor((at + 500) / ${intervalMs}::int) * ${intervalMs}::int as late,
        checked - (at - floor((at + 500) / ${intervalMs}::int) * ${intervalMs}::int) as due
      from checked
    ), counted as (
      select * from due where due >= ${from.getTime()}::float8 and due < ${until.getTime()}::float8
    ), each as (
      select s.monitor_id, count(c.monitor_id) as n, count(distinct c.due) as dues from monitor_schedule s left join counted c on c.monitor_id = s.monitor_id group by 1
    )
    select (select count(*) from counted)::int as checks,
      (select sum(greatest(0, ${rounds}::int - dues)) from each)::int as missed,
      (select sum(n - dues) from each)::int as extra,
      (select count(*) from counted where verdict <> 1)::int as down,
      (select percentile_cont(0.5) within group (order by late) from counted)::float8 as p50,
      (select percentile_cont(0.99) within group (order by late) from counted)::float8 as p99,
      (select max(late) from counted)::float8 as worst`
  return row
}

const now = async (sql: postgres.Sql): Promise<Date> => {
  const [row] = await sql<[{ at: Date }]>`select mon_now() as at`
  return row.at
}

const startWorkers = async (count: number, asked: Parameters<CheckWorker["start"]>[0], defer: Defer) => {
  const workers: Array<Child<CheckWorker>> = []
  for (let number = 0; number < count; number++) {
    const worker = await startChild<CheckWorker>(new URL("../checks/workerProgram.ts", import.meta.url), {
      core: null,
      nodeFlags: NODE_FLAGS,
      env: WORKER_ENV
    })
    defer(worker.stop)
    workers.push(worker)
  }
  await Promise.all(workers.map((worker) => worker.call("start", asked)))
  return workers
}

const memoryMb = (pids: ReadonlyArray<number>): number =>
  pids.reduce((sum, pid) => sum + proportionalKb(pid), 0) / 1_024

const measure = async (
  checked: Checked,
  { monitors, progress, rounds: askedRounds, short }: RunOptions,
  defer: Defer
): Promise<Report> => {
  const usual = short ? SHORT : checked === "ports" ? SERVICES : FULL
  const size = { ...usual, monitors: monitors ?? usual.monitors }
  const rounds = askedRounds ?? size.rounds
  const server = await startPostgres(defer, "debian")
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  defer(() => sql.end())
  progress(`Creating ${size.monitors} monitors`)
  await makeMonitors(sql, size.monitors)
  const authority = await makeAuthority()
  const site = await startChild<Site>(new URL("../probe/siteProgram.ts", import.meta.url), { core: null })
  defer(site.stop)
  const { http } = await site.call("start", await authority.issue({ names: ["*.co.uk"], key: "ec" }))
  const names = await startChild<Names>(new URL("../checks/dnsProgram.ts", import.meta.url), { core: null })
  defer(names.stop)
  const dns = await names.call(
    "start",
    Array.from({ length: size.monitors }, (_, index) => `monbench${index + 1}.co.uk`)
  )
  await spreadOut(sql, checked, http, size.intervalMs)
  const workers = await startWorkers(size.workers, { database: server.url, dns, rootPem: authority.rootPem }, defer)

  await delay(size.warmUp * size.intervalMs)
  const from = await now(sql)
  const began = performance.now()
  const cpuOf = () => workers.reduce((sum, worker) => sum + worker.cpuMs(), 0)
  const loadOf = () => cpuMs(site.pid) + cpuMs(names.pid)
  const [workersBefore, databaseBefore, loadBefore] = [cpuOf(), familyCpuMs(server.pid), loadOf()]
  const memory: Array<readonly [minutes: number, megabytes: number]> = []
  while (performance.now() - began < rounds * size.intervalMs) {
    memory.push([
      (performance.now() - began) / 60_000,
      workers.reduce((sum, worker) => sum + worker.residentKb(), 0) / 1_024
    ])
    progress(
      `${Math.round((performance.now() - began) / 1_000)} of ${(rounds * size.intervalMs) / 1_000} s, ${Math.round(memory.at(-1)?.[1] ?? 0)} MB`
    )
    await delay(Math.min(STEP_MS, rounds * size.intervalMs - (performance.now() - began)))
  }
  const seconds = (performance.now() - began) / 1_000
  const [workersCpu, databaseCpu, loadCpu] = [
    cpuOf() - workersBefore,
    familyCpuMs(server.pid) - databaseBefore,
    loadOf() - loadBefore
  ]
  const ofWorkers = memoryMb(workers.map(({ pid }) => pid))
  const ofDatabase = memoryMb([server.pid, ...descendants(server.pid)])
  await delay(size.tailMs)
  const found = await readHistory(sql, from, rounds, size.intervalMs)
  if (found.checks === 0) throw new Error("The workers checked no monitor.")
  const growth = slope(memory) / workers.length
  return {
    sections: [
      {
        title: `${size.monitors} ${checked} at ${size.intervalMs / 1_000} s for ${rounds} intervals, ${size.workers} ${size.workers === 1 ? "worker" : "workers"}, after ${size.warmUp} intervals of warm-up`,
        columns: ["checks", "checks/s", "missed", "twice", "not up", "late p50 ms", "p99 ms", "max ms"],
        rows: [
          {
            name: "history",
            cells: [
              found.checks,
              found.checks / seconds,
              found.missed,
              found.extra,
              found.down,
              found.p50,
              found.p99,
              found.worst
            ]
          }
        ]
      },
      {
        title: "Resources",
        columns: ["cores", "MB (PSS)"],
        rows: [
          {
            name: size.workers === 1 ? "worker" : `${size.workers} workers`,
            cells: [workersCpu / seconds / 1_000, ofWorkers]
          },
          { name: "database", cells: [databaseCpu / seconds / 1_000, ofDatabase] },
          { name: "sites and name server", cells: [loadCpu / seconds / 1_000, null] },
          { name: "growth per minute of a worker", cells: [null, growth] }
        ]
      }
    ],
    targets: [
      { name: "Lateness of a check, 99th percentile", sense: "at most", limit: LATE_MS, unit: " ms", value: found.p99 },
      {
        name: "Growth of a worker's memory per minute",
        sense: "at most",
        limit: GROWTH_MB,
        unit: " MB",
        value: growth
      },
      { name: "Checks missing in the history", sense: "at most", limit: 0, unit: "", value: found.missed },
      { name: "Checks that were not up", sense: "at most", limit: 0, unit: "", value: found.down }
    ],
    notes: [
      "A check belongs to the due time before it. A due time of the span that has no check counts as missed.",
      `PostgreSQL ${server.version}, durable. Workers, sites, their DNS server and the database share the cores.`
    ]
  }
}

/** Whether checks stay on schedule for minutes. */
export const soak: Benchmark = {
  run: (options) => withCleanup((defer) => measure("pages", options, defer))
}

/** Whether checks of ports stay on schedule for minutes. */
export const soakServices: Benchmark = {
  run: (options) => withCleanup((defer) => measure("ports", options, defer))
}
