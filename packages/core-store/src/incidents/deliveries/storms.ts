import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import { type BurstTimings, type CauseBurst, STORM } from "./bursts.ts"
import { lockCauses } from "./sharedCauses.ts"
import type { DeliveryChannel, DeliveryTarget, PendingNotification } from "./takeUndispatched.ts"

interface Row {
  readonly channel: DeliveryChannel
  readonly target: string
  readonly isNotice: boolean
  readonly endsAt: Date
  readonly restAt: Date
}

/** The value of a cause for alerts of one kind. No monitor has this address. */
const NO_NETWORK = "::/128"

/** Returns the cause that stands for all alerts of a kind in an account. */
const causeOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { accountKey, kind }: PendingNotification) {
  const [found] = yield* sql<{ readonly key: string }>`
    select id::text as key from shared_cause
    where account_id = ${accountKey}::bigint and kind = ${STORM} and alert_kind = ${kind} limit 1`
  if (found !== undefined) return found.key
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const [row] = yield* sql<{ readonly key: string }>`
    insert into shared_cause (public_id, account_id, kind, value, alert_kind)
    values (${id}::uuid, ${accountKey}::bigint, ${STORM}, ${NO_NETWORK}, ${kind})
    returning id::text as key`
  return row?.key ?? ""
})

/**
 * Opens or continues bursts of alerts of one kind. If other alerts of the kind are about to be dispatched, they join
 * the first message. Otherwise, the alert is sent immediately, and the burst continues as if this was its first
 * message.
 */
export const storm = (sql: SqlClient.SqlClient) =>
  operation(
    "Deliveries.storm",
    function* (
      notification: PendingNotification,
      targets: ReadonlyArray<DeliveryTarget>,
      { minute, noticeMs, restMs }: Omit<BurstTimings, "causesAtOnce">
    ): Returns<ReadonlyArray<CauseBurst>> {
      const { accountKey, createdAt, key, kind, monitorKey } = notification
      yield* lockCauses(sql, accountKey)
      const causeKey = yield* causeOf(sql, notification)
      const phase = `:${minute}`
      const notice = sql`${noticeMs}::int * interval '1 millisecond'`
      const recipients = targets.map(({ channel, target }) => ({ channel, target }))
      const rows = yield* sql<Row>`
        with recipient as materialized (
          select r.channel, r.target, r.channel || ':' || lower(r.target) as name
          from jsonb_to_recordset(${JSON.stringify(recipients)}::text::jsonb) as r(channel text, target text)
        ), running as materialized (
          select b.recipient, b.opened_at, b.rest_at from shared_cause_burst b join recipient r on r.name = b.recipient
          where b.cause_id = ${causeKey}::bigint and b.phase = ${phase} and not b.is_closed
            and (b.rest_at > mon_now() or (${minute === 0}::boolean and ${createdAt.toISOString()}::timestamptz <= b.rest_at))
        ), others as materialized (
          select exists (select from notification n where n.account_id = ${accountKey}::bigint and n.kind = ${kind}
            and n.status = 'pending' and n.dispatched_at is null and n.id <> ${key}::bigint
            and n.monitor_id <> ${monitorKey}::bigint) as wait
        ), opened as (
          insert into shared_cause_burst as b (cause_id, phase, recipient, opened_at, rest_at)
          select ${causeKey}::bigint, ${phase}, r.name, mon_now() - case when others.wait then interval '0' else ${notice} end,
            mon_now() + ${restMs}::int * interval '1 millisecond'
          from recipient r cross join others where not exists (select from running u where u.recipient = r.name)
          on conflict (cause_id, phase, recipient) do update set opened_at = excluded.opened_at, rest_at = excluded.rest_at,
            is_closed = false
          returning b.recipient, b.opened_at, b.rest_at
        )
        select r.channel, r.target, b.opened_at + ${notice} > mon_now() as "isNotice", b.rest_at as "restAt",
          case when b.opened_at + ${notice} > mon_now() then b.opened_at + ${notice} else b.rest_at end as "endsAt"
        from recipient r join (
          select *, false as is_first from running union all select opened.*, not others.wait from opened cross join others
        ) b on b.recipient = r.name
        where not b.is_first`
      return rows.map(({ isNotice, ...row }): CauseBurst => ({ ...row, causeKey, part: isNotice ? "notice" : "rest" }))
    }
  )
