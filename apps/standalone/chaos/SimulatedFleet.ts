import {
  Accounts,
  Credentials,
  Domains,
  hashApiKey,
  issueApiKey,
  layerRepositories,
  layerSqlClient
} from "@mon/core-store"
import { domainDefaults } from "@mon/model"
import { Effect, Layer, ManagedRuntime, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { createAcknowledgedRows, writeAcknowledgedRows } from "./AcknowledgedRows.ts"
import type { EmbeddedService } from "./EmbeddedService.ts"
import type { Plan } from "./Plan.ts"
import type { MonitorEvidence } from "./findViolations.ts"
import type { Sites } from "./Sites.ts"

/** The number of monitors in an account. It is so small that alerts are not combined into a digest. */
const MONITORS_OF_ACCOUNT = 4

const createViewer = Effect.fnUntraced(function* (number: number) {
  const account = yield* (yield* Accounts).create({ email: `chaos-${number}@test.example`, name: null, plan: "agency" })
  const issued = account === null ? null : yield* issueApiKey(account.membershipId)
  const credential =
    issued === null ? null : yield* (yield* Credentials).authenticateAndCount(hashApiKey(Redacted.value(issued.key)), 0)
  return credential === null ? yield* Effect.die(new Error("no account")) : credential.viewer
})

/**
 * Sets shorter intervals than the API allows, spreads due times over one interval, and disables everything but domain
 * checks.
 */
const setSchedule = ({ intervalMs }: Plan) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`update account set served_plan = plan`
        yield* sql`delete from monitor_registration`
        yield* sql`delete from certificate_schedule`
        yield* sql`update email_health_schedule set next_at = null`
        yield* sql`update monitor_schedule set interval_ms = ${intervalMs}::bigint, phase = floor(random() * ${intervalMs})::bigint,
        next_at = mon_now() + random() * ${intervalMs} * interval '1 millisecond'`
      })
    )
  )

const createMonitors = Effect.fnUntraced(function* (sites: Sites, plan: Plan) {
  const domains = yield* Domains
  const groups = Array.from({ length: Math.ceil(sites.all.length / MONITORS_OF_ACCOUNT) }, (_, group) =>
    sites.all.slice(group * MONITORS_OF_ACCOUNT, (group + 1) * MONITORS_OF_ACCOUNT)
  )
  yield* Effect.forEach(
    groups,
    Effect.fnUntraced(function* (group, number) {
      const viewer = yield* createViewer(number)
      for (const { hostname } of group) {
        yield* domains.create(
          viewer,
          {
            ...domainDefaults,
            url: `http://${hostname}:${sites.port}/`,
            hostname,
            dedupeKey: hostname,
            name: hostname,
            checkInterval: 59,
            timeoutSeconds: plan.timeoutSeconds,
            screenshotOnFailure: false
          },
          plan.monitors
        )
      }
    }),
    { concurrency: 4, discard: true }
  )
  yield* setSchedule(plan)
})

const stateNames = ["unknown", "up", "down"] as const

interface Row {
  readonly hostname: string
  readonly state: number
  readonly checks: ReadonlyArray<readonly [at: number, verdict: number]>
  readonly next: Date | null
  readonly incidents: ReadonlyArray<{
    readonly started: number
    readonly resolved: number | null
    readonly words: ReadonlyArray<string>
  }>
}

const readEvidence = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Row>`
    select m.hostname, s.state, s.next_at as next,
      (select coalesce(jsonb_agg(jsonb_build_array(extract(epoch from checked_at) * 1000, verdict) order by checked_at), '[]')
        from check_history h where h.monitor_id = m.id) as checks,
      (select coalesce(jsonb_agg(jsonb_build_object('started', extract(epoch from i.started_at) * 1000,
          'resolved', extract(epoch from i.resolved_at) * 1000,
          'words', (select coalesce(jsonb_agg(n.kind), '[]') from notification n
            where n.incident_id = i.id)) order by i.started_at), '[]')
        from incident i where i.monitor_id = m.id) as incidents
    from monitor m join monitor_schedule s on s.monitor_id = m.id`
  return rows.map(({ hostname, incidents, checks, next, state }): MonitorEvidence => ({
    hostname,
    state: stateNames[state] ?? "unknown",
    checks: checks.map(([at, verdict]) => ({ at, verdict: stateNames[verdict] ?? "unknown" })),
    nextAt: next?.getTime() ?? null,
    incidents: incidents.map(({ resolved, started }) => ({ startedAt: started, resolvedAt: resolved })),
    notified: incidents.flatMap(({ words }, incident) => words.map((word) => ({ incident, word })))
  }))
})

