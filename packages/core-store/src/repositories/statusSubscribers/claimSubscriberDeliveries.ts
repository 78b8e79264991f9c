import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { isReader } from "./pageReaders.ts"
import type { ClaimedSubscriberDelivery, SubscriberDeliveries } from "./SubscriberDeliveries.ts"

/** Attempts including those without a result, so that a delivery that crashes its workers ends. */
const MAX_ATTEMPTS = 30
/** An alert that waits for longer has another problem, and must not stop everybody else. */
const ALERT_SECONDS = 60

/** The first email of an alert waits. Alerts come first. */
const ALERT_WAITS = `exists (
  select from notification_delivery n
  where n.status = 'pending' and n.channel = 'email' and n.attempts = 0 and n.digest_id is null
    and n.waits_until is null and n.next_at <= mon_now()
    and n.created_at > mon_now() - ${ALERT_SECONDS} * interval '1 second')`

export const claimSubscriberDeliveries = (sql: SqlClient.SqlClient): SubscriberDeliveries["Service"]["claim"] =>
  operation("SubscriberDeliveries.claim", function* (kind, limit, leaseMs, exceptPages) {
    const [due] = yield* sql<{ readonly any: boolean }>`
        select exists (select from status_delivery where kind = ${kind} and status = 'pending' and next_at <= mon_now())
          and (${kind === "webhook"}::boolean or not ${sql.literal(ALERT_WAITS)}) as any`
    if (due?.any !== true) return []
    const leaseToken = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    // The recursion jumps from page to page in the index, so that one with many deliveries costs no more.
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
  })

export const standsDelivery = (sql: SqlClient.SqlClient): SubscriberDeliveries["Service"]["stands"] =>
  operation("SubscriberDeliveries.stands", function* ({ key, leaseToken }) {
    const rows = yield* sql`
        select 1 from status_delivery d join status_subscriber s on s.id = d.subscriber_id
        join status_page p on p.id = d.page_id join account a on a.id = p.account_id
        where d.id = ${key}::bigint and d.lease_token = ${leaseToken}::uuid and d.status = 'pending'
          and ${sql.literal(isReader)} and not ${sql.literal(isStopped("a"))}`
    return rows.length > 0
  })
