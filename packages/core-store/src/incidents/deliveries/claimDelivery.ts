import type { Acknowledgement, Language, NotificationType } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { operation, type Returns } from "../../sql/operation.ts"
import { isMuted } from "../../access/alertPause.sql.ts"
import { isUpdate } from "../outcome.ts"
import { incidentChecks, mayAcknowledge } from "../IncidentRow.ts"
import { acknowledgedByName } from "../../monitors/statements/stoppedColumns.ts"
import { type AnnouncedCause, findCause } from "./bursts.ts"
import type { DueDelivery } from "./dueDeliveries.ts"
import { endOvertaken, isFree, isNext, isReady, type ShowingKinds, waitForEarlier } from "./overtaken.ts"
import type { DeliveryChannel } from "./takeUndispatched.ts"

/** The properties of alert channels on which claims depend, by kind of channel. */
export interface ChannelTraits {
  /**
   * The shortest time between two messages to one channel, in milliseconds. Kinds of channels without a limit are
   * absent.
   */
  readonly spacing: Readonly<Record<string, number>>
  readonly showing: ShowingKinds
}

/**
 * The stored fact that a delivery reports. If the delivery is about a single incident, the fact contains the incident's
 * checks.
 */
export interface DispatchedNotification {
  readonly type: NotificationType
  readonly kind: string
  readonly key: string
  readonly data: unknown
  readonly createdAt: Date
  /**
   * The facts for the diagnosis of the cause of the reported problem: `DiagnosisFacts` of @mon/diagnosis, as plain
   * JSON. Default: null, which means that there are none.
   */
  readonly diagnosisFacts?: unknown
}

/** A delivery that is leased to the caller. */
export interface ClaimedDelivery {
  readonly key: string
  /** The public id of the delivery. It is the same in every attempt, so that a receiver can detect duplicates. */
  readonly id: string
  readonly leaseToken: string
  readonly channel: DeliveryChannel
  /** The target of the delivery, as in {@link DeliveryTarget}. */
  readonly target: string
  readonly accountId: string
  /** The number of the attempt, counted from 1. */
  readonly attempt: number
  /** The time since the first attempt, in milliseconds. 0 in the first attempt. */
  readonly sinceFirstMs: number
  readonly isDigest: boolean
  /** Whether the recipient may acknowledge the incident of the notification. */
  readonly mayAcknowledge: boolean
  /** Whether the delivery changes an earlier message, because an acknowledgement was added or withdrawn. */
  readonly isUpdate: boolean
  /** The current acknowledgement of the incident. Null if there is none, and for deliveries that are not updates. */
  readonly acknowledgement: Pick<Acknowledgement, "at" | "by" | "note"> | null
  /** The settings of the recipient. Null for people without an account, webhooks and alert channels. */
  readonly person: { readonly timezone: string; readonly language: Language } | null
  /** The time since the recipient's first message about the subject, in minutes. Null for that first message. */
  readonly reminderMinutes: number | null
  /**
   * The external cause that the notifications share with other notifications that the recipient got. Null if there is
   * none.
   */
  readonly cause: AnnouncedCause | null
  /** Whether the delivery lists alerts of one kind about several monitors. */
  readonly isStorm: boolean
  /** The notification, or the notifications of a digest, oldest first. */
  readonly notifications: ReadonlyArray<DispatchedNotification>
}

/**
 * The result of a claim. `Later` means that no worker can claim the delivery before the time `at`, in milliseconds
 * since the epoch. `Superseded` means that a newer message replaces the delivery. `instead` is the key of the newer
 * message if no attempt at that message has been made yet.
 */
export type ClaimOutcome =
  | { readonly _tag: "Claimed"; readonly delivery: ClaimedDelivery }
  | { readonly _tag: "Later"; readonly at: number }
  | { readonly _tag: "Superseded"; readonly instead: string | null }
  | { readonly _tag: "Over" }

/** The shortest time between two messages to one WhatsApp number (error 131056 of the Cloud API). */
const PAIR_SECONDS = 6

const spacingOf = (sql: SqlClient.SqlClient, { spacing }: ChannelTraits) =>
  sql`coalesce((${JSON.stringify(spacing)}::text::jsonb ->> c.kind)::double precision, 0) * interval '1 millisecond'`

