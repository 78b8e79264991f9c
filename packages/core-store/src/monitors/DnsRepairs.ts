import { agreeingResolvers, isPublicId, type Repair, type RepairAnswers, repairLimits } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import {
  afterAnswers,
  afterChanges,
  type DnsRepair,
  type DnsRepairFindings,
  type RestoredRecords
} from "./dnsRepairLife.ts"
import { lifeOf, recordsOf, REPAIR_COLUMNS, type RepairRow, toRepair } from "./repairRow.ts"
import { visibleDomains } from "./statements/visibleMonitors.ts"

const CODE = "dns_changed"
/** The severity of changed records. A higher severity would be wrong, because most changes are intended. */
const SEVERITY: Repair["severity"] = "medium"

/** SQL for whether the repair of changed records `r` may still change its state. */
const isTracked = `r.code = '${CODE}' and r.state <> 'closed' and r.ended_at > mon_now()`

/** The state of a repair of changed records, and the records that it restores, as a DNS watch uses them. */
export type TrackedDnsRepair = Pick<Repair, "state" | "records">

/** SQL for the repair of a monitor's changed records, as JSON. Null if no repair may still change its state. */
export const trackedDnsRepair = (monitorId: string): string =>
  `(select jsonb_build_object('state', r.state, 'records', r.records) from repair r where r.monitor_id = ${monitorId} and ${isTracked})`

export const toTrackedRepair = (stored: Pick<RepairRow, "state" | "records"> | null): TrackedDnsRepair | null =>
  stored === null ? null : { state: stored.state, records: recordsOf(stored) }

type StoredRow = RepairRow & { readonly ends_at: Date | null }

const select = (sql: SqlClient.SqlClient, monitorKey: string) =>
  Effect.map(
    sql<StoredRow>`
      select ${sql.literal(REPAIR_COLUMNS)}, r.ended_at as ends_at from repair r
      where r.monitor_id = ${monitorKey}::bigint and r.code = ${CODE} for update`,
    ([row]) => row
  )

const storedOf = (row: StoredRow): DnsRepair => ({
  life: lifeOf(row),
  records: recordsOf(row),
  message: row.message,
  endsAt: row.ends_at?.getTime() ?? Number.POSITIVE_INFINITY,
  isOver: row.ended_at !== null
})

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A repair that begins again loses its answers and its report. */
const write = (sql: SqlClient.SqlClient, monitorKey: string, repair: DnsRepair, answers: RepairAnswers | null) => {
  const { endsAt, life, message, records } = repair
  return sql`
    insert into repair (account_id, monitor_id, kind, code, severity, message, state, opened_at, applied_at, verified_at,
      closed_at, reopened, steps, records, answers, ended_at)
    select m.account_id, m.id, 'dns', ${CODE}, ${SEVERITY}, ${message}, ${life.state}, ${iso(life.openedAt)}::timestamptz,
      ${iso(life.appliedAt)}::timestamptz, ${iso(life.verifiedAt)}::timestamptz, ${iso(life.closedAt)}::timestamptz,
      ${life.reopened}, ${JSON.stringify(life.steps.map(({ at, step }) => ({ step, at: iso(at) })))}::text::jsonb,
      ${JSON.stringify(records)}::text::jsonb, ${answers === null ? null : JSON.stringify(answers)}::text::jsonb,
      ${life.state === "closed" ? null : iso(endsAt)}::timestamptz
    from monitor m where m.id = ${monitorKey}::bigint
    on conflict (monitor_id, code) do update set message = excluded.message, state = excluded.state,
      opened_at = excluded.opened_at, applied_at = excluded.applied_at, verified_at = excluded.verified_at,
      closed_at = excluded.closed_at, reopened = excluded.reopened, steps = excluded.steps, records = excluded.records,
      answers = case when excluded.opened_at = repair.opened_at then coalesce(excluded.answers, repair.answers)
        else excluded.answers end,
      reported_at = case when excluded.opened_at = repair.opened_at then repair.reported_at end,
      ended_at = excluded.ended_at`
}

