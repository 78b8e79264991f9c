import type { Language } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type {
  ChannelSpacing,
  ClaimedDelivery,
  ClaimOutcome,
  Deliveries,
  DeliveryChannel,
  DispatchedNotification
} from "./Deliveries.ts"
import { isMuted, muteReason } from "../access/alertPause.sql.ts"
import { mayAcknowledge } from "../incidents/mayAcknowledge.sql.ts"
import { incidentChecks } from "../incidents/IncidentRow.ts"
import { isUpdate } from "../deliveryRecords/acknowledgementUpdates.ts"
import { acknowledgedByName } from "../monitors/acknowledgedBy.sql.ts"
import { findCause } from "./bursts.ts"
import { causeParts, isReady } from "./dispatch.ts"
import { receiverLock } from "./receiverLock.ts"
import { reserveSlot, spacingOf } from "./reserveSlot.ts"
import { subjectOf, supersede } from "./supersede.ts"

/** Longer than any attempt takes; after that another worker may repeat it. */
const LEASE_SECONDS = 100
/** Attempts at one delivery, including those without a result, so that a delivery that crashes its workers ends. */
const MAX_ATTEMPTS = 30

interface Row {
  readonly key: string
  readonly id: string
  readonly channel: DeliveryChannel
  readonly target: string
  readonly account_id: string
  readonly attempt: number
  readonly is_digest: boolean
  readonly user_id: string | null
  readonly may_acknowledge: boolean
  readonly reminder_minutes: number | null
  readonly is_update: boolean
  readonly acknowledged_at: Date | null
  readonly acknowledged_by: string | null
  readonly acknowledgement_note: string | null
  readonly timezone: string
  readonly language: Language
  readonly cause_id: string | null
  readonly cause_part: number | null
}

/** Concurrent attempts at one webhook or channel, so that a hanging receiver cannot occupy all permits. */
const AT_ONCE = 4
/** Delay before the next try when a receiver is busy. */
const BUSY_SECONDS = 2

const over: ClaimOutcome = { _tag: "Over" }

/** Attempts at the receiver of `d` that are running. */
const running = (sql: SqlClient.SqlClient) =>
  sql`
    select count(*) from notification_delivery o
    where o.account_id = d.account_id and o.target = d.target and o.status = 'pending' and o.lease_until > mon_now()`

/** Whether an attempt at the same channel with an older message about the same subject is running. */
const isAfterAnother = (sql: SqlClient.SqlClient) =>
  sql`
    exists (
      select from notification_delivery o join notification n on n.id = o.notification_id
      join notification m on m.id = d.notification_id and m.monitor_id = n.monitor_id
        and ${sql.literal(subjectOf("m"))} = ${sql.literal(subjectOf("n"))}
      where o.account_id = d.account_id and o.target = d.target and o.status = 'pending' and o.lease_until > mon_now()
        and o.id < d.id)`

/** The message that the delivery `d` changes, while it is not sent. */
const pendingOriginal = (sql: SqlClient.SqlClient) =>
  sql`
    from notification_delivery o where ${sql.literal(isUpdate("d"))} and o.notification_id = d.notification_id
      and o.channel = d.channel and o.target = d.target and o.status = 'pending' and not ${sql.literal(isUpdate("o"))}`

/** Whether the receiver allows an attempt now: a WhatsApp number or a channel in its slot, and below its limit. */
const hasRoom = (sql: SqlClient.SqlClient, spacing: ChannelSpacing) =>
  sql`
    case d.channel
      when 'whatsapp' then d.slot_at is not null
      when 'webhook' then ${AT_ONCE}::int > (${running(sql)})
      when 'channel' then ${AT_ONCE}::int > (${running(sql)}) and not ${isAfterAnother(sql)}
        and not exists (select ${pendingOriginal(sql)})
        and not exists (
          select from alert_channel c where c.public_id = d.target::uuid
            and (d.slot_at is null or c.sent_at + ${spacingOf(sql, spacing)} > mon_now()))
      else true end`

interface ReceiverRow {
  readonly channel: DeliveryChannel
  readonly canBeSuperseded: boolean
}

