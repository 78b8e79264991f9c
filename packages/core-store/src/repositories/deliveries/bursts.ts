import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { isFailing, isLiveDomain } from "../monitors/neighbours.sql.ts"
import type { AnnouncedCause, CauseBurst, Deliveries, DeliveryChannel, DeliveryTarget } from "./Deliveries.ts"
import { isUndispatched } from "./takeUndispatched.ts"
import { windowEnd } from "../deliveryRecords/windowEnd.ts"

interface BurstRow {
  readonly channel: DeliveryChannel
  readonly target: string
  readonly noticeAt: Date
  readonly restAt: Date
  readonly isNotice: boolean
  /** When the message is due that lists what the notice does not list. */
  readonly partAt: Date
}

/** Whether so many other causes of the account have bursts that this one has to wait for the digest of all. */
const isCrowded = (sql: SqlClient.SqlClient, causeKey: string, phase: string, causes: number, restMs: number) =>
  sql<{ readonly crowded: boolean }>`
    with running as (
      select distinct b.cause_id from shared_cause own join shared_cause c on c.account_id = own.account_id
      join shared_cause_burst b on b.cause_id = c.id and b.phase = ${phase}
      where own.id = ${causeKey}::bigint and b.opened_at > mon_now() - ${restMs}::int * interval '1 millisecond'
    )
    select count(*) >= ${causes}::int and count(*) filter (where cause_id = ${causeKey}::bigint) = 0 as crowded from running`

/** The messages about the outage of the recovery `key` that wait, as of a recipient `r`. */
const waitingOutage = (sql: SqlClient.SqlClient, key: string) =>
  sql`(
    select max(${sql.literal(windowEnd)}) from notification n join notification o on o.incident_id = n.incident_id and o.kind = 'down'
    join notification_delivery d on d.notification_id = o.id and d.channel = r.channel and d.target = r.target
    where n.id = ${key}::bigint and n.kind = 'up' and d.status = 'pending' and d.digest_id is null and d.cause_id is not null)`

export const burst = (sql: SqlClient.SqlClient): Deliveries["Service"]["burst"] =>
  operation(
    "Deliveries.burst",
    function* ({ createdAt, key, transition }, causeKey, targets, { causesAtOnce, minute, noticeMs, restMs }) {
      const phase = `${transition ?? ""}:${minute}`
      const [crowd] = yield* isCrowded(sql, causeKey, phase, causesAtOnce, restMs)
      if (crowd?.crowded === true) return null
      // Under load, what happened in time may be dispatched late. It is in the message that is not made yet.
      const isRunning = sql`(not b.is_closed and (b.rest_at > mon_now()
        or (${minute === 0}::boolean and ${createdAt.toISOString()}::timestamptz <= b.rest_at)))`
      const recipients = targets.map(({ channel, target }: DeliveryTarget) => ({ channel, target }))
      const rows = yield* sql<BurstRow>`
        with recipient as materialized (
          select r.channel, r.target, r.channel || ':' || lower(r.target) as name, ${waitingOutage(sql, key)} as outage_at
          from jsonb_to_recordset(${JSON.stringify(recipients)}::text::jsonb) as r(channel text, target text)
        ), burst as (
          insert into shared_cause_burst as b (cause_id, phase, recipient, opened_at, rest_at)
          select ${causeKey}::bigint, ${phase}, name, mon_now(), mon_now() + ${restMs}::int * interval '1 millisecond'
          from recipient where outage_at is null order by name
          on conflict (cause_id, phase, recipient) do update set
            opened_at = case when ${isRunning} then b.opened_at else excluded.opened_at end,
            rest_at = case when ${isRunning} then b.rest_at else excluded.rest_at end,
            is_closed = false
          returning recipient, opened_at, rest_at
        )
        select r.channel, r.target, coalesce(b.opened_at, mon_now()) + ${noticeMs}::int * interval '1 millisecond' as "noticeAt",
          coalesce(b.rest_at, r.outage_at) as "partAt",
          coalesce(b.rest_at, greatest(r.outage_at, mon_now() + interval '1 second')) as "restAt",
          coalesce(b.opened_at + ${noticeMs}::int * interval '1 millisecond' > mon_now(), false) as "isNotice"
        from recipient r left join burst b on b.recipient = r.name`
      return rows.map(({ channel, isNotice, noticeAt, partAt, restAt, target }): CauseBurst => {
        const part = isNotice ? "notice" : "rest"
        return { causeKey, channel, target, part, endsAt: isNotice ? noticeAt : partAt, restAt }
      })
    }
  )

/** Closes the bursts whose last message is due. Waits for alerts that are joining them. */
export const closeBursts = (sql: SqlClient.SqlClient, accountKey: string, endsAt: Date) =>
  sql`
    update shared_cause_burst b set is_closed = true from shared_cause c
    where c.account_id = ${accountKey}::bigint and b.cause_id = c.id and not b.is_closed
      and date_trunc('milliseconds', b.rest_at) <= ${endsAt.toISOString()}::timestamptz`

/** Whether the last message of a burst is due, and alerts that belong to it are about to be dispatched. */
export const isJoining = (sql: SqlClient.SqlClient): Deliveries["Service"]["isJoining"] =>
  operation("Deliveries.isJoining", function* (accountKey, endsAt, longestMs) {
    const [row] = yield* sql<{ readonly joining: boolean }>`
        select mon_now() < ${endsAt.toISOString()}::timestamptz + ${longestMs}::int * interval '1 millisecond' and exists (
            select from shared_cause_burst b join shared_cause c on c.id = b.cause_id
            where c.account_id = ${accountKey}::bigint and not b.is_closed
              and date_trunc('milliseconds', b.rest_at) = ${endsAt.toISOString()}::timestamptz)
          and exists (select from notification n where n.account_id = ${accountKey}::bigint and n.kind in ('down', 'up')
            and n.created_at <= ${endsAt.toISOString()}::timestamptz and ${isUndispatched(sql)}) as joining`
    return row?.joining ?? false
  })

/** A cause as its message names it. */
export const findCause = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, causeKey: string, isRest: boolean) {
  const [row] = yield* sql<Omit<AnnouncedCause, "isRest">>`
    select c.public_id as id, c.kind, c.value, (
        select count(*)::int from monitor_schedule s join monitor m on m.id = s.monitor_id and m.account_id = c.account_id
        where c.kind <> 'name_servers' and ${sql.literal(isLiveDomain)} and ${sql.literal(isFailing)}
          and s.last_address <<= case when c.kind <> 'name_servers' then c.value::inet end) as failing,
      not exists (
        select from shared_cause_incident ci join incident i on i.id = ci.incident_id
        where ci.cause_id = c.id and i.resolved_at is null) as "isOver"
    from shared_cause c where c.id = ${causeKey}::bigint`
  return row === undefined ? null : ({ ...row, isRest } satisfies AnnouncedCause)
})
