import { setTimeout as delay } from "node:timers/promises"
import { makeAuthority } from "@mon/testbed"
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
/** How many times better a check is to be. */
const BETTER = 6

const MONITORS = 3_000
const ROUNDS = 5
const WARM_UP = 1
const SHORT = { monitors: 500, rounds: 1 }

const POLL_MS = 20
/** A round that does not end by then has lost a look. */
const PATIENCE_MS = 120_000

type Scheme = "HTTP" | "HTTPS"

interface Sample {
  readonly workerUs: number
  readonly databaseUs: number
  readonly perSecond: number
}

interface Stage {
  readonly server: PostgresServer
  readonly sql: postgres.Sql
  readonly worker: Child<CheckWorker>
  readonly origins: Readonly<Record<Scheme, { readonly scheme: string; readonly port: number }>>
  readonly monitors: number
}

const until = async (what: string, reached: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come about.`)
    await delay(POLL_MS)
  }
}

/** Makes all monitors due at once, and waits until a look at each of them is recorded. */
const makeContenders = ({ monitors, origins, server, sql, worker }: Stage): ReadonlyArray<Contender<Sample>> => {
  let intervals = 0
  return (["HTTP", "HTTPS"] as const).map((name) => ({
    name,
    run: async () => {
      const { port, scheme } = origins[name]
      await sql`update monitor set url = ${scheme} || '://' || hostname || ':' || ${String(port)} || '/'`
      // The second half of the interval after next: everything that was looked at a moment ago is due by then.
      intervals += 2
      const workerBefore = worker.cpuMs()
      const databaseBefore = familyCpuMs(server.pid)
      await moveClock(sql, intervals)
      const started = performance.now()
      const [since] = await sql<[{ at: Date }]>`select mon_now() - interval '10 seconds' as at`
      await until(`A look at each of ${monitors} monitors`, async () => {
        const [row] = await sql<[{ done: number }]>`
          select count(*)::int as done from monitor_schedule where last_checked_at > ${since.at} and state = 1`
        return row.done === monitors
      })
      const seconds = (performance.now() - started) / 1_000
      return {
        workerUs: (worker.cpuMs() - workerBefore) * 1_000 / monitors,
        databaseUs: (familyCpuMs(server.pid) - databaseBefore) * 1_000 / monitors,
        perSecond: monitors / seconds
      }
    }
  }))
}

const together = (samples: ReadonlyArray<Sample>) => samples.map(({ databaseUs, workerUs }) => (databaseUs + workerUs) / 1_000)

const targetsOf = (samples: ReadonlyArray<Sample>): ReadonlyArray<Target> => [
  {
    name: "Less CPU for a check over HTTPS, worker and database together, than for a heartbeat of Uptime Kuma:",
    sense: "at least",
    unit: "x",
    limit: BETTER,
    value: KUMA.cpuMs / median(together(samples))
  },
  {
    name: "Checks a second over HTTPS on this machine, times those of Uptime Kuma on 2 cores:",
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
  progress(`Making ${monitors} monitors`)
  await makeMonitors(sql, monitors)

  const authority = await makeAuthority()
  const issued = await authority.issue({ names: ["*.example.com"], key: "ec" })
  const site = await startChild<Site>(new URL("../probe/siteProgram.ts", import.meta.url), { core: null })
  defer(site.stop)
  const ports = await site.call("start", issued)
  const names = await startChild<Names>(new URL("./dnsProgram.ts", import.meta.url), { core: null })
  defer(names.stop)
  const dns = await names.call("start", Array.from({ length: monitors }, (_, index) => `shop${index + 1}.example.com`))
  const worker = await startChild<CheckWorker>(new URL("./workerProgram.ts", import.meta.url), { core: null })
  defer(worker.stop)
  await worker.call("start", { database: server.url, dns, rootPem: authority.rootPem })

  const origins = { HTTP: { scheme: "http", port: ports.http }, HTTPS: { scheme: "https", port: ports.https } }
  const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: WARM_UP }
  const found = await interleave(makeContenders({ server, sql, worker, origins, monitors }), {
    ...plan,
    onSample: (name, round) => progress(`${name} round ${round + 1} of ${plan.rounds}`)
  })
  return {
    sections: [{
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
    }],
    targets: targetsOf(found.get("HTTPS") ?? []),
    notes: [
      "A check: claimed from PostgreSQL, name asked of a name server over UDP, looked at over a fresh connection (full TLS handshake, certificate read and judged), recorded in PostgreSQL.",
      `PostgreSQL ${server.version}, durable (fsync, synchronous commits). One worker; the sites, their name server and the database share the machine's cores with it.`,
      `Uptime Kuma 2.5.3: ${KUMA.cpuMs} ms of CPU for a heartbeat, ${KUMA.perSecond} a second, measured once on 2 cores of this kind (Node 20). It is quoted, not run here. Its SQLite is in its process, so the database counts on our side too.`,
      "Checks a second are by the clock: they hold for a quiet machine only."
    ]
  }
}

/** What a check costs from the claim to the record. */
export const checks: Benchmark = {
  about: "CPU of a whole check, claim to record, and checks a second; beside what Uptime Kuma took",
  run: (options) => withCleanup((defer) => measure(options, defer))
}
