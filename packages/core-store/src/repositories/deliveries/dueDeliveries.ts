import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { windowEnd } from "../deliveryRecords/windowEnd.ts"
import {
  type Deliveries,
  type DeliveryChannel,
  deliveryChannels,
  type DueDelivery,
  type EndedWindow
} from "./Deliveries.ts"
import { isReady } from "./dispatch.ts"

/** When a worker may take the delivery `d`. */
const dueAt = "greatest(d.next_at, d.held_until)"

/** Windows end so much later for workers, so that everything that was counted into them has been written. */
const GATHER_AFTER = "interval '1 second'"

/** Counting stops here, so that it stays fast for many deliveries. */
const COUNT_LIMIT = 100_000

/** A delivery `d` that waits for nothing but its time. */
const waits = `d.status = 'pending' and d.digest_id is null and ${isReady}`

export const nextDue = (sql: SqlClient.SqlClient): Deliveries["Service"]["nextDue"] =>
  operation("Deliveries.nextDue", function* () {
    const rows = yield* sql<{ readonly what: DeliveryChannel | "window"; readonly inMs: number }>`
        select due.what, extract(epoch from due.at - mon_now())::double precision * 1000 as "inMs" from (
          select c.channel as what, (
            select ${sql.literal(dueAt)} from notification_delivery d where d.channel = c.channel and ${sql.literal(waits)}
            order by ${sql.literal(dueAt)} limit 1) as at
          from unnest(${deliveryChannels}::text[]) as c (channel)
          union all
          select 'window', (
            select ${sql.literal(windowEnd)} + ${sql.literal(GATHER_AFTER)} from notification_delivery
            where status = 'pending' and digest_id is null and ${sql.literal(windowEnd)} is not null
            order by ${sql.literal(windowEnd)} limit 1)
        ) due where due.at < 'infinity'`
    return new Map(rows.map(({ inMs, what }) => [what, inMs]))
  })

export const take = (sql: SqlClient.SqlClient): Deliveries["Service"]["take"] =>
  operation(
    "Deliveries.take",
    (channel, limit, holdMs, exceptAccounts) => sql<DueDelivery>`
      with due as (
        select d.id from notification_delivery d
        where d.channel = ${channel} and ${sql.literal(waits)} and ${sql.literal(dueAt)} <= mon_now()
          and d.account_id <> all (${exceptAccounts}::text[]::bigint[])
        order by ${sql.literal(dueAt)}, d.id limit ${limit} for update skip locked
      )
      update notification_delivery d set held_until = mon_now() + ${holdMs}::int * interval '1 millisecond'
      from due where d.id = due.id
      returning d.id::text as key, d.account_id::text as "accountKey", d.channel`
  )

export const giveBack = (sql: SqlClient.SqlClient): Deliveries["Service"]["giveBack"] =>
  operation("Deliveries.giveBack", (deliveries) =>
    Effect.asVoid(sql`
        update notification_delivery set held_until = lease_until
        where id = any (${deliveries.map(({ key }) => key)}::bigint[]) and status = 'pending'`)
  )

export const endedWindows = (sql: SqlClient.SqlClient): Deliveries["Service"]["endedWindows"] =>
  operation(
    "Deliveries.endedWindows",
    (limit) => sql<EndedWindow>`
      select account_id::text as "accountKey", ${sql.literal(windowEnd)} as "endsAt" from notification_delivery
      where status = 'pending' and digest_id is null
        and ${sql.literal(windowEnd)} <= mon_now() - ${sql.literal(GATHER_AFTER)}
      group by 1, 2 order by 2 limit ${limit}`
  )

export const backlog = (sql: SqlClient.SqlClient): Deliveries["Service"]["backlog"] =>
  operation("Deliveries.backlog", function* () {
    const rows = yield* sql<{
      readonly channel: DeliveryChannel
      readonly waiting: number
      readonly running: number
    }>`
        select c.channel,
          (select count(*)::int from (select from notification_delivery d where d.channel = c.channel and ${sql.literal(waits)}
            and coalesce(d.lease_until <= mon_now(), true) limit ${COUNT_LIMIT}) w) as waiting,
          (select count(*)::int from (select from notification_delivery d where d.channel = c.channel and ${sql.literal(waits)}
            and d.lease_until > mon_now() limit ${COUNT_LIMIT}) r) as running
        from unnest(${deliveryChannels}::text[]) as c (channel)`
    return rows
  })

export const purge = (sql: SqlClient.SqlClient): Deliveries["Service"]["purge"] =>
  operation("Deliveries.purge", function* (days, limit) {
    const [row] = yield* sql<{ n: number }>`
      with deleted as (
        delete from notification_delivery where id in (
          select id from notification_delivery where created_at < mon_now() - ${days}::int * interval '1 day'
          order by created_at limit ${limit} for update skip locked)
        returning 1
      )
      select count(*)::int as n from deleted`
    return row?.n ?? 0
  })
