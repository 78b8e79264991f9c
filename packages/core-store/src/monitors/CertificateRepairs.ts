import { isPublicId, type Repair, repairLimits, type RepairSight } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { ALIVE_MS } from "./statements/liveWorkers.sql.ts"
import { certificateCodes, codeLiteral } from "./statements/MonitorCodes.ts"
import { visibleDomains } from "./statements/visibleMonitors.ts"
import {
  lifeAfterFault,
  lifeOf,
  nextLife,
  REPAIR_COLUMNS,
  type RepairLife,
  type RepairObservation,
  type RepairRow,
  sightsOf,
  toRepair
} from "./repairRow.ts"

const CODE = "certificate_invalid"
const SEVERITY: Repair["severity"] = "high"
const { bad } = certificateCodes
const DAY_MS = 86_400_000

/** The fault and the results of locations that the column `ssl_repair` of `monitor_facts` stores. */
const StoredFault = Schema.Struct({
  since: Schema.String,
  problems: Schema.Array(Schema.String),
  seen: Schema.Record(Schema.String, Schema.Struct({ valid: Schema.Boolean, at: Schema.String })),
  isNew: Schema.optionalKey(Schema.Boolean)
})
type StoredFault = typeof StoredFault.Type

const decodeFault = Schema.decodeUnknownOption(StoredFault)

/** SQL for the shortest time between two claims of a repair. This time grows while the repair waits for a location. */
const followedEvery =
  "greatest(interval '1 second', least(coalesce((mon_now() - r.applied_at) / 100, '0'), interval '10 minutes'))"

/**
 * SQL for the facts `w` whose repair `r` may have changed its state, because the certificate is no longer valid, is
 * absent, or is valid again. This includes repairs that a program of an earlier release has closed by mistake, as if
 * they were repairs of email health.
 */
export const certificateRepairsToFollow = `monitor_facts w join monitor m on m.id = w.monitor_id
        left join repair r on r.monitor_id = w.monitor_id and r.code = '${CODE}'
        where w.ssl_repair is not null and m.deleted_at is null and m.paused_at is null
          and (w.ssl_repair ? 'isNew' or w.ssl is null or (w.ssl_state = ${bad} and r.state = 'closed')
            or (w.ssl_state <> ${bad} and coalesce(r.followed_at < mon_now() - ${followedEvery}, true)))`

const claim = (sql: SqlClient.SqlClient) =>
  operation("CertificateRepairs.claim", (limit: number) =>
    Effect.map(
      sql<{ readonly key: string }>`
        with moving as (
          select w.monitor_id from ${sql.literal(certificateRepairsToFollow)}
          order by r.followed_at nulls first limit ${limit}
        ), followed as (
          update repair r set followed_at = mon_now() from moving where r.monitor_id = moving.monitor_id and r.code = ${CODE}
        )
        select monitor_id::text as key from moving`,
      (rows): ReadonlyArray<string> => rows.map(({ key }) => key)
    )
  )

/**
 * Locks the repair before the facts. A report locks the repair before the schedule, and a check locks the schedule
 * before the facts, so that no two of these can deadlock.
 */
const select = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, monitorKey: string) {
  const find = sql<RepairRow & { readonly asked: ReadonlyArray<string> }>`
    select ${sql.literal(REPAIR_COLUMNS)}, r.asked from repair r
    where r.monitor_id = ${monitorKey}::bigint and r.code = ${CODE} for update`
  const [known] = yield* find
  const [facts] = yield* sql<{
    readonly fault: unknown
    readonly is_gone: boolean
    readonly is_bad: boolean
    readonly now: Date
  }>`
    select ssl_repair as fault, ssl is null as is_gone, ssl_state = ${codeLiteral(sql, bad)} as is_bad, mon_now() as now
    from monitor_facts
    where monitor_id = ${monitorKey}::bigint and ssl_repair is not null for update`
  if (facts === undefined) return null
  // Another worker may have opened the repair in the meantime.
  const repair = known ?? (yield* find)[0]
  return { ...facts, repair: repair ?? null, asked: repair?.asked ?? [] }
})

/**
 * Reads the last result of each location with a live worker. If no worker is alive, reads all locations that have
 * checked.
 */
