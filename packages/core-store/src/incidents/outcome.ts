import {
  ChannelQuietHours,
  type DeliveryOutcome,
  type DownParent,
  type NotificationDelivery,
  type NotificationStatus,
  OnCallReason
} from "@mon/model"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { isMuted } from "../access/alertPause.sql.ts"
import { isParentInQuestion } from "../monitors/statements/parents.sql.ts"

export const windowEnd = "case when channel = 'channel' then gathers_at else waits_until end"

/**
 * The kinds of facts that report a monitor as unavailable, as an SQL list. Recoveries of announced outages are never
 * suppressed.
 */
export const OPENINGS = "('down', 'page_error')"

/** The kinds of facts that other tools report. They belong to an incident, but to no monitor. */
export const EXTERNAL_KINDS: ReadonlyArray<string> = ["external_alert", "external_resolved"]

/**
 * The longest time that an alert waits for the verdict about a parent, in seconds. Confirming an outage takes about as
 * long.
 */
const LONGEST_WAIT_SECONDS = 60
/** The longest time between the first failed check of a page and its alert, in seconds. */
const PAGE_CONFIRMATION_SECONDS = 60

/**
 * SQL for whether the notification `n` waits. An alert waits for the verdict about a parent. A recovery waits for the
 * alert about its outage, so that nobody gets the recovery before the alert.
 */
export const waitsForParent = `(case
    when n.kind in ${OPENINGS} then n.created_at > mon_now() - interval '${LONGEST_WAIT_SECONDS} seconds'
      and ${isParentInQuestion(
        "n.monitor_id",
        `coalesce((select i.started_at from incident i where i.id = n.incident_id),
          n.created_at - interval '${PAGE_CONFIRMATION_SECONDS} seconds')`
      )}
    when n.kind = 'up' then exists (
      select from notification o where o.incident_id = n.incident_id and o.kind = 'down' and o.monitor_id = n.monitor_id
        and o.status = 'pending' and o.dispatched_at is null)
    else false end)`

/** The longest time, in seconds, by which an alert is delayed after an outage of the workers. */
const MAX_DELAY_SECONDS = 300

/**
 * SQL for whether an alert `n` is delayed, because its monitor has not been checked since the workers resumed their
 * work.
 */
export const isDelayed = `exists (
      select 1 from worker_heartbeat p join monitor_schedule s on s.monitor_id = n.monitor_id
      where p.resumed_at > mon_now() - interval '${MAX_DELAY_SECONDS} seconds'
        and s.next_at is not null and coalesce(s.last_checked_at, '-infinity') < p.resumed_at
    )`

/** The code of an attempt whose email was written to the outbox, because there is no mail server. */
export const STORED = "stored"

export interface OutcomeRow {
  readonly status: NotificationStatus
  readonly error_code: string | null
  readonly error_message: string | null
  readonly is_stored: boolean
  readonly waits_for: string | null
}

/**
 * SQL for the columns of {@link OutcomeRow}, of a delivery `d` of a notification `n`. All parts of a digest share the
 * attempts at the digest. Quiet hours apply to all facts except transitions, which only wait for a digest. `sendTo` has
 * the same rule.
 */
export const outcomeColumns = `
  d.status, d.error_code, d.error_message,
  d.status = 'sent' and exists (
    select from delivery_attempt t where t.delivery_id = coalesce(d.digest_id, d.id) and t.code = '${STORED}') as is_stored,
  case when d.status <> 'pending' then null
    when exists (select from account a where a.id = d.account_id and ${isMuted("a")}) then 'paused'
    when (select g.attempts from notification_delivery g where g.id = coalesce(d.digest_id, d.id)) > 0 then 'retry'
    when d.digest_id is null and coalesce((${windowEnd}) <= mon_now(), true) then null
    when d.cause_id is not null and n.kind in ('down', 'up') then 'shared_cause'
    when d.cause_id is null and d.channel = 'channel' and n.kind not in ('down', 'up') then 'quiet_hours'
    else 'summary' end as waits_for`

export interface Outcome {
  readonly outcome: DeliveryOutcome
  readonly reason: string | null
}

export const outcomeOf = ({ error_code, error_message, is_stored, status, waits_for }: OutcomeRow): Outcome => {
  if (status === "sent") return { outcome: is_stored ? "stored" : "delivered", reason: null }
  if (status === "pending") return { outcome: "waiting", reason: waits_for }
  if (status === "failed") return { outcome: "failed", reason: null }
  return error_code === "superseded"
    ? { outcome: "superseded", reason: error_message }
    : { outcome: "suppressed", reason: error_code ?? "unknown" }
}

/**
 * The outcomes in order of precedence. Several deliveries together have the first outcome in this list that one of them
 * has.
 */
const order: ReadonlyArray<DeliveryOutcome> = ["waiting", "failed", "delivered", "stored", "suppressed", "superseded"]

const outcomeOfAll = (outcomes: ReadonlyArray<Outcome>): Outcome | null => {
  const [first] = outcomes.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))
  return first === undefined ? null : { outcome: first.outcome, reason: first.reason }
}

/**
 * SQL for the reason why nobody has got the notification `n` so far. Null if somebody got the notification, or if no
 * reason was recorded.
 */
