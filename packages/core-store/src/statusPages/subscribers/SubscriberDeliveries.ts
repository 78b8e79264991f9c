import { type Language, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import { isStopped } from "../../access/stoppedAccount.sql.ts"
import { dropWaiting } from "./StatusSubscribers.ts"
import { isReader } from "./pageReaders.ts"

/** The way in which a subscriber of a status page is reached. */
export type SubscriberKind = "email" | "webhook"

/** The delivery of one publication to one subscriber, leased to the caller. */
export interface ClaimedSubscriberDelivery {
  readonly key: string
  /** The public id of the delivery. The id is the same in every attempt, so that a receiver can detect duplicates. */
  readonly id: string
  readonly leaseToken: string
  readonly kind: SubscriberKind
  /** The number of the attempt, counted from 1. */
  readonly attempt: number
  readonly pageKey: string
  readonly pageId: string
  readonly postId: string
  readonly updateId: string
  /**
   * The component whose change is sent to a webhook in a separate request. Null if the request contains the update
   * itself.
   */
  readonly componentId: string | null
  readonly subscriberId: string
  /** An email address, or the URL of a webhook. */
  readonly address: string
  /** The encrypted secret of a webhook. Null for an email address. */
  readonly secret: string | null
  readonly language: Language
}

/**
 * The result of an attempt. `ends` says whether the subscription ends, because the receiver does not exist or wants no
 * more messages. `ownFault` says whether the attempt failed because of an error in the worker. Such a failure says
 * nothing about the receiver. If `retryAfterMs` is null, there is no further attempt.
 */
export interface SubscriberAttempt {
  readonly status: "sent" | "failed" | "suppressed"
  readonly code: string | null
  readonly error: string | null
  readonly retryAfterMs: number | null
  readonly ends: "bounced" | "gone" | null
  readonly ownFault: boolean
}

/**
 * The maximum number of attempts at one delivery, including attempts without a result. The limit stops a delivery that
 * crashes its workers.
 */
const MAX_ATTEMPTS = 30
/**
 * The time, in seconds, after which a waiting alert no longer holds back other emails, because something else must be
 * delaying it.
 */
const ALERT_SECONDS = 60

/** SQL for whether the first email of an alert is waiting. Alerts take precedence over emails to subscribers. */
const ALERT_WAITS = `exists (
  select from notification_delivery n
  where n.status = 'pending' and n.channel = 'email' and n.attempts = 0 and n.digest_id is null
    and n.waits_until is null and n.next_at <= mon_now()
    and n.created_at > mon_now() - ${ALERT_SECONDS} * interval '1 second')`

const claimSubscriberDeliveries = (sql: SqlClient.SqlClient) =>
  operation(
    "SubscriberDeliveries.claim",
    function* (kind: SubscriberKind, limit: number, leaseMs: number, exceptPages: ReadonlyArray<string>) {
      const [due] = yield* sql<{ readonly any: boolean }>`
        select exists (select from status_delivery where kind = ${kind} and status = 'pending' and next_at <= mon_now())
          and (${kind === "webhook"}::boolean or not ${sql.literal(ALERT_WAITS)}) as any`
      if (due?.any !== true) return []
      const leaseToken = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      // The recursion jumps from page to page in the index, so that the number of deliveries does not affect the cost.
      return yield* sql<ClaimedSubscriberDelivery>`
        with recursive page(id) as (
          select min(page_id) from status_delivery where kind = ${kind} and status = 'pending'
          union all
          select (select min(d.page_id) from status_delivery d
            where d.kind = ${kind} and d.status = 'pending' and d.page_id > page.id)
          from page where page.id is not null
        ), found as (
          select d.id, row_number() over (partition by page.id order by d.next_at, d.id) as turn
          from page cross join lateral (
            select o.id, o.next_at from status_delivery o
            where o.kind = ${kind} and o.page_id = page.id and o.status = 'pending' and o.next_at <= mon_now()
            order by o.next_at, o.id limit ${limit}
          ) d
          where page.id is not null
            and page.id::text not in (select jsonb_array_elements_text(${JSON.stringify(exceptPages)}::text::jsonb))
        ), picked as (
          select d.id, exists (
            select from status_page p join account a on a.id = p.account_id
            where p.id = d.page_id and ${sql.literal(isStopped("a"))}) as is_stopped,
            exists (
            select from status_subscriber s join status_page p on p.id = s.page_id
            where s.id = d.subscriber_id and ${sql.literal(isReader)}) as is_reader
          from status_delivery d
          where d.id in (select id from found order by turn, id limit ${limit})
            and d.status = 'pending' and d.next_at <= mon_now()
          for update skip locked
        ), settled as (
          update status_delivery d set status = case when d.attempts >= ${MAX_ATTEMPTS} then 'failed' else 'suppressed' end,
            settled_at = mon_now(),
            error_code = case when d.attempts >= ${MAX_ATTEMPTS} then coalesce(d.error_code, 'unknown')
              when picked.is_stopped then 'paused' else 'unsubscribed' end
          from picked
          where d.id = picked.id and (not picked.is_reader or picked.is_stopped or d.attempts >= ${MAX_ATTEMPTS})
        ), claimed as (
          update status_delivery d set lease_token = ${leaseToken}::uuid, attempts = d.attempts + 1,
            claimed_at = mon_now(), next_at = mon_now() + ${leaseMs}::int * interval '1 millisecond'
          from picked
          where d.id = picked.id and picked.is_reader and not picked.is_stopped and d.attempts < ${MAX_ATTEMPTS}
          returning d.*
        )
        select d.id::text as key, d.public_id as id, d.lease_token as "leaseToken", d.kind, d.attempts as attempt,
          d.page_id::text as "pageKey", p.public_id as "pageId", t.public_id as "postId", u.public_id as "updateId",
          c.public_id as "componentId", s.public_id as "subscriberId", s.address, s.secret, s.language
        from claimed d join status_page p on p.id = d.page_id join status_update u on u.id = d.update_id
        join status_post t on t.id = u.post_id join status_subscriber s on s.id = d.subscriber_id
        left join status_component c on c.id = d.component_id
        order by d.id`
    }
  )

const MESSAGE_CHARACTERS = 500

interface Settled {
  readonly subscriberKey: string
}

/** Returns whether the subscription ends because of the result. */
const judge = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  subscriberKey: string,
  { ends, ownFault, status }: SubscriberAttempt,
  endedAfterSeconds: number
) {
  if (status === "suppressed" || ownFault) return false
  if (status === "sent") {
    yield* sql`
      update status_subscriber set failing_since = null
      where id = ${subscriberKey}::bigint and failing_since is not null`
    return false
  }
  const [row] = yield* sql<{ readonly ended: boolean }>`
    with before as (
      select id, state, coalesce(failing_since, mon_now()) as since from status_subscriber
      where id = ${subscriberKey}::bigint for update
    ), judged as (
      select id, since, case when state <> 'confirmed' then null when ${ends}::text is not null then ${ends}::text
        when since <= mon_now() - ${endedAfterSeconds}::int * interval '1 second' then 'failing' end as reason
      from before
    )
    update status_subscriber s set failing_since = j.since, state = case when j.reason is null then s.state else 'ended' end,
      ended_reason = coalesce(j.reason, s.ended_reason),
      ended_at = case when j.reason is null then s.ended_at else mon_now() end
    from judged j where s.id = j.id returning j.reason is not null as ended`
  return row?.ended === true
})

