import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import type { DeliveryChannel } from "../incidents/deliveries/takeUndispatched.ts"

/** The numbers of deliveries by one channel that one account has not sent yet or failed to send. */
export interface UnsentCount {
  /** The email address of the owner of the account. */
  readonly account: string
  readonly channel: DeliveryChannel
  /** The kind of an alert channel. Null for other channels. */
  readonly kind: string | null
  readonly waiting: number
  readonly failed: number
}

/** An unsent delivery in the operator's list. */
export interface UnsentDelivery {
  readonly id: string
  /** The email address of the owner of the account. */
  readonly account: string
  readonly channel: DeliveryChannel
  readonly kind: string | null
  /** The name of the alert channel or webhook. Null for email addresses and phone numbers. */
  readonly name: string | null
  readonly status: "pending" | "failed"
  readonly createdAt: Date
  readonly attempts: number
  readonly errorCode: string | null
  readonly errorMessage: string | null
  /** Whether the receiver refused every attempt, so that no message can have arrived. */
  readonly isRefused: boolean
}

/** The filter of deliveries to read or change. At most `limit` deliveries are selected, oldest first. */
export interface UnsentFilter {
  readonly id?: string | undefined
  readonly channel?: DeliveryChannel | undefined
  /** The email address of the owner of an account. Case-insensitive. */
  readonly account?: string | undefined
  readonly limit: number
}

/** The filter of the deliveries to repeat, and the rules for repeating them. */
export interface RepeatWish extends UnsentFilter {
  /** The kinds of alert channels whose services detect a message that arrives twice. */
  readonly recognizing: ReadonlyArray<string>
  /** Whether to repeat deliveries that may already have arrived, even if their services do not detect duplicates. */
  readonly mayArriveTwice: boolean
}

/**
 * The number of deliveries that a call repeats, and the numbers of deliveries that the call leaves failed. A preview
 * returns the same numbers but repeats nothing.
 */
export interface RepeatedDeliveries {
  readonly repeated: number
  /** The number of failed alerts about incidents that have already ended. These alerts are not repeated. */
  readonly outdated: number
  /**
   * The number of failed deliveries that may have arrived and whose receivers would show them twice. These deliveries
   * are not repeated.
   */
  readonly uncertain: number
}

/**
 * The number of attempts to which a delivery is set. The number is one less than `MAX_ATTEMPTS` in claimDelivery.ts, so
 * that one attempt is left.
 */
const LAST_ATTEMPT = 29

/**
 * The time by which the due time of a repeated delivery is moved to the past, so that the delivery is due immediately.
 */
const LOST = "interval '6 minutes'"

/**
 * SQL for whether the receiver refused an attempt, or nothing was sent at all. After any other failure, the message may
 * have arrived.
 */
const refused = `(a.code ~ '^4[0-9][0-9]$' or a.code in ('settings_unreadable', 'secret_unreadable', 'blocked', 'too_large'))`

const isRefused = `not exists (
  select from delivery_attempt a where a.delivery_id = d.id and (a.status is null or a.status <> 'failed' or a.code is null
    or not ${refused}))`

const isOwner = (sql: SqlClient.SqlClient, account: string) =>
  sql`exists (
    select from membership ms join app_user u on u.id = ms.user_id
    where ms.account_id = d.account_id and ms.role = 'owner' and ms.removed_at is null and lower(u.email) = lower(${account.trim()}))`

const chosen = (sql: SqlClient.SqlClient, { account, channel, id }: UnsentFilter) =>
  sql`d.digest_id is null
    and ${id === undefined ? sql`true` : sql`d.public_id = ${id}::uuid`}
    and ${channel === undefined ? sql`true` : sql`d.channel = ${channel}`}
    and ${account === undefined ? sql`true` : isOwner(sql, account)}`

const owner = `(select u.email from membership ms join app_user u on u.id = ms.user_id
  where ms.account_id = d.account_id and ms.role = 'owner' and ms.removed_at is null)`

