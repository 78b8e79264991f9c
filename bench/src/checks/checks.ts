import { setTimeout as delay } from "node:timers/promises"
import { makeAuthority } from "@mon/tooling/testbed"
import postgres from "postgres"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { familyCpuMs } from "../harness/OsProcess.ts"
import type { Report, Target } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { median, spread } from "../harness/Statistics.ts"
import { type PostgresServer, startPostgres } from "../postgres/Server.ts"
import type { Site } from "../probe/siteProgram.ts"
import { makeMonitors, moveClock } from "../schedule/Monitors.ts"
import type { Names } from "./dnsProgram.ts"
import type { CheckWorker } from "./workerProgram.ts"

/** A whole heartbeat of Uptime Kuma 2.5.3 over its SQLite, measured once on 2 cores of this kind. */
const KUMA = { cpuMs: 6.1, perSecond: 90 }
/** The heartbeat must cost at least this many times as much as a check. */
const BETTER = 6

const MONITORS = 3_000
const ROUNDS = 5
const WARM_UP = 1
const SHORT = { monitors: 50, rounds: 1 }

const POLL_MS = 20
/** The first checks may have begun before the moved clock is read; the clock moves by far more. */
const SLACK_MS = 10_000
/** A round that takes longer has lost a check. */
const PATIENCE_MS = 60_000

type Scheme = "HTTP" | "HTTPS"
const SCHEMES: ReadonlyArray<Scheme> = ["HTTP", "HTTPS"]

interface Sample {
  readonly workerUs: number
  readonly databaseUs: number
  readonly perSecond: number
}

interface Setup {
  readonly server: PostgresServer
  readonly sql: postgres.Sql
  readonly worker: Child<CheckWorker>
  readonly origins: Readonly<Record<Scheme, { readonly scheme: string; readonly port: number }>>
  readonly monitors: number
}

/**
 * Of the monitor with that number: each has a registrable domain of its own, since a worker spares hosts that many
 * share.
 */
const hostnameOf = (id: number) => `monbench${id}.co.uk`
const CERTIFIED = "*.co.uk"

/** Lets all monitors check the pages on one port. */
const point = (sql: postgres.Sql, scheme: string, port: number) =>
  sql`
    update monitor set hostname = 'monbench' || id || '.co.uk',
      url = ${scheme} || '://monbench' || id || '.co.uk:' || ${String(port)} || '/'`

const now = async (sql: postgres.Sql): Promise<Date> => {
  const [row] = await sql<[{ at: Date }]>`select mon_now() as at`
  return row.at
}

/** Share of a round's checks that must find their page. On an overloaded machine a check may time out. */
const FOUND_SHARE = 0.99
/** Share of the monitors that a round must check. */
const CHECKED_SHARE = 0.9

/**
 * Waits until no monitor is due that was not checked after that time. Returns the number of checks, nearly all of which
 * found their page. The worker claims monitors two seconds ahead: the few that it had claimed when the clock moved are
 * checked by the old clock, and skip this round.
 */
const untilChecked = async (sql: postgres.Sql, monitors: number, since: Date): Promise<number> => {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const [{ checked, open, up }] = await sql<[{ checked: number; open: number; up: number }]>`
      select count(*) filter (where (last_checked_at is null or last_checked_at <= ${since})
          and next_at <= mon_now())::int as open,
        count(*) filter (where last_checked_at > ${since})::int as checked,
        count(*) filter (where last_checked_at > ${since} and state = 1 and last_error_code is null)::int as up
      from monitor_schedule`
    if (open === 0 && up >= checked * FOUND_SHARE && checked >= monitors * CHECKED_SHARE) return checked
    if (open === 0 || performance.now() > deadline)
      throw new Error(`${up} of ${checked} checks of ${monitors} monitors found their page, ${open} are not finished.`)
    await delay(POLL_MS)
  }
}