const answersAt = ({ servers, state }: RestoredRecords, at: number): RepairAnswers => ({
  at: new Date(at).toISOString(),
  state,
  resolvers: agreeingResolvers(servers),
  servers: servers.slice(0, repairLimits.answers)
})

/** A change during maintenance counts as planned, and nobody is alerted. */
const isPlanned = (sql: SqlClient.SqlClient, monitorKey: string) =>
  Effect.map(
    sql<{ readonly planned: boolean }>`
      select maintenance_at(${monitorKey}::bigint, mon_now()) is not null as planned`,
    ([row]) => row?.planned === true
  )

/**
 * Opens the repair of a monitor's records, or advances its state. Answers about records that have changed since the
 * query do not count.
 */
export const followDnsRepair = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  monitorKey: string,
  at: number,
  { asked, cause, changed }: DnsRepairFindings
) {
  const row = yield* select(sql, monitorKey)
  const before = row === undefined ? null : storedOf(row)
  const alerted = cause === null || (yield* isPlanned(sql, monitorKey)) ? null : cause
  const changedTo = afterChanges(before, { cause: alerted, changed }, at)
  if (changedTo === null) return
  const hasAnswers = asked !== null && changedTo === before && !before.isOver && before.life.state !== "closed"
  const repair = hasAnswers ? afterAnswers(changedTo, asked, at) : changedTo
  if (hasAnswers || repair !== before) yield* write(sql, monitorKey, repair, hasAnswers ? answersAt(asked, at) : null)
})

const visibleRepair = (sql: SqlClient.SqlClient, scope: AccessScope, domainId: string) =>
  sql`from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid and r.monitor_id = m.id
    and ${sql.literal(isTracked)}`

const report = (sql: SqlClient.SqlClient) =>
  operation("DnsRepairs.report", function* (scope: AccessScope, domainId: string) {
    if (!isPublicId(domainId)) return null
    const [row] = yield* sql<RepairRow>`
      update repair r set reported_at = mon_now() ${visibleRepair(sql, scope, domainId)} and m.paused_at is null
      returning ${sql.literal(REPAIR_COLUMNS)}`
    return row === undefined ? null : toRepair(row)
  })

const answered = (sql: SqlClient.SqlClient) =>
  operation(
    "DnsRepairs.answered",
    function* (scope: AccessScope, domainId: string, at: number, asked: RestoredRecords) {
      if (!isPublicId(domainId)) return
      const [monitor] = yield* sql<{ readonly key: string }>`
      select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid`
      if (monitor === undefined) return
      yield* sql.withTransaction(followDnsRepair(sql, monitor.key, at, { changed: [], cause: null, asked }))
    }
  )

const dismiss = (sql: SqlClient.SqlClient) =>
  operation("DnsRepairs.dismiss", function* (scope: AccessScope, domainId: string) {
    if (!isPublicId(domainId)) return null
    const [row] = yield* sql<RepairRow>`
      update repair r set ended_at = mon_now() ${visibleRepair(sql, scope, domainId)}
      returning ${sql.literal(REPAIR_COLUMNS)}`
    return row === undefined ? null : toRepair(row)
  })

/**
 * The repairs of changed DNS records. {@link DnsWatches} opens them. A domain that the caller cannot see counts as
 * having no repair.
 */
export class DnsRepairs extends Context.Service<DnsRepairs>()("@mon/core-store/DnsRepairs", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Records that a person has reported the records as restored. Null if there is nothing to restore, or if the domain
     * is paused.
     */
    report: report(sql),
    /** Stores the answers that servers gave about the records at the time `at` (milliseconds since the epoch). */
    answered: answered(sql),
    /** Ends the repair, because the change was intended. Null if the repair has already ended. */
    dismiss: dismiss(sql)
  }))
}) {
  static readonly layer = Layer.effect(DnsRepairs, DnsRepairs.make)
}