const reserveOfNumber = (sql: SqlClient.SqlClient, key: string, { showing }: ChannelTraits) =>
  sql`
    with due as (
      select d.id, d.target from notification_delivery d
      where d.id = ${key}::bigint and d.channel = 'whatsapp' and d.status = 'pending' and d.slot_at is null
        and d.next_at <= mon_now() and ${sql.literal(isFree("d"))} and ${sql.literal(isNext("d", showing))}
      for update
    ), slot as (
      insert into whatsapp_slot as p (number, slot_at) select target, mon_now() from due
      on conflict (number) do update set slot_at = greatest(mon_now(), p.slot_at + ${PAIR_SECONDS}::int * interval '1 second')
      returning slot_at
    )
    update notification_delivery d set slot_at = slot.slot_at, next_at = slot.slot_at from due, slot where d.id = due.id`

/**
 * A delivery that comes too soon after the last message waits for the remaining time. A delivery that missed its slot,
 * for example because of an outage, gets a new slot.
 */
const reserveOfChannel = (sql: SqlClient.SqlClient, key: string, traits: ChannelTraits) =>
  sql`
    with due as (
      select d.id, d.slot_at, d.target::uuid as channel from notification_delivery d
      where d.id = ${key}::bigint and d.channel = 'channel' and d.status = 'pending' and d.next_at <= mon_now()
        and ${sql.literal(isFree("d"))} and ${sql.literal(isNext("d", traits.showing))}
      for update
    ), receiver as (
      select c.id, due.id as delivery, due.slot_at, c.sent_at + ${spacingOf(sql, traits)} as free_at,
        c.slot_at + ${spacingOf(sql, traits)} as next_slot,
        due.slot_at is null or due.slot_at < mon_now() - 2 * ${spacingOf(sql, traits)} as missed
      from due join alert_channel c on c.public_id = due.channel
      for update of c
    ), waiting as (
      update notification_delivery d set next_at = r.free_at from receiver r
      where d.id = r.delivery and not r.missed and r.free_at > mon_now()
    ), slot as (
      update alert_channel c set slot_at = greatest(mon_now(), r.next_slot, r.free_at) from receiver r
      where c.id = r.id and (r.slot_at is null or (r.missed and r.free_at > mon_now()))
      returning c.slot_at, r.delivery
    )
    update notification_delivery d set slot_at = slot.slot_at, next_at = slot.slot_at from slot where d.id = slot.delivery`

/** Receivers without a limit on messages have no slots. */
const reserveSlot = (
  sql: SqlClient.SqlClient,
  { channel, key }: Pick<DueDelivery, "channel" | "key">,
  traits: ChannelTraits
) => {
  if (channel === "whatsapp") return reserveOfNumber(sql, key, traits)
  return channel === "channel" ? reserveOfChannel(sql, key, traits) : Effect.void
}

const LOCK = "receiver:"

/**
 * SQL for the lock of a receiver (the target of a delivery). Claims for one receiver run one after another until their
 * transactions end, because each claim must see the leases of the earlier ones.
 */
const receiverLock = (sql: SqlClient.SqlClient, target: Fragment) =>
  sql`pg_advisory_xact_lock(hashtextextended(${LOCK} || ${target}, 0))`

export const lockReceiver = (sql: SqlClient.SqlClient, target: string) =>
  sql`select ${receiverLock(sql, sql`${target}::text`)}`

/**
 * The duration of the lease of a delivery, in seconds. The lease is longer than any attempt. After the lease, another
 * worker may repeat the attempt.
 */
const LEASE_SECONDS = 100
/**
 * The maximum number of attempts at one delivery, including attempts without a result. The limit stops a delivery that
 * crashes its workers.
 */
const MAX_ATTEMPTS = 30

interface Row {
  readonly key: string
  readonly id: string
  readonly channel: DeliveryChannel
  readonly target: string
  readonly account_id: string
  readonly attempt: number
  readonly since_first_ms: number
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
}

/**
 * The maximum number of concurrent attempts at one webhook or channel. The limit keeps a receiver that does not respond
 * from using all permits.
 */
const AT_ONCE = 4
const BUSY_SECONDS = 2

const NO_TRAITS: ChannelTraits = { spacing: {}, showing: [] }

const over: ClaimOutcome = { _tag: "Over" }