export const silence = (sql: SqlClient.SqlClient) =>
  sql`
    case when n.status = 'suppressed' then coalesce(n.reason,
        case when n.maintenance_id is not null and n.announced_at is null then 'maintenance'
          when exists (select from parent_suppression p where p.notification_id = n.id) then 'parent' end)
      when n.status = 'pending' then
        case when ${sql.literal(waitsForParent)} and n.dispatched_at is null then 'parent_check'
          when n.dispatched_at is null and ${sql.literal(isDelayed)} then 'first_check'
          when exists (select from alert_due u where u.notification_id = n.id and u.due_at is not null)
            or exists (select from contact_due u where u.notification_id = n.id) then 'route' end
      end`

/**
 * Returns the outcome of a notification, which is derived from the outcomes of its deliveries, or, without deliveries,
 * from the status of the notification.
 */
export const outcomeOfNotification = (
  status: NotificationStatus,
  silentBecause: string | null,
  deliveries: ReadonlyArray<Outcome>
): Outcome =>
  outcomeOfAll(deliveries) ??
  outcomeOf({
    status,
    error_code: silentBecause,
    error_message: null,
    is_stored: false,
    waits_for: silentBecause
  })

const decode = Schema.decodeUnknownOption(Schema.NullOr(ChannelQuietHours))

/** Returns null if no quiet hours are stored, or if another release stored the quiet hours in a different form. */
export const readQuietHours = (stored: unknown): ChannelQuietHours | null => {
  const read = decode(stored)
  return read._tag === "Some" ? read.value : null
}

export interface DownParentRow {
  readonly suppressed_by: DownParent | null
}

/**
 * SQL for the parent that suppressed the notification `n`. Members do not see monitors that are not shared with them.
 */
export const suppressedBy = (sql: SqlClient.SqlClient, { membershipKey, role }: AccessScope) =>
  sql`(
    select jsonb_build_object('id', p.public_id, 'name', p.name)
    from parent_suppression ps join monitor p on p.id = ps.parent_id
    where ps.notification_id = n.id and n.status = 'suppressed' and (${role === "owner"}::boolean or exists (
      select from monitor_access ma where ma.membership_id = ${membershipKey}::bigint and ma.monitor_id = p.id))
  ) as suppressed_by`

/** The part of a delivery's key that marks the delivery as a change of an earlier message. */
export const UPDATE = ":acknowledgement:"

/**
 * SQL for whether the delivery `d` changes an earlier message about its incident, because an acknowledgement was added
 * or withdrawn.
 */
export const isUpdate = (d: string): string => `(position('${UPDATE}' in ${d}.key) > 0)`

export interface DeliveryRow extends OutcomeRow {
  readonly id: string
  readonly notification_id: string
  readonly event: string
  readonly channel: NotificationDelivery["channel"]
  readonly recipient: string | null
  readonly kind: string | null
  readonly name: string | null
  readonly attempts: number
  readonly route_step: number | null
  readonly reminder: number | null
  readonly on_call: unknown
  readonly is_update: boolean
  readonly created_at: Date
  readonly settled_at: Date | null
}

/**
 * Selects the columns of {@link DeliveryRow}. The caller must append a `where` clause over `n` and `d`. Members see
 * only their own addresses, and nobody sees the own channels of other people. Renamed targets appear with their current
 * name, and deleted targets with the name that they had at the time of the delivery.
 */
export const selectDeliveries = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select d.public_id as id, n.public_id as notification_id, n.kind as event, d.channel, d.attempts, ${sql.literal(outcomeColumns)},
      d.route_step, d.reminder, d.on_call, ${sql.literal(isUpdate("d"))} as is_update, d.created_at, d.settled_at,
      case when r.is_seen then d.target end as recipient,
      case when r.is_seen then coalesce(ch.kind, d.target_kind) end as kind,
      case when r.is_seen then case when d.channel in ('channel', 'webhook') then coalesce(ch.name, w.label, d.target_name)
        else d.target end end as name
    from notification_delivery d join notification n on n.id = d.notification_id
    left join alert_channel ch on d.channel = 'channel' and ch.account_id = d.account_id and ch.public_id::text = d.target
    left join webhook w on d.channel = 'webhook' and w.account_id = d.account_id and w.public_id::text = d.target
    cross join lateral (
      select (${scope.role === "owner"}::boolean and (d.channel <> 'channel' or d.user_id is null))
        or coalesce(d.user_id = ${scope.userKey}::bigint, false) as is_seen) r`

const decodeReason = Schema.decodeUnknownOption(OnCallReason)

/**
 * Returns null if a newer fact superseded the delivery, because the column then contains the kind of the newer fact and
 * not a message.
 */
const messageOf = ({ error_code: code, error_message: message }: DeliveryRow) =>
  code === "superseded" ? null : message

export const toDelivery = (row: DeliveryRow): NotificationDelivery => ({
  id: row.id,
  notificationId: row.notification_id,
  event: row.event,
  channel: row.channel,
  recipient: row.recipient,
  kind: row.kind,
  name: row.name,
  status: row.status,
  ...outcomeOf(row),
  attempts: row.attempts,
  error:
    row.status === "sent" || (row.error_code === null && row.error_message === null)
      ? null
      : { code: row.error_code ?? "failed", message: messageOf(row) ?? row.error_code ?? "failed" },
  step: row.route_step,
  reminder: row.reminder,
  onCall: Option.getOrNull(decodeReason(row.on_call)),
  isUpdate: row.is_update,
  createdAt: row.created_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null
})