/** Returns the checks of a monitor, one per line: "09:27:23 down by http_status". */
const readChecks = (hostname: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ line: string }>`
        select to_char(h.checked_at at time zone 'UTC', 'HH24:MI:SS.MS') || ' ' || (array['unknown', 'up', 'down'])[h.verdict + 1]
          || coalesce(' by ' || h.error_code, '') as line
        from check_history h join monitor m on m.id = h.monitor_id
        where m.hostname = ${hostname} order by h.checked_at`,
      (rows) => rows.map(({ line }) => line)
    )
  )

const readActivity = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ line: string }>`
      select concat_ws(' ', pid, application_name, state, wait_event_type, wait_event, 'since', (now() - state_change)::text,
        'blocked by', pg_blocking_pids(pid)::text, left(regexp_replace(query, '\s+', ' ', 'g'), 100)) as line
      from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by state, state_change`,
    (rows) => rows.map(({ line }) => line)
  )
)

export interface Totals {
  readonly checks: number
  readonly incidents: number
  readonly notifications: number
  /** The number of notifications with more than one delivery to the same person over the same channel. */
  readonly doubleDeliveries: number
  /** The longest time without any check, and the end of this time. */
  readonly gapMs: number
  readonly gapEnd: number
}

const readTotals = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<Totals>`select (select count(*)::int from check_history) as checks, (select count(*)::int from incident) as incidents,
    (select count(*)::int from notification where type = 'status_change') as notifications,
    (select count(*)::int from (
      select 1 from notification_delivery where notification_id is not null
      group by notification_id, channel, user_id, target having count(*) > 1) d) as "doubleDeliveries",
    gap.ms as "gapMs", gap.until as "gapEnd"
    from (
      select coalesce(extract(epoch from checked_at - lag(checked_at) over (order by checked_at)) * 1000, 0)::float8 as ms,
        (extract(epoch from checked_at) * 1000)::float8 as until
      from check_history order by 1 desc limit 1) gap`
)

/** Writes 1 MB to the write-ahead log, but to no table. Fails if the disk is full. */
const writeLog = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select pg_logical_emit_message(false, 'chaos', repeat('x', 1000000)) is not null`
)

/** The number of connections to the embedded database. The workers and the service share the remaining connections. */
const FLEET_CONNECTIONS = 4

/**
 * The number of attempts to read from the database. Sessions of killed workers and cut connections can occupy every
 * connection for a while.
 */
const READ_ATTEMPTS = 60

/** The largest number of writes of 1 MB. A file of the write-ahead log has 16 MB, and a few files may be prepared. */
const MAX_LOG_WRITES = 500

export const openFleet = async (
  sites: Sites,
  plan: Plan,
  { address, databaseUrl }: Pick<EmbeddedService, "address" | "databaseUrl">
) => {
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(
      layerRepositories,
      layerSqlClient({ url: databaseUrl, address, maxConnections: FLEET_CONNECTIONS })
    )
  )
  await runtime.runPromise(Effect.andThen(createMonitors(sites, plan), createAcknowledgedRows))
  const read = <A, E>(rows: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
    runtime.runPromise(Effect.retry(rows, { schedule: Schedule.spaced("1 second"), times: READ_ATTEMPTS }))
  return {
    writeRows: () => writeAcknowledgedRows((effect) => runtime.runPromise(effect)),
    writeUntilRefused: () => runtime.runPromise(Effect.ignore(Effect.repeat(writeLog, { times: MAX_LOG_WRITES }))),
    activity: () => read(readActivity),
    checksOf: (hostname: string) => read(readChecks(hostname)),
    evidence: () => read(readEvidence),
    totals: async (): Promise<Totals> => {
      const [totals] = await read(readTotals)
      return totals ?? { checks: 0, incidents: 0, notifications: 0, doubleDeliveries: 0, gapMs: 0, gapEnd: 0 }
    },
    close: () => runtime.dispose()
  }
}