/** Locks the receiver of a webhook or a channel. Other channels take no lock. Undefined: the delivery has ended. */
const lockReceiverOf = (sql: SqlClient.SqlClient, key: string) =>
  Effect.map(
    sql<ReceiverRow>`
      select d.channel, d.channel = 'channel' and ${sql.literal(subjectOf("n"))} is not null as "canBeSuperseded",
        case when d.channel in ('webhook', 'channel') then ${receiverLock(sql, sql`d.target`)}::text end as locked
      from notification_delivery d left join notification n on n.id = d.notification_id
      where d.id = ${key}::bigint and d.status = 'pending'`,
    ([row]) => row
  )

const take = (sql: SqlClient.SqlClient, key: string, token: string, spacing: ChannelSpacing) =>
  sql<Row>`
    with claimed as (
      update notification_delivery d set lease_token = ${token}::uuid, slot_at = null,
        attempts = d.attempts + case when d.lease_token = ${token}::uuid then 0 else 1 end,
        lease_until = mon_now() + ${LEASE_SECONDS}::int * interval '1 second',
        held_until = mon_now() + ${LEASE_SECONDS}::int * interval '1 second'
      from account a
      where d.id = ${key}::bigint and d.status = 'pending' and a.id = d.account_id and not ${sql.literal(isMuted("a"))}
        and d.digest_id is null and ${sql.literal(isReady)} and d.next_at <= mon_now() and (
          d.lease_token = ${token}::uuid
          or (coalesce(d.lease_until <= mon_now(), true) and d.attempts < ${MAX_ATTEMPTS} and ${hasRoom(sql, spacing)}))
      returning d.id, d.public_id, d.channel, d.target, a.public_id as account_id, d.attempts,
        d.notification_id, d.user_id, d.account_id as account_key, d.minute, d.cause_id, d.cause_part,
        ${sql.literal(isUpdate("d"))} as is_update
    ), attempt as (
      insert into delivery_attempt (delivery_id, number, at) select id, attempts, mon_now() from claimed
      on conflict (delivery_id, number) do nothing
    ), sent as (
      update alert_channel ch set sent_at = mon_now() from claimed c
      where ch.public_id = case when c.channel = 'channel' then c.target::uuid end
    )
    select c.id::text as key, c.public_id as id, c.channel, c.target, c.account_id, c.attempts as attempt,
      c.notification_id is null as is_digest, c.cause_id::text, c.cause_part, c.user_id::text, coalesce(us.timezone, 'UTC') as timezone,
      coalesce(us.language, 'en') as language, coalesce((
        select ${sql.literal(mayAcknowledge)} from (select c.account_key as account_id, c.user_id, c.channel, c.target) d
        join notification n on n.id = c.notification_id and n.incident_id is not null), false) as may_acknowledge,
      case when c.notification_id is null then (
          select max(p.minute) from notification_delivery p where p.digest_id = c.id and exists (
            select from notification_delivery o where o.notification_id = p.notification_id and o.channel = p.channel
              and o.target = p.target and o.minute < p.minute))
        when c.minute > 0 and exists (
          select from notification_delivery o where o.notification_id = c.notification_id and o.channel = c.channel
            and o.target = c.target and o.minute < c.minute) then c.minute end as reminder_minutes,
      c.is_update, i.acknowledged_at, nullif(${sql.literal(acknowledgedByName("i", "w"))}, '') as acknowledged_by,
      i.acknowledgement_note
    from claimed c left join user_setting us on us.user_id = c.user_id
    left join notification u on u.id = c.notification_id and c.is_update
    left join incident i on i.id = u.incident_id and i.acknowledged_at is not null
    left join app_user w on w.id = i.acknowledged_by`

