import type { RetentionDays } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"

/** The maximum number of partitions that one call drops. While a partition is dropped, no result can be recorded. */
const DAYS_AT_ONCE = 10
/**
 * The longest wait for the lock that is needed to drop a partition. Recording results has priority. If the wait is too
 * long, the next call drops the partition.
 */
const LOCK_TIMEOUT = "2s"

const counted = (rows: ReadonlyArray<unknown>): number => rows.length

const purgeHistory = (sql: SqlClient.SqlClient) =>
  operation("Retention.purgeHistory", function* (days: number, limit: number) {
    yield* sql`
      delete from check_history_default where (monitor_id, checked_at) in (
        select monitor_id, checked_at from check_history_default
        where checked_at < mon_now() - ${days}::int * interval '1 day' limit ${limit})`
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [turn] = yield* sql<{
          mine: boolean
        }>`select pg_try_advisory_xact_lock(hashtext('check_history')) as mine`
        if (turn?.mine !== true) return 0
        yield* sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`
        const [row] = yield* sql<{ n: number }>`
            select drop_history_partitions(${days}::int, ${DAYS_AT_ONCE}::int) as n`
        return row?.n ?? 0
      })
    )
  })

const MONITORS_AT_ONCE = 50

/**
 * The tables that may have many rows of one monitor, with their keys. The rows of these tables are deleted before the
 * monitor, a bounded number at a time. The rows of all other tables are deleted with the monitor. `check_history` and
 * `check_hour` have no foreign key.
 */
const bulkyTables: ReadonlyArray<readonly [table: string, key: string]> = [
  ["check_history", "monitor_id, checked_at"],
  ["check_hour", "monitor_id, hour"],
  ["email_health_history", "monitor_id, checked_at"],
  ["status_period", "monitor_id, since"],
  ["url_change", "id"],
  ["url_screenshot", "id"],
  ["notification", "id"],
  ["incident", "id"]
]

/**
 * Deletes the rows of soft-deleted monitors in separate transactions. If a call is interrupted, the next call
 * continues.
 */
const purgeDeletedMonitors = (sql: SqlClient.SqlClient) =>
  operation("Retention.purgeDeletedMonitors", function* (days: number, limit: number) {
    const doomed = yield* sql<{ key: string }>`
        select id::text as key from monitor where deleted_at < mon_now() - ${days}::int * interval '1 day'
        order by deleted_at limit ${MONITORS_AT_ONCE}`
    if (doomed.length === 0) return 0
    const keys = doomed.map(({ key }) => key)
    let deleted = 0
    for (const [table, key] of bulkyTables) {
      const rows = yield* sql.unsafe(
        `delete from ${table} where (${key}) in (
            select ${key} from ${table} where monitor_id = any($1::bigint[]) limit $2 for update skip locked)
          returning 1`,
        [keys, limit - deleted]
      )
      deleted += rows.length
      if (deleted >= limit) return deleted
    }
    const monitors = yield* sql`
        delete from monitor where id in (
          select id from monitor where id = any(${keys}::bigint[]) for update skip locked)
        returning 1`
    return deleted + monitors.length
  })

interface ExpiryRule {
  /** The kind of rows, which is the name of their retention time. */
  readonly kind: keyof RetentionDays
  readonly key: string
  readonly where: string
}

/** The rules for all tables that have no separate task for the deletion of old rows. */
export const expiryRules = {
  url_change: { kind: "pageChanges", key: "id", where: "t.detected_at < ends" },
  dns_change: { kind: "dnsChanges", key: "id", where: "t.detected_at < ends" },
  monitor_change: { kind: "monitorChanges", key: "id", where: "t.at < ends" },
  repair: { kind: "repairs", key: "id", where: "(t.closed_at < ends or t.ended_at < ends)" },
  marker: { kind: "markers", key: "id", where: "t.at < ends" },
  check_day: { kind: "dayRollUps", key: "monitor_id, day", where: "t.day < ends::date" },
  incident: { kind: "incidents", key: "id", where: "t.resolved_at < ends" },
  shared_cause: { kind: "incidents", key: "id", where: "t.opened_at < ends" },
  // The newest period that began before `ends` stays, because it contains the state of the monitor at that time.
  status_period: {
    kind: "statusPeriods",
    key: "monitor_id, since",
    where: `t.since < ends and exists (
      select from status_period later where later.monitor_id = t.monitor_id and later.since > t.since and later.since <= ends)`
  },
  unwatched_period: { kind: "statusPeriods", key: "monitor_id, since", where: "t.until < ends" },
  maintenance_period: {
    kind: "statusPeriods",
    key: "monitor_id, since, window_id",
    where: "t.until < ends"
  },
  maintenance_window: { kind: "maintenanceWindows", key: "id", where: "t.ended_at < ends" },
  simulation: {
    kind: "simulations",
    key: "id",
    where: "t.status in ('failed', 'expired') and coalesce(t.completed_at, t.created_at) < ends"
  },
  report_recipient: {
    kind: "reportRecipients",
    key: "id",
    where: `t.added_at < ends and t.state <> 'unsubscribed' and not exists (
      select from scheduled_report_recipient r where r.recipient_id = t.id)`
  },
  ping_reception: { kind: "pingReceptions", key: "process_id", where: "t.until < ends" },
  refused_address: { kind: "refusedAddresses", key: "address_hash", where: "t.last_refused_at < ends" },
  released_slug: { kind: "releasedSlugs", key: "slug_hash", where: "t.released_at < ends" },
  membership: { kind: "removedMembers", key: "id", where: "t.removed_at < ends" },
  team_invite: {
    kind: "unusedInvites",
    key: "id",
    where: "t.accepted_at is null and coalesce(t.removed_at, t.expires_at) < ends"
  },
  api_key: { kind: "revokedKeys", key: "id", where: "least(t.revoked_at, t.expires_at) < ends" },
  registration: {
    kind: "unusedRegistrations",
    key: "domain",
    where: `t.next_at is null and greatest(t.lease_until, t.checked_at) < ends and not exists (
      select from monitor_registration w join monitor m on m.id = w.monitor_id where w.domain = t.domain and m.deleted_at is null)`
  },
  location_advisory: {
    kind: "locationAdvisories",
    key: "monitor_id, location",
    where: "t.seen_at < ends"
  },
  config_plan: { kind: "configPlans", key: "id", where: "t.expires_at < ends" },
  event_stream: { kind: "eventStreams", key: "id", where: "t.expires_at < ends" },
  alert_message: { kind: "channelMessages", key: "channel_id, key", where: "t.updated_at < ends" },
  status_subscriber: {
    kind: "statusSubscribers",
    key: "id",
    where: `(t.state = 'pending' and t.confirm_until < mon_now() and (t.confirmed_at is null or t.ended_at is not null))
      or (t.state in ('unsubscribed', 'ended') and t.ended_at < ends)`
  },
  status_signup: { kind: "statusSignups", key: "id", where: "t.at < ends" },
  status_delivery: { kind: "deliveries", key: "id", where: "t.created_at < ends" },
  whatsapp_slot: { kind: "whatsAppSlots", key: "number", where: "t.slot_at < ends" }
} as const satisfies Readonly<Record<string, ExpiryRule>>

/** Several workers may run the statement at the same time, because locked rows are skipped. */
const deleteText = (table: string, { key, where }: ExpiryRule): string => `
  delete from ${table} where (${key}) in (
    select ${key
      .split(", ")
      .map((column) => `t.${column}`)
      .join(", ")}
    from ${table} t, (select mon_now() - $1::int * interval '1 day' as ends) as age
    where ${where} limit $2 for update of t skip locked)
  returning 1`

/**
 * Deletes old rows. Ages are in days. One call deletes at most `limit` rows, and later calls delete more. Several
 * processes may call these methods at the same time.
 */
export class Retention extends Context.Service<Retention>()("@mon/core-store/Retention", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Drops daily partitions of the history that are too old, and deletes at most `limit` old checks outside of
     * partitions. Returns the number of dropped partitions.
     */
    purgeHistory: purgeHistory(sql),
    /**
     * Deletes at most `limit` expired rows of each table that has no separate task, such as incidents and changes of
     * pages. Returns the number of deleted rows.
     */
    purgeExpired: operation("Retention.purgeExpired", function* (days: RetentionDays, limit: number) {
      let deleted = 0
      for (const [table, rule] of Object.entries<ExpiryRule>(expiryRules)) {
        const rows = yield* sql.unsafe(deleteText(table, rule), [days[rule.kind], limit])
        deleted += rows.length
      }
      return deleted
    }),
    /**
     * Deletes monitors that were soft-deleted at least `days` ago, with all their rows. Returns the number of deleted
     * rows.
     */
    purgeDeletedMonitors: purgeDeletedMonitors(sql),
    /** Deletes notifications older than `days`, with their deliveries. Returns the number of deleted notifications. */
    purgeNotifications: operation("Retention.purgeNotifications", (days: number, limit: number) =>
      Effect.map(
        sql`
          delete from notification where id in (
            select id from notification where created_at < mon_now() - ${days}::int * interval '1 day'
            order by id limit ${limit} for update skip locked)
          returning 1`,
        counted
      )
    ),
    /** Deletes emails older than `days` from the outbox. Returns the number of deleted emails. */
    purgeEmails: operation("Retention.purgeEmails", (days: number, limit: number) =>
      Effect.map(
        sql`
          delete from email_outbox where id in (
            select id from email_outbox where created_at < mon_now() - ${days}::int * interval '1 day'
            order by id limit ${limit} for update skip locked)
          returning 1`,
        counted
      )
    )
  }))
}) {
  static readonly layer = Layer.effect(Retention, Retention.make)
}
