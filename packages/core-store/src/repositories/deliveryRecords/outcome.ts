import type { DeliveryOutcome, NotificationStatus } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { isMuted } from "../access/alertPause.sql.ts"
import { waitsForParent } from "./waitsForParent.ts"
import { windowEnd } from "./windowEnd.ts"
import { isDelayed } from "./delayedAlerts.ts"

/** The code of the attempt at an email that was written to the outbox, because there is no mail server. */
export const STORED = "stored"

/** What {@link outcomeOf} reads of a delivery. */
export interface OutcomeRow {
  readonly status: NotificationStatus
  readonly error_code: string | null
  readonly is_stored: boolean
  readonly waits_for: string | null
}

/**
 * The columns of {@link OutcomeRow} of a delivery `d` of a notification `n`. Parts of a digest share its attempts. As
 * in `sendTo`, quiet hours concern all facts but transitions, which wait for a digest only.
 */
export const outcomeColumns = `
  d.status, d.error_code,
  d.status = 'sent' and exists (
    select from delivery_attempt t where t.delivery_id = coalesce(d.digest_id, d.id) and t.code = '${STORED}') as is_stored,
  case when d.status <> 'pending' then null
    when exists (select from account a where a.id = d.account_id and ${isMuted("a")}) then 'paused'
    when (select g.attempts from notification_delivery g where g.id = coalesce(d.digest_id, d.id)) > 0 then 'retry'
    when d.digest_id is null and coalesce((${windowEnd}) <= mon_now(), true) then null
    when d.cause_id is not null then 'shared_cause'
    when d.channel = 'channel' and n.kind not in ('down', 'up') then 'quiet_hours'
    else 'summary' end as waits_for`

/** What became of a message, and why it waits or was suppressed. */
export interface Outcome {
  readonly outcome: DeliveryOutcome
  readonly reason: string | null
}

export const outcomeOf = ({ error_code, is_stored, status, waits_for }: OutcomeRow): Outcome => {
  if (status === "sent") return { outcome: is_stored ? "stored" : "delivered", reason: null }
  if (status === "pending") return { outcome: "waiting", reason: waits_for }
  if (status === "failed") return { outcome: "failed", reason: null }
  return error_code === "superseded"
    ? { outcome: "superseded", reason: null }
    : { outcome: "suppressed", reason: error_code ?? "unknown" }
}

/** The outcome of several deliveries: the best of those that are over, and waiting before that. */
const order: ReadonlyArray<DeliveryOutcome> = ["waiting", "delivered", "stored", "failed", "suppressed", "superseded"]

const outcomeOfAll = (outcomes: ReadonlyArray<Outcome>): Outcome | null => {
  const [first] = outcomes.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))
  return first === undefined ? null : { outcome: first.outcome, reason: first.reason }
}

/** SQL for why nobody gets the notification `n`, or not yet. Null: somebody got it, or the reason was not recorded. */
export const silence = (sql: SqlClient.SqlClient) =>
  sql`
    case when n.status = 'suppressed' then coalesce(n.reason,
        case when n.maintenance_id is not null and n.announced_at is null then 'maintenance'
          when exists (select from parent_suppression p where p.notification_id = n.id) then 'parent' end)
      when n.status = 'pending' then
        case when ${sql.literal(waitsForParent)} and n.dispatched_at is null then 'parent_check'
          when n.dispatched_at is null and ${sql.literal(isDelayed)} then 'first_check'
          when exists (select from alert_due u where u.notification_id = n.id and u.due_at is not null) then 'route' end
      end`

/** The outcome of a notification from those of its deliveries, or without any from its own status. */
export const outcomeOfNotification = (
  status: NotificationStatus,
  silentBecause: string | null,
  deliveries: ReadonlyArray<Outcome>
): Outcome =>
  outcomeOfAll(deliveries) ??
  outcomeOf({
    status,
    error_code: silentBecause,
    is_stored: false,
    waits_for: silentBecause
  })