/** Why a delivery could not be claimed. One without attempts left is ended. */
const refused = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: string) {
  const [row] = yield* sql<{ readonly at: Date; readonly muted: string | null; readonly spent: boolean }>`
    select greatest(d.next_at, d.lease_until, (select max(o.next_at) + interval '1 second' ${pendingOriginal(sql)}),
        case when d.channel = 'webhook' or (d.channel = 'channel' and d.next_at <= mon_now())
          then mon_now() + ${BUSY_SECONDS}::int * interval '1 second' end) as at,
      ${sql.literal(muteReason("a"))} as muted,
      d.attempts >= ${MAX_ATTEMPTS} and coalesce(d.lease_until <= mon_now(), true) as spent
    from notification_delivery d join account a on a.id = d.account_id
    where d.id = ${key}::bigint and d.status = 'pending' and d.digest_id is null and ${sql.literal(isReady)}`
  if (row === undefined) return over
  const at = row.muted === "paused" ? null : row.at
  if (at === null || (row.muted === null && !row.spent)) {
    // A pause keeps what waits. Its end releases it, and what it has just released must not be held again.
    yield* sql`
      update notification_delivery set held_until = ${at?.toISOString() ?? "infinity"}::timestamptz
      where id = ${key}::bigint and status = 'pending' and held_until is not null`
    return at === null ? over : ({ _tag: "Later", at: at.getTime() } satisfies ClaimOutcome)
  }
  yield* sql`
    update notification_delivery set status = ${row.muted === null ? "failed" : "suppressed"}, error_code = ${row.muted ?? "given_up"},
      settled_at = mon_now()
    where (id = ${key}::bigint or digest_id = ${key}::bigint) and status = 'pending'`
  yield* sql`
    select settle_notifications(array(
      select notification_id from notification_delivery
      where (id = ${key}::bigint or digest_id = ${key}::bigint) and notification_id is not null))`
  return over
})

/** The notifications of a delivery, oldest first. A digest shows no checks. */
const dispatched = (sql: SqlClient.SqlClient, { is_digest, key }: Row) =>
  is_digest
    ? sql<DispatchedNotification>`
      select n.type, n.kind, n.key, n.data, n.created_at as "createdAt"
      from notification_delivery d join notification n on n.id = d.notification_id
      where d.digest_id = ${key}::bigint and d.status = 'pending' order by n.id`
    : sql<DispatchedNotification>`
      select n.type, n.kind, n.key, n.created_at as "createdAt",
        case when n.kind = 'down' then (select g.facts from incident_diagnosis g where g.incident_id = i.id)
          else n.diagnosis_facts end as "diagnosisFacts",
        case when i.id is null then n.data else jsonb_set(n.data, '{incident,checks}', ${incidentChecks(sql)}) end as data
      from notification_delivery d join notification n on n.id = d.notification_id left join incident i on i.id = n.incident_id
      where d.id = ${key}::bigint`

const announcedCause = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { cause_id, cause_part, is_digest }: Row
) {
  return is_digest && cause_id !== null ? yield* findCause(sql, cause_id, cause_part === causeParts.rest) : null
})

export const claimDelivery = (sql: SqlClient.SqlClient): Deliveries["Service"]["claim"] =>
  operation("Deliveries.claim", function* (key, leaseToken, spacing = {}) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const receiver = yield* lockReceiverOf(sql, key)
        if (receiver === undefined) return over
        const newer = receiver.canBeSuperseded ? yield* supersede(sql, key) : null
        if (newer !== null) return { _tag: "Superseded", instead: newer.instead } satisfies ClaimOutcome
        yield* reserveSlot(sql, { key, channel: receiver.channel }, spacing)
        const [row] = yield* take(sql, key, leaseToken, spacing)
        if (row === undefined) return yield* refused(sql, key)
        const delivery: ClaimedDelivery = {
          key: row.key,
          id: row.id,
          leaseToken,
          channel: row.channel,
          target: row.target,
          accountId: row.account_id,
          attempt: row.attempt,
          isDigest: row.is_digest,
          mayAcknowledge: row.may_acknowledge,
          reminderMinutes: row.reminder_minutes,
          isUpdate: row.is_update,
          acknowledgement:
            row.acknowledged_at === null
              ? null
              : {
                  at: row.acknowledged_at.toISOString(),
                  by: row.acknowledged_by,
                  note: row.acknowledgement_note
                },
          person: row.user_id === null ? null : { timezone: row.timezone, language: row.language },
          cause: yield* announcedCause(sql, row),
          notifications: yield* dispatched(sql, row)
        }
        return { _tag: "Claimed", delivery } satisfies ClaimOutcome
      })
    )
  })