/** A delivery that was suppressed during its attempt becomes `sent` if the attempt succeeded. */
const recordSubscriberAttempt = (sql: SqlClient.SqlClient) =>
  operation(
    "SubscriberDeliveries.record",
    function* (delivery: ClaimedSubscriberDelivery, attempt: SubscriberAttempt, endedAfterSeconds: number) {
      const { code, error, retryAfterMs, status } = attempt
      const isLast = status !== "failed" || retryAfterMs === null
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const [row] = yield* sql<Settled>`
            update status_delivery d set
              status = case when ${status} = 'sent' then 'sent' when d.status = 'pending' and ${isLast} then ${status}
                else d.status end,
              settled_at = case when d.status = 'pending' and not ${isLast} then null else mon_now() end,
              next_at = mon_now() + coalesce(${retryAfterMs}::double precision, 0) * interval '1 millisecond',
              error_code = case when ${status} = 'sent' then null when d.status = 'pending' then ${code}
                else d.error_code end,
              error_message = case when ${status} = 'sent' then null
                else ${error?.slice(0, MESSAGE_CHARACTERS) ?? null} end,
              lease_token = null
            where d.id = ${delivery.key}::bigint and d.lease_token = ${delivery.leaseToken}::uuid and d.status in ('pending', 'suppressed')
            returning d.subscriber_id::text as "subscriberKey"`
          if (row === undefined) return
          const ended = yield* judge(sql, row.subscriberKey, attempt, endedAfterSeconds)
          if (ended) yield* dropWaiting(sql, row.subscriberKey, "ended")
        })
      )
    }
  )