/** Makes all monitors due at once and waits until a check of each is recorded. */
const makeContenders = ({ monitors, origins, server, sql, worker }: Setup): ReadonlyArray<Contender<Sample>> => {
  let intervals = 0
  return SCHEMES.map((name) => ({
    name,
    run: async () => {
      const { port, scheme } = origins[name]
      await point(sql, scheme, port)
      // The second half of the interval after next: everything that was checked a moment ago is due by then.
      intervals += 2
      const workerBefore = worker.cpuMs()
      const databaseBefore = familyCpuMs(server.pid)
      await moveClock(sql, intervals)
      const moved = new Date((await now(sql)).getTime() - SLACK_MS)
      const started = performance.now()
      const checked = await untilChecked(sql, monitors, moved)
      const seconds = (performance.now() - started) / 1_000
      return {
        workerUs: ((worker.cpuMs() - workerBefore) * 1_000) / checked,
        databaseUs: ((familyCpuMs(server.pid) - databaseBefore) * 1_000) / checked,
        perSecond: checked / seconds
      }
    }
  }))
}

const together = (samples: ReadonlyArray<Sample>) =>
  samples.map(({ databaseUs, workerUs }) => (databaseUs + workerUs) / 1_000)

const targetsOf = (scheme: Scheme, samples: ReadonlyArray<Sample>): ReadonlyArray<Target> => [
  {
    name: `CPU of a heartbeat of Uptime Kuma, times that of a check over ${scheme} with its share of the database,`,
    sense: "at least",
    unit: "x",
    limit: BETTER,
    value: KUMA.cpuMs / median(together(samples))
  },
  {
    name: `Checks a second over ${scheme}, times the heartbeats of Uptime Kuma,`,
    sense: "at least",
    unit: "x",
    limit: BETTER,
    value: median(samples.map(({ perSecond }) => perSecond)) / KUMA.perSecond
  }
]

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  const monitors = short ? SHORT.monitors : MONITORS
  const server = await startPostgres(defer, "debian")
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  defer(() => sql.end())
  progress(`Creating ${monitors} monitors`)
  await makeMonitors(sql, monitors)

  const authority = await makeAuthority()
  const issued = await authority.issue({ names: [CERTIFIED], key: "ec" })
  const site = await startChild<Site>(new URL("../probe/siteProgram.ts", import.meta.url), { core: null })
  defer(site.stop)
  const ports = await site.call("start", issued)
  const names = await startChild<Names>(new URL("./dnsProgram.ts", import.meta.url), { core: null })
  defer(names.stop)
  const dns = await names.call(
    "start",
    Array.from({ length: monitors }, (_, index) => hostnameOf(index + 1))
  )
  await point(sql, "http", ports.http)
  const worker = await startChild<CheckWorker>(new URL("./workerProgram.ts", import.meta.url), { core: null })
  defer(worker.stop)
  const began = await now(sql)
  await worker.call("start", { database: server.url, dns, rootPem: authority.rootPem })
  // No check may be running when the clock is moved.
  await untilChecked(sql, monitors, began)

  const origins = { HTTP: { scheme: "http", port: ports.http }, HTTPS: { scheme: "https", port: ports.https } }
  const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: short ? 0 : WARM_UP }
  const found = await interleave(makeContenders({ server, sql, worker, origins, monitors }), {
    ...plan,
    onSample: (name, round) => progress(`${name} round ${round + 1} of ${plan.rounds}`)
  })
  return {
    sections: [
      {
        title: `A check of each of ${monitors} monitors that are due at once, ${plan.rounds} rounds: median (min..max)`,
        columns: ["worker µs/check", "database µs/check", "together ms", "checks/s"],
        rows: [...found].map(([name, samples]) => ({
          name,
          cells: [
            spread(samples.map(({ workerUs }) => workerUs)),
            spread(samples.map(({ databaseUs }) => databaseUs)),
            spread(together(samples)),
            spread(samples.map(({ perSecond }) => perSecond))
          ]
        }))
      }
    ],
    targets: SCHEMES.flatMap((scheme) => targetsOf(scheme, found.get(scheme) ?? [])),
    notes: [
      "A check: claim from PostgreSQL, DNS query over UDP, request over a new connection (full TLS handshake, certificate validated), record in PostgreSQL.",
      `PostgreSQL ${server.version}, durable (fsync, synchronous commits). One worker; the sites, their DNS server and the database share the cores with it.`,
      `Uptime Kuma 2.5.3: ${KUMA.cpuMs} ms of CPU per heartbeat, ${KUMA.perSecond} per second, measured once on 2 cores of this kind (Node 20) and not run here. Its SQLite runs in its process, so Mon's figures include the database.`,
      "Checks per second are wall-clock figures: they are reliable on a quiet machine only."
    ]
  }
}

/** The cost of a check, from claim to record. */
export const checks: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