const running = (sql: SqlClient.SqlClient) =>
  sql`
    select count(*) from notification_delivery o
    where o.account_id = d.account_id and o.target = d.target and o.status = 'pending' and o.lease_until > mon_now()`

/**
 * SQL for whether the receiver allows an attempt now. A delivery to a WhatsApp number or a channel needs a slot. A
 * webhook or a channel must have fewer running attempts than the limit.
 */
const hasRoom = (sql: SqlClient.SqlClient, traits: ChannelTraits) =>
  sql`
    case d.channel
      when 'whatsapp' then d.slot_at is not null
      when 'webhook' then ${AT_ONCE}::int > (${running(sql)})
      when 'channel' then ${AT_ONCE}::int > (${running(sql)})
        and not exists (
          select from alert_channel c where c.public_id = d.target::uuid
            and (d.slot_at is null or c.sent_at + ${spacingOf(sql, traits)} > mon_now()))
      else true end`

/**
 * Locks the receiver of a delivery, and returns the channel of the delivery. Returns undefined if the delivery has
 * ended.
 */
const lockReceiverOf = (sql: SqlClient.SqlClient, key: string) =>
  Effect.map(
    sql<{ readonly channel: DeliveryChannel }>`
      select d.channel, ${receiverLock(sql, sql`d.target`)}::text as locked
      from notification_delivery d where d.id = ${key}::bigint and d.status = 'pending'`,
    ([row]) => row?.channel
  )

const take = (sql: SqlClient.SqlClient, key: string, token: string, traits: ChannelTraits) =>
  sql<Row>`
    with claimed as (
      update notification_delivery d set lease_token = ${token}::uuid, slot_at = null,
        attempts = d.attempts + case when d.lease_token = ${token}::uuid then 0 else 1 end,
        lease_until = mon_now() + ${LEASE_SECONDS}::int * interval '1 second',
        held_until = mon_now() + ${LEASE_SECONDS}::int * interval '1 second'
      from account a
      where d.id = ${key}::bigint and d.status = 'pending' and a.id = d.account_id and not ${sql.literal(isMuted("a"))}
        and d.digest_id is null and ${sql.literal(isReady("d"))} and d.next_at <= mon_now() and (
          d.lease_token = ${token}::uuid
          or (${sql.literal(isFree("d"))} and d.attempts < ${MAX_ATTEMPTS} and ${hasRoom(sql, traits)}
            and ${sql.literal(isNext("d", traits.showing))}))
      returning d.id, d.public_id, d.channel, d.target, a.public_id as account_id, d.attempts,
        d.notification_id, d.user_id, d.account_id as account_key, d.minute, d.cause_id,
        ${sql.literal(isUpdate("d"))} as is_update
    ), attempt as (
      insert into delivery_attempt (delivery_id, number, at) select id, attempts, mon_now() from claimed
      on conflict (delivery_id, number) do nothing
    ), sent as (
      update alert_channel ch set sent_at = mon_now() from claimed c
      where ch.public_id = case when c.channel = 'channel' then c.target::uuid end
    )
    select c.id::text as key, c.public_id as id, c.channel, c.target, c.account_id, c.attempts as attempt,
      coalesce((select extract(epoch from mon_now() - min(t.at)) * 1000 from delivery_attempt t where t.delivery_id = c.id), 0)::float8
        as since_first_ms,
      c.notification_id is null as is_digest, c.cause_id::text, c.user_id::text, coalesce(us.timezone, 'UTC') as timezone,
      coalesce(us.language, 'en') as language, coalesce((
        select ${sql.literal(mayAcknowledge)} from (select c.account_key as account_id, c.user_id, c.channel, c.target) d
        join notification n on n.id = c.notification_id and n.incident_id is not null), false) as may_acknowledge,
      case when c.notification_id is null then (
          select max(p.minute) from notification_delivery p where p.digest_id = c.id and exists (
            select from notification_delivery o where o.notification_id = p.notification_id and o.channel = p.channel
              and o.target = p.target and o.minute < p.minute and o.status = 'sent'))
        when c.minute > 0 and exists (
          select from notification_delivery o where o.notification_id = c.notification_id and o.channel = c.channel
            and o.target = c.target and o.minute < c.minute and o.status = 'sent') then c.minute end as reminder_minutes,
      c.is_update, i.acknowledged_at, nullif(${sql.literal(acknowledgedByName("i", "w"))}, '') as acknowledged_by,
      i.acknowledgement_note
    from claimed c left join user_setting us on us.user_id = c.user_id
    left join notification u on u.id = c.notification_id and c.is_update
    left join incident i on i.id = u.incident_id and i.acknowledged_at is not null
    left join app_user w on w.id = i.acknowledged_by`

