import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
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
export const deliveryDueAt = "greatest(d.next_at, d.held_until)"

/** Windows end so much later for workers, so that everything that was counted into them has been written. */
export const GATHER_AFTER = "interval '1 second'"

/** Counting stops here, so that it stays fast for many deliveries. */
const COUNT_LIMIT = 100_000

/** A delivery `d` that waits for nothing but its time. */
export const waitsForTime = `d.status = 'pending' and d.digest_id is null and ${isReady}`

export const take = (sql: SqlClient.SqlClient): Deliveries["Service"]["take"] =>
  Effect.fn("Deliveries.take")(
    (channel, limit, holdMs, exceptAccounts) => sql<DueDelivery>`
      with due as (
        select d.id from notification_delivery d
        where d.channel = ${channel} and ${sql.literal(waitsForTime)} and ${sql.literal(deliveryDueAt)} <= mon_now()
          and d.account_id <> all (${exceptAccounts}::text[]::bigint[])
        order by ${sql.literal(deliveryDueAt)}, d.id limit ${limit} for update skip locked
      )
      update notification_delivery d set held_until = mon_now() + ${holdMs}::int * interval '1 millisecond'
      from due where d.id = due.id
      returning d.id::text as key, d.account_id::text as "accountKey", d.channel`,
    Effect.mapError(storeError("Deliveries.take"))
  )

export const giveBack = (sql: SqlClient.SqlClient): Deliveries["Service"]["giveBack"] =>
  Effect.fn("Deliveries.giveBack")(
    (deliveries) =>
      Effect.asVoid(sql`
        update notification_delivery set held_until = lease_until
        where id = any (${deliveries.map(({ key }) => key)}::bigint[]) and status = 'pending'`),
    Effect.mapError(storeError("Deliveries.giveBack"))
  )

export const endedWindows = (sql: SqlClient.SqlClient): Deliveries["Service"]["endedWindows"] =>
  Effect.fn("Deliveries.endedWindows")(
    (limit) => sql<EndedWindow>`
      select account_id::text as "accountKey", ${sql.literal(windowEnd)} as "endsAt" from notification_delivery
      where status = 'pending' and digest_id is null
        and ${sql.literal(windowEnd)} <= mon_now() - ${sql.literal(GATHER_AFTER)}
      group by 1, 2 order by 2 limit ${limit}`,
    Effect.mapError(storeError("Deliveries.endedWindows"))
  )

export const backlog = (sql: SqlClient.SqlClient): Deliveries["Service"]["backlog"] =>
  Effect.fn("Deliveries.backlog")(
    function* () {
      const rows = yield* sql<{
        readonly channel: DeliveryChannel
        readonly waiting: number
        readonly running: number
      }>`
        select c.channel,
          (select count(*)::int from (select from notification_delivery d where d.channel = c.channel and ${sql.literal(waitsForTime)}
            and coalesce(d.lease_until <= mon_now(), true) limit ${COUNT_LIMIT}) w) as waiting,
          (select count(*)::int from (select from notification_delivery d where d.channel = c.channel and ${sql.literal(waitsForTime)}
            and d.lease_until > mon_now() limit ${COUNT_LIMIT}) r) as running
        from unnest(${deliveryChannels}::text[]) as c (channel)`
      return rows
    },
    Effect.mapError(storeError("Deliveries.backlog"))
  )

export const purge = (sql: SqlClient.SqlClient): Deliveries["Service"]["purge"] =>
  Effect.fn("Deliveries.purge")(
    function* (days, limit) {
      const [row] = yield* sql<{ n: number }>`
      with deleted as (
        delete from notification_delivery where id in (
          select id from notification_delivery where created_at < mon_now() - ${days}::int * interval '1 day'
          order by created_at limit ${limit} for update skip locked)
        returning 1
      )
      select count(*)::int as n from deleted`
      return row?.n ?? 0
    },
    Effect.mapError(storeError("Deliveries.purge"))
  )
