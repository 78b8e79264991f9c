import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import { isFailing, isLiveDomain } from "../monitors/neighbours.sql.ts"
import type { AnnouncedCause, CauseBurst, Deliveries, DeliveryChannel, DeliveryTarget } from "./Deliveries.ts"
import { windowEnd } from "./dispatch.ts"

interface BurstRow {
  readonly channel: DeliveryChannel
  readonly target: string
  readonly noticeAt: Date
  readonly restAt: Date
  readonly isNotice: boolean
  /** When a message about the outage is sent that the recipient does not have yet. */
  readonly outageAt: Date | null
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
  Effect.fn("Deliveries.burst")(
    function* ({ key, transition }, causeKey, targets, { causesAtOnce, minute, noticeMs, restMs }) {
      const phase = `${transition ?? ""}:${minute}`
      const [crowd] = yield* isCrowded(sql, causeKey, phase, causesAtOnce, restMs)
      if (crowd?.crowded === true) return null
      const recipients = targets.map(({ channel, target }: DeliveryTarget) => ({ channel, target }))
      const rows = yield* sql<BurstRow>`
        with recipient as materialized (
          select r.channel, r.target, r.channel || ':' || lower(r.target) as name, ${waitingOutage(sql, key)} as outage_at
          from jsonb_to_recordset(${JSON.stringify(recipients)}::text::jsonb) as r(channel text, target text)
        ), burst as (
          insert into shared_cause_burst as b (cause_id, phase, recipient, opened_at)
          select ${causeKey}::bigint, ${phase}, name, mon_now() from recipient where outage_at is null order by name
          on conflict (cause_id, phase, recipient) do update set opened_at = case
            when b.opened_at <= mon_now() - ${restMs}::int * interval '1 millisecond' then mon_now() else b.opened_at end
          returning recipient, opened_at
        )
        select r.channel, r.target, r.outage_at as "outageAt",
          coalesce(b.opened_at, mon_now()) + ${noticeMs}::int * interval '1 millisecond' as "noticeAt",
          coalesce(b.opened_at + ${restMs}::int * interval '1 millisecond', r.outage_at) as "restAt",
          coalesce(b.opened_at + ${noticeMs}::int * interval '1 millisecond' > mon_now(), false) as "isNotice"
        from recipient r left join burst b on b.recipient = r.name`
      return rows.map(({ channel, isNotice, noticeAt, outageAt, restAt, target }): CauseBurst => {
        const part = isNotice ? "notice" : "rest"
        return { causeKey, channel, target, part, endsAt: isNotice ? noticeAt : (outageAt ?? restAt), restAt }
      })
    },
    Effect.mapError(storeError("Deliveries.burst"))
  )

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