/** Deliveries of publications to the subscribers of status pages. */
export class SubscriberDeliveries extends Context.Service<SubscriberDeliveries>()(
  "@mon/core-store/SubscriberDeliveries",
  {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /**
       * Leases due deliveries to subscribers who have not left. The deliveries of different pages take turns. Leases no
       * emails while the first email of an alert is waiting.
       */
      claim: claimSubscriberDeliveries(sql),
      /**
       * Returns whether a claimed delivery may still be sent. Since the claim, the page may have become private or been
       * deleted, or the subscriber may have left.
       */
      stands: operation("SubscriberDeliveries.stands", function* (delivery: ClaimedSubscriberDelivery) {
        const rows = yield* sql`
        select 1 from status_delivery d join status_subscriber s on s.id = d.subscriber_id
        join status_page p on p.id = d.page_id join account a on a.id = p.account_id
        where d.id = ${delivery.key}::bigint and d.lease_token = ${delivery.leaseToken}::uuid and d.status = 'pending'
          and ${sql.literal(isReader)} and not ${sql.literal(isStopped("a"))}`
        return rows.length > 0
      }),
      /**
       * Records an attempt, if the caller still has the lease. The subscription ends if all attempts have failed for
       * `endedAfterSeconds`.
       */
      record: recordSubscriberAttempt(sql),
      /** Releases leases for which no attempt was made. */
      release: operation(
        "SubscriberDeliveries.release",
        function* (deliveries: ReadonlyArray<ClaimedSubscriberDelivery>) {
          const leases = JSON.stringify(deliveries.map(({ key, leaseToken }) => ({ key, token: leaseToken })))
          yield* sql`
        update status_delivery d set lease_token = null, next_at = mon_now()
        from jsonb_to_recordset(${leases}::text::jsonb) as x(key bigint, token uuid)
        where d.id = x.key and d.lease_token = x.token and d.status = 'pending'`
        }
      ),
      /** Returns the numbers of waiting deliveries, by kind of subscriber. */
      waiting: operation("SubscriberDeliveries.waiting", function* (): Returns<
        Readonly<Record<SubscriberKind, number>>
      > {
        const rows = yield* sql<{ readonly kind: SubscriberKind; readonly count: number }>`
        select kind, count(*)::int as count from status_delivery where status = 'pending' group by kind`
        const of = (kind: SubscriberKind): number => rows.find((row) => row.kind === kind)?.count ?? 0
        return { email: of("email"), webhook: of("webhook") }
      })
    }))
  }
) {
  static readonly layer = Layer.effect(SubscriberDeliveries, SubscriberDeliveries.make)
}