const leased = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  key: string,
  channel: DeliveryChannel,
  token: string,
  traits: ChannelTraits
) {
  yield* reserveSlot(sql, { key, channel }, traits)
  const [row] = yield* take(sql, key, token, traits)
  return row
})

/** Returns the reason why a delivery could not be claimed. Ends the delivery if it has no attempts left. */
const refused = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: string, { showing }: ChannelTraits) {
  const [row] = yield* sql<{ readonly at: Date; readonly isMuted: boolean; readonly spent: boolean }>`
    select greatest(d.next_at, d.lease_until,
        case when d.channel = 'webhook' or (d.channel = 'channel' and d.next_at <= mon_now())
          then mon_now() + ${BUSY_SECONDS}::int * interval '1 second' end) as at,
      ${sql.literal(isMuted("a"))} as "isMuted",
      d.attempts >= ${MAX_ATTEMPTS} and coalesce(d.lease_until <= mon_now(), true) as spent
    from notification_delivery d join account a on a.id = d.account_id
    where d.id = ${key}::bigint and d.status = 'pending' and d.digest_id is null and ${sql.literal(isReady("d"))}`
  if (row === undefined) return over
  const { isMuted: isHeld, spent } = row
  const earlier = isHeld || spent ? null : yield* waitForEarlier(sql, key, showing)
  const at = isHeld ? null : (earlier ?? row.at)
  if (isHeld || !spent) {
    // During a pause, deliveries wait, and the end of the pause releases them.
    // A delivery that was released a moment ago must not be made to wait again.
    yield* sql`
      update notification_delivery set held_until = ${at?.toISOString() ?? "infinity"}::timestamptz
      where id = ${key}::bigint and status = 'pending' and held_until is not null`
    return at === null ? over : ({ _tag: "Later", at: at.getTime() } satisfies ClaimOutcome)
  }
  yield* sql`
    update notification_delivery set status = 'failed', error_code = 'given_up', settled_at = mon_now()
    where (id = ${key}::bigint or digest_id = ${key}::bigint) and status = 'pending'`
  yield* sql`
    select settle_notifications(array(
      select notification_id from notification_delivery
      where (id = ${key}::bigint or digest_id = ${key}::bigint) and notification_id is not null))`
  return over
})

/** The notifications of a digest come without checks. The oldest notification is first. */
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
        case when i.id is null or i.monitor_id is null then n.data else jsonb_set(n.data, '{incident,checks}', ${incidentChecks(sql)}) end as data
      from notification_delivery d join notification n on n.id = d.notification_id left join incident i on i.id = n.incident_id
      where d.id = ${key}::bigint`

export const claimDelivery = (sql: SqlClient.SqlClient) =>
  operation(
    "Deliveries.claim",
    function* (key: string, leaseToken: string, traits: ChannelTraits = NO_TRAITS): Returns<ClaimOutcome> {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const channel = yield* lockReceiverOf(sql, key)
          if (channel === undefined) return over
          let row = yield* leased(sql, key, channel, leaseToken, traits)
          if (row === undefined) {
            const ended = yield* endOvertaken(sql, key, traits.showing)
            if (ended?.isOver === true) return { _tag: "Superseded", instead: ended.instead } satisfies ClaimOutcome
            if (ended !== null) row = yield* leased(sql, key, channel, leaseToken, traits)
          }
          if (row === undefined) return yield* refused(sql, key, traits)
          const cause = row.cause_id === null ? null : yield* findCause(sql, row.key)
          const delivery: ClaimedDelivery = {
            key: row.key,
            id: row.id,
            leaseToken,
            channel: row.channel,
            target: row.target,
            accountId: row.account_id,
            attempt: row.attempt,
            sinceFirstMs: row.since_first_ms,
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
            cause,
            isStorm: row.is_digest && row.cause_id !== null && cause === null,
            notifications: yield* dispatched(sql, row)
          }
          return { _tag: "Claimed", delivery } satisfies ClaimOutcome
        })
      )
    }
  )
