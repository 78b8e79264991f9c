import { retentionDays } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { Retention } from "./Retention.ts"

/** Which rows of a table are deleted by their age. */
interface ExpiryRule {
  readonly days: number
  /** The primary key. */
  readonly key: string
  /** A condition on the row `t` that has ended before `ends`. */
  readonly where: string
}

/** Tables without a task of their own that deletes old rows. */
export const expiryRules = {
  url_change: { days: retentionDays.pageChanges, key: "id", where: "t.detected_at < ends" },
  dns_change: { days: retentionDays.dnsChanges, key: "id", where: "t.detected_at < ends" },
  check_day: { days: retentionDays.dayRollUps, key: "monitor_id, day", where: "t.day < ends::date" },
  incident: { days: retentionDays.incidents, key: "id", where: "t.resolved_at < ends" },
  // The newest period before the end stays: it says which state a monitor was in at that time.
  shared_cause: { days: retentionDays.incidents, key: "id", where: "t.opened_at < ends" },
  status_period: {
    days: retentionDays.statusPeriods,
    key: "monitor_id, since",
    where: `t.since < ends and exists (
      select from status_period later where later.monitor_id = t.monitor_id and later.since > t.since and later.since <= ends)`
  },
  unwatched_period: { days: retentionDays.statusPeriods, key: "monitor_id, since", where: "t.until < ends" },
  maintenance_period: {
    days: retentionDays.statusPeriods,
    key: "monitor_id, since, window_id",
    where: "t.until < ends"
  },
  maintenance_window: { days: retentionDays.maintenanceWindows, key: "id", where: "t.ended_at < ends" },
  simulation: {
    days: retentionDays.simulations,
    key: "id",
    where: "t.status in ('failed', 'expired') and coalesce(t.completed_at, t.created_at) < ends"
  },
  membership: { days: retentionDays.removedMembers, key: "id", where: "t.removed_at < ends" },
  team_invite: {
    days: retentionDays.unusedInvites,
    key: "id",
    where: "t.accepted_at is null and coalesce(t.removed_at, t.expires_at) < ends"
  },
  api_key: { days: retentionDays.revokedKeys, key: "id", where: "least(t.revoked_at, t.expires_at) < ends" },
  registration: {
    days: retentionDays.unusedRegistrations,
    key: "domain",
    where: `t.next_at is null and greatest(t.lease_until, t.checked_at) < ends and not exists (
      select from monitor_registration w join monitor m on m.id = w.monitor_id where w.domain = t.domain and m.deleted_at is null)`
  },
  location_advisory: {
    days: retentionDays.locationAdvisories,
    key: "monitor_id, location",
    where: "t.seen_at < ends"
  },
  event_stream: { days: retentionDays.eventStreams, key: "id", where: "t.expires_at < ends" },
  alert_message: { days: retentionDays.channelMessages, key: "channel_id, key", where: "t.updated_at < ends" },
  status_subscriber: {
    days: retentionDays.statusSubscribers,
    key: "id",
    where: `(t.state = 'pending' and t.confirm_until < mon_now())
      or (t.state in ('unsubscribed', 'ended') and t.ended_at < ends)`
  },
  status_signup: { days: retentionDays.statusSignups, key: "id", where: "t.at < ends" },
  status_delivery: { days: retentionDays.deliveries, key: "id", where: "t.created_at < ends" },
  whatsapp_slot: { days: retentionDays.whatsAppSlots, key: "number", where: "t.slot_at < ends" }
} as const satisfies Readonly<Record<string, ExpiryRule>>

/** One statement, so that several workers may run it at once: locked rows are skipped. */
const deleteText = (table: string, { key, where }: ExpiryRule): string => `
  delete from ${table} where (${key}) in (
    select ${key
      .split(", ")
      .map((column) => `t.${column}`)
      .join(", ")}
    from ${table} t, (select mon_now() - $1::int * interval '1 day' as ends) as age
    where ${where} limit $2 for update of t skip locked)
  returning 1`

export const purgeExpired = (sql: SqlClient.SqlClient): Retention["Service"]["purgeExpired"] =>
  Effect.fn("Retention.purgeExpired")(
    function* (limit) {
      let deleted = 0
      for (const [table, rule] of Object.entries<ExpiryRule>(expiryRules)) {
        const rows = yield* sql.unsafe(deleteText(table, rule), [rule.days, limit])
        deleted += rows.length
      }
      return deleted
    },
    Effect.mapError(storeError("Retention.purgeExpired"))
  )