const observe = (sql: SqlClient.SqlClient, { seen }: StoredFault) =>
  Effect.map(
    sql<{ readonly location: string }>`
      select distinct location from worker_location
      where seen_at > mon_now() - ${ALIVE_MS}::int * interval '1 millisecond'`,
    (alive): ReadonlyArray<RepairSight> => {
      const locations = alive.length > 0 ? alive.map(({ location }) => location) : Object.keys(seen)
      return locations
        .toSorted()
        .slice(0, repairLimits.locations)
        .map((location) => {
          const sight = Object.hasOwn(seen, location) ? seen[location] : undefined
          return sight === undefined
            ? { location, sees: "not_checked", at: null }
            : { location, sees: sight.valid ? "valid" : "invalid", at: sight.at }
        })
    }
  )

const observationsOf = (locations: ReadonlyArray<RepairSight>): ReadonlyArray<RepairObservation> => {
  const times = locations.flatMap(({ at, sees }) => (sees === "valid" && at !== null ? [Date.parse(at)] : []))
  if (times.length === 0) return []
  const first = { _tag: "Asked", at: Math.min(...times), records: "unknown", isAnywhere: true } as const
  return times.length < locations.length
    ? [first]
    : [first, { _tag: "Gone", at: Math.max(...times), records: "verified" }]
}

/** A certificate that is no longer valid opens or reopens the repair. */
const begun = ({ isNew, since }: StoredFault, row: RepairRow | null, isBad: boolean): RepairLife => {
  const at = Date.parse(since)
  const isGivenUp = row !== null && row.ended_at !== null && row.state === "open"
  const before = row === null || isGivenUp ? null : lifeOf(row)
  // A check that began before the repair was closed may have written an older copy of the fault.
  const isBroken = isNew === true && at > (before?.openedAt ?? 0)
  return before === null || isBroken || (isBad && before.state === "closed") ? lifeAfterFault(before, at) : before
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

interface NewRepair {
  readonly problems: ReadonlyArray<string>
  readonly life: RepairLife
  readonly locations: ReadonlyArray<RepairSight>
  readonly isEnded: boolean
  readonly isBegun: boolean
}

const messageOf = (problems: ReadonlyArray<string>): string =>
  problems.length === 0
    ? "The certificate is not valid."
    : `The certificate is not valid (${problems.map((code) => code.replaceAll("_", " ")).join(", ")}).`

const write = (
  sql: SqlClient.SqlClient,
  monitorKey: string,
  { isBegun, isEnded, life, locations, problems }: NewRepair
) => sql`
  insert into repair (account_id, monitor_id, kind, code, severity, message, state, opened_at, applied_at, verified_at,
    closed_at, reopened, steps, locations, followed_at, ended_at)
  select m.account_id, m.id, 'certificate', ${CODE}, ${SEVERITY}, ${messageOf(problems)}, ${life.state},
    ${iso(life.openedAt)}::timestamptz, ${iso(life.appliedAt)}::timestamptz, ${iso(life.verifiedAt)}::timestamptz,
    ${iso(life.closedAt)}::timestamptz, ${life.reopened},
    ${JSON.stringify(life.steps.map(({ at, step }) => ({ step, at: iso(at) })))}::text::jsonb,
    ${JSON.stringify(locations)}::text::jsonb, mon_now(), case when ${isEnded}::boolean then mon_now() end
  from monitor m where m.id = ${monitorKey}::bigint
  on conflict (monitor_id, code) do update set message = excluded.message, state = excluded.state,
    opened_at = excluded.opened_at, applied_at = excluded.applied_at, verified_at = excluded.verified_at,
    closed_at = excluded.closed_at, reopened = excluded.reopened, steps = excluded.steps,
    locations = excluded.locations, followed_at = excluded.followed_at, ended_at = excluded.ended_at,
    reported_at = case when not ${isBegun}::boolean then repair.reported_at end,
    asked = case when ${isBegun}::boolean then '{}' else repair.asked end`

const hasSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns a location whose check is needed, or null. */
const move = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, monitorKey: string) {
  const row = yield* select(sql, monitorKey)
  if (row === null) return null
  const forget = sql`update monitor_facts set ssl_repair = null where monitor_id = ${monitorKey}::bigint`
  const fault = Option.getOrNull(decodeFault(row.fault))
  if (fault === null) return yield* Effect.as(forget, null)
  const { asked, is_bad: isBad, is_gone: isGone, now, repair } = row
  const seen = yield* observe(sql, fault)
  const begin = begun(fault, repair, isBad)
  const life = observationsOf(seen).reduce((before, each) => nextLife(before, each) ?? before, begin)
  const isStopped = life.appliedAt !== null && now.getTime() - life.appliedAt > repairLimits.returnDays * DAY_MS
  const isEnded = life.state !== "closed" && (isGone || isStopped)
  const locations = life.state === "open" ? [] : seen
  const isBegun = repair === null || begin.openedAt !== repair.opened_at.getTime()
  const isSame = !isBegun && life.steps.length === lifeOf(repair).steps.length && hasSame(locations, sightsOf(repair))
  if (!isSame || isEnded) yield* write(sql, monitorKey, { problems: fault.problems, life, locations, isEnded, isBegun })
  if (life.state === "closed" || isEnded) return yield* Effect.as(forget, null)
  if (fault.isNew === true)
    yield* sql`update monitor_facts set ssl_repair = ssl_repair - 'isNew' where monitor_id = ${monitorKey}::bigint`
  const already = isBegun ? [] : asked
  return life.state === "applied"
    ? (locations.find(({ location, sees }) => sees !== "valid" && !already.includes(location))?.location ?? null)
    : null
})

