import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { dropWaiting } from "./manageSubscription.ts"
import type { SubscriberAttempt, SubscriberDeliveries, SubscriberKind } from "./SubscriberDeliveries.ts"

const MESSAGE_CHARACTERS = 500

interface Settled {
  readonly subscriberKey: string
}

/** What an attempt says about the subscriber. Returns whether the subscription ends with it. */
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

/** A delivery that was suppressed during its attempt becomes `sent` when the attempt succeeded. */
export const recordSubscriberAttempt = (sql: SqlClient.SqlClient): SubscriberDeliveries["Service"]["record"] =>
  operation("SubscriberDeliveries.record", function* ({ key, leaseToken }, attempt, endedAfterSeconds) {
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
            where d.id = ${key}::bigint and d.lease_token = ${leaseToken}::uuid and d.status in ('pending', 'suppressed')
            returning d.subscriber_id::text as "subscriberKey"`
        if (row === undefined) return
        const ended = yield* judge(sql, row.subscriberKey, attempt, endedAfterSeconds)
        if (ended) yield* dropWaiting(sql, row.subscriberKey, "ended")
      })
    )
  })

export const releaseSubscriberDeliveries = (sql: SqlClient.SqlClient): SubscriberDeliveries["Service"]["release"] =>
  operation("SubscriberDeliveries.release", function* (deliveries) {
    const leases = JSON.stringify(deliveries.map(({ key, leaseToken }) => ({ key, token: leaseToken })))
    yield* sql`
        update status_delivery d set lease_token = null, next_at = mon_now()
        from jsonb_to_recordset(${leases}::text::jsonb) as x(key bigint, token uuid)
        where d.id = x.key and d.lease_token = x.token and d.status = 'pending'`
  })

export const waitingDeliveries = (sql: SqlClient.SqlClient): SubscriberDeliveries["Service"]["waiting"] =>
  operation("SubscriberDeliveries.waiting", function* () {
    const rows = yield* sql<{ readonly kind: SubscriberKind; readonly count: number }>`
        select kind, count(*)::int as count from status_delivery where status = 'pending' group by kind`
    const of = (kind: SubscriberKind): number => rows.find((row) => row.kind === kind)?.count ?? 0
    return { email: of("email"), webhook: of("webhook") }
  })
