import { incidentEvidence } from "@mon/checks/local"
import { type CheckResultRow, type Claim, migrate, migrations, MonitorSchedule } from "@mon/core-store"
import { defaultConfirmationPolicy } from "@mon/model"
import { makeAddressPolicy } from "@mon/public-net"
import { startSite } from "@mon/tooling/testbed"
import { type CheckResult, makeProbe } from "@mon/uptime-probe"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { familyCpuMs } from "../harness/OsProcess.ts"
import type { Report } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { spread } from "../harness/Statistics.ts"
import { type PostgresServer, startPostgres } from "../postgres/Server.ts"
import { openStore, type Store } from "../postgres/Store.ts"
import { INTERVAL_SECONDS, makeMonitors, moveClock } from "../schedule/Monitors.ts"

const BATCH = 200
/** Incidents of a round: the kernel counts CPU time in steps of 10 ms. */
const INCIDENTS = 1_000
const ROUNDS = 9
const WARM_UP = 1
const SHORT = { incidents: BATCH, rounds: 1 }
/** Of all that a cause costs: `npm run bench -- diagnosis` measures the diagnosis itself. */
const LIMIT_MS = 2
const CLAIM = { aheadMs: 2_000, location: "default" }
const LEASE_MARGIN_MS = 60_000
/** One failed check opens an incident. */
const POLICY = { ...defaultConfirmationPolicy, failuresToDown: 1 }
const NAMES = { facts: "with the facts about its cause", none: "without them" } as const

const ERROR_PAGE = `<title>502 Bad Gateway</title>${"<p>The server had a problem, and this page says so.</p>".repeat(400)}`

/** A check that a proxy answers with an error page. */
const failedCheck = async (): Promise<CheckResult> => {
  const site = await startSite({ behaviour: { status: 502, body: ERROR_PAGE, headers: { server: "nginx" } } })
  const probe = makeProbe({ policy: makeAddressPolicy({ allow: ["127.0.0.1/32"] }) })
  const result = await probe.check({ url: site.origin, timeoutMs: 5_000, keepFailedAnswer: true })
  await site.close()
  if (result.outcome !== "http_status") throw new Error(`The check had the outcome ${result.outcome}.`)
  return result
}

/** Monitors with a day of good checks, and the incidents of others. */
const fill = async ({ sql }: Store, count: number): Promise<void> => {
  await makeMonitors(sql, 2 * count)
  await sql.unsafe(`update monitor_schedule set next_at = null where monitor_id > ${count}`)
  await sql.unsafe(`
    with i as (
      insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_error_code, trigger_error_message)
      select gen_random_uuid(), account_id, id, mon_now(), mon_now(), 'http_status', 'HTTP 502' from monitor where id > ${count}
      returning id
    )
    insert into incident_diagnosis (incident_id, facts) select id, '{}' from i`)
  await sql`
    insert into check_history (monitor_id, checked_at, verdict, response_us, dns_us, connect_us, tls_us, wait_us, download_us, location)
    select id, mon_now() - n * interval '${sql.unsafe(String(INTERVAL_SECONDS))} seconds', 1, 90000, 1000, 9000, 20000, 50000, 10000, 'default'
    from monitor, generate_series(1, 288) n where id <= ${count}`
  await sql.unsafe("vacuum analyze")
  await sql.unsafe("checkpoint")
}

const rowOf = (
  { claimedAt, hostname, leaseToken, monitorKey, url }: Claim,
  check: CheckResult,
  hasFacts: boolean
): CheckResultRow => ({
  monitorKey,
  leaseToken,
  at: claimedAt,
  verdict: "down",
  deterministic: false,
  suppressed: false,
  statusCode: 502,
  errorCode: "http_status",
  errorMessage: "HTTP 502",
  responseUs: 187_432,
  dnsUs: 12_001,
  connectUs: 31_415,
  tlsUs: 64_002,
  waitUs: 71_828,
  downloadUs: 8_186,
  location: "default",
  ssl: null,
  redirect: null,
  stalled: false,
  evidence: hasFacts
    ? incidentEvidence(check, { at: claimedAt, hostname, url, location: "default", network: "ok", isSecret: false })
    : null
})

/** Milliseconds of CPU of this process and of the database for each incident that a check opens. */
const openIncidents = async (
  { run }: Store,
  server: PostgresServer,
  check: CheckResult,
  { count, hasFacts }: { readonly count: number; readonly hasFacts: boolean }
): Promise<number> => {
  const schedule = await run(MonitorSchedule)
  const before = { own: process.cpuUsage(), database: familyCpuMs(server.pid) }
  let opened = 0
  while (opened < count) {
    const claims = await run(schedule.claim(BATCH, LEASE_MARGIN_MS, CLAIM))
    const rows = claims.map((claim) => rowOf(claim, check, hasFacts))
    const found = (await run(schedule.record(rows, POLICY))).opened
    if (found !== BATCH) throw new Error(`${found} of ${BATCH} incidents were opened.`)
    opened += found
  }
  const { system, user } = process.cpuUsage(before.own)
  return ((system + user) / 1_000 + familyCpuMs(server.pid) - before.database) / opened
}

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  const server = await startPostgres(defer, "embedded")
  const store = await openStore(server.url, 2)
  defer(store.close)
  await store.run(migrate(migrations))
  const check = await failedCheck()
  const count = short ? SHORT.incidents : INCIDENTS
  const contenders = Object.values(NAMES).map((name): Contender<number> => ({
    name,
    run: async () => {
      await fill(store, count)
      await moveClock(store.sql, 1)
      return openIncidents(store, server, check, { count, hasFacts: name === NAMES.facts })
    }
  }))
  const samples = await interleave(contenders, {
    rounds: rounds ?? (short ? SHORT.rounds : ROUNDS),
    warmUp: short ? 0 : WARM_UP,
    onSample: (name, round) => progress(`Round ${round + 1}: incidents ${name}`)
  })
  const of = (name: string) => samples.get(name) ?? []
  const more = of(NAMES.facts).map((value, round) => value - (of(NAMES.none)[round] ?? Number.NaN))
  return {
    sections: [
      {
        title: "An incident that a check opens: median (min..max)",
        columns: ["ms of CPU, with the database"],
        rows: [
          ...Object.values(NAMES).map((name) => ({ name, cells: [spread(of(name))] })),
          { name: "the difference", cells: [spread(more)] }
        ]
      }
    ],
    targets: [
      {
        name: "CPU of gathering and storing the facts about a cause",
        sense: "at most",
        limit: LIMIT_MS,
        unit: " ms",
        value: spread(more).median
      }
    ],
    notes: ["Each monitor has a day of checks, and the failed check has an error page of 16 KiB and more."]
  }
}

/** What the cause of an incident costs when the incident is opened. */
export const incidents: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