/** Selects failed deliveries, and decides for each delivery whether it is repeated. A preview locks no rows. */
const judged = (sql: SqlClient.SqlClient, wish: RepeatWish, lock: boolean) =>
  sql<{ readonly key: string; readonly verdict: keyof RepeatedDeliveries }>`
    select d.id::text as key, case
      when n.kind in ('down', 'external_alert') and i.resolved_at is not null then 'outdated'
      when ${wish.mayArriveTwice}::boolean or d.channel in ('email', 'webhook') or ${sql.literal(isRefused)}
        or (d.channel = 'channel' and d.target_kind = any(${wish.recognizing}::text[])) then 'repeated'
      else 'uncertain' end as verdict
    from notification_delivery d left join notification n on n.id = d.notification_id
    left join incident i on i.id = n.incident_id
    where d.status = 'failed' and ${chosen(sql, wish)}
    order by d.id limit ${wish.limit} ${lock ? sql`for update of d skip locked` : sql``}`

const countVerdicts = (rows: ReadonlyArray<{ readonly verdict: keyof RepeatedDeliveries }>): RepeatedDeliveries => {
  const counts = { repeated: 0, outdated: 0, uncertain: 0 }
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}

/** The unsent deliveries of all accounts, for the operator. */
export class OperatorDeliveries extends Context.Service<OperatorDeliveries>()("@mon/core-store/OperatorDeliveries", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    counts: operation(
      "OperatorDeliveries.counts",
      () => sql<UnsentCount>`
          select account, channel, kind, count(*) filter (where status = 'pending')::int as waiting,
            count(*) filter (where status = 'failed')::int as failed
          from (
            select coalesce(${sql.literal(owner)}, '') as account, d.channel, d.target_kind as kind, d.status
            from notification_delivery d where d.status in ('pending', 'failed') and d.digest_id is null) d
          group by 1, 2, 3 order by 5 desc, 4 desc, 1, 2, 3`
    ),
    list: operation(
      "OperatorDeliveries.list",
      (filter: UnsentFilter & { readonly status: UnsentDelivery["status"] }) => sql<UnsentDelivery>`
          select d.public_id as id, coalesce(${sql.literal(owner)}, '') as account, d.channel, d.target_kind as kind,
            d.target_name as name, d.status, d.created_at as "createdAt", d.attempts, d.error_code as "errorCode",
            d.error_message as "errorMessage", ${sql.literal(isRefused)} as "isRefused"
          from notification_delivery d where d.status = ${filter.status} and ${chosen(sql, filter)}
          order by d.id limit ${filter.limit}`
    ),
    /** Returns the numbers of deliveries that {@link repeat} would repeat and leave failed. */
    preview: operation("OperatorDeliveries.preview", (wish: RepeatWish) =>
      Effect.map(judged(sql, wish, false), countVerdicts)
    ),
    /**
     * Gives failed deliveries one more attempt, with the same id. A worker starts the attempt within a minute. A sent
     * delivery is never repeated.
     */
    repeat: operation("OperatorDeliveries.repeat", (wish: RepeatWish) =>
      sql.withTransaction(
        Effect.gen(function* () {
          const rows = yield* judged(sql, wish, true)
          const keys = rows.filter(({ verdict }) => verdict === "repeated").map(({ key }) => key)
          yield* sql`
                update notification_delivery set status = 'pending', settled_at = null, slot_at = null, lease_until = null,
                  lease_token = null, held_until = null, attempts = least(attempts, ${LAST_ATTEMPT}::int),
                  next_at = mon_now() - ${sql.literal(LOST)}
                where id = any(${keys}::bigint[])`
          yield* sql`
                update notification_delivery set status = 'pending', settled_at = null
                where digest_id = any(${keys}::bigint[]) and status = 'failed'`
          yield* sql`
                select settle_notifications(array(
                  select notification_id from notification_delivery
                  where (id = any(${keys}::bigint[]) or digest_id = any(${keys}::bigint[])) and notification_id is not null))`
          return countVerdicts(rows)
        })
      )
    )
  }))
}) {
  static readonly layer = Layer.effect(OperatorDeliveries, OperatorDeliveries.make)
}