/** If the monitor's requests may change something, the check waits for the regular interval. */
const ask = (sql: SqlClient.SqlClient, monitorKey: string, location: string) => sql`
  with own as materialized (
    select monitor_id from repair where monitor_id = ${monitorKey}::bigint and code = ${CODE} for update
  ), asked as (
    update monitor_schedule s set next_location = ${location},
      next_at = case when s.is_unsafe then s.next_at else least(s.next_at, mon_now()) end
    from own where s.monitor_id = own.monitor_id and s.next_at is not null and s.streak_started_at is null
      and coalesce(s.lease_until <= mon_now(), true)
    returning s.monitor_id
  ), of_port as (
    update certificate_schedule c set next_location = ${location}, next_at = least(c.next_at, mon_now())
    from asked where c.monitor_id = asked.monitor_id and coalesce(c.lease_until <= mon_now(), true)
  )
  update repair r set asked = array_append(r.asked, ${location})
  from asked where r.monitor_id = asked.monitor_id and r.code = ${CODE}`

const follow = (sql: SqlClient.SqlClient) =>
  operation("CertificateRepairs.follow", function* (monitorKey: string) {
    const location = yield* sql.withTransaction(move(sql, monitorKey))
    // Runs after the transaction, because a check locks the schedule before the facts.
    if (location !== null) yield* ask(sql, monitorKey, location)
  })

const report = (sql: SqlClient.SqlClient) =>
  operation("CertificateRepairs.report", function* (scope: AccessScope, domainId: string) {
    if (!isPublicId(domainId)) return null
    // One statement stores the report and requests the check, so that neither happens without the other.
    const [row] = yield* sql<RepairRow>`
      with reported as (
        update repair r set reported_at = mon_now(), asked = '{}', followed_at = null
        from monitor m
        where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid and m.paused_at is null
          and r.monitor_id = m.id and r.code = ${CODE} and r.state <> 'closed' and r.ended_at is null
        returning r.*
      ), due as (
        update monitor_schedule s set next_at = least(s.next_at, mon_now())
        from reported where s.monitor_id = reported.monitor_id and s.next_at is not null and not s.is_unsafe
      ), due_of_port as (
        update certificate_schedule c set next_at = least(c.next_at, mon_now())
        from reported where c.monitor_id = reported.monitor_id
      )
      select ${sql.literal(REPAIR_COLUMNS)} from reported r`
    return row === undefined ? null : toRepair(row)
  })

/**
 * The repairs of certificates that are not valid. {@link CertificateChecks} and the regular checks store the results of
 * locations.
 */
export class CertificateRepairs extends Context.Service<CertificateRepairs>()("@mon/core-store/CertificateRepairs", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Returns up to `limit` monitors (internal keys) whose repair may have changed its state. Each monitor is returned
     * at most once a second.
     */
    claim: claim(sql),
    /**
     * Opens the repair of a monitor, or advances its state, using the checks of locations since the certificate became
     * invalid. Once one location has received a valid certificate, each other location is asked once for a check.
     */
    follow: follow(sql),
    /**
     * Records that a person has reported the certificate of a domain as repaired, and makes its checks due immediately.
     * If the monitor's requests may change something, its check waits for the regular interval. Null if the caller
     * cannot see the domain, if it is paused, or if there is nothing to repair.
     */
    report: report(sql)
  }))
}) {
  static readonly layer = Layer.effect(CertificateRepairs, CertificateRepairs.make)
}
