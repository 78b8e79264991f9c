import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import { windowEnd } from "../outcome.ts"
import { isReady } from "./overtaken.ts"
import { type DeliveryChannel, deliveryChannels } from "./takeUndispatched.ts"

/** A delivery that a worker has reserved. The keys are internal. */
export interface DueDelivery {
  readonly key: string
  readonly accountKey: string
  readonly channel: DeliveryChannel
}

/** A window of an account whose messages must now be combined. The key is internal. */
export interface EndedWindow {
  readonly accountKey: string
  readonly endsAt: Date
}

/**
 * The numbers of deliveries of a channel. Each number is counted up to 100,000. `waiting` counts deliveries that are
 * due now or later.
 */
export interface DeliveryBacklog {
  readonly channel: DeliveryChannel
  readonly waiting: number
  readonly running: number
}

export const deliveryDueAt = "greatest(d.next_at, d.held_until)"

/**
 * The delay after the end of a window before workers process the window, so that all messages of the window have been
 * written.
 */
export const GATHER_AFTER = "interval '1 second'"

/** The number at which counting stops, so that counting stays fast if there are many deliveries. */
const COUNT_LIMIT = 100_000

/** SQL for whether a pending delivery `d` is held back by nothing but its due time. */
export const waitsForTime = `d.status = 'pending' and d.digest_id is null and ${isReady("d")}`

export const take = (sql: SqlClient.SqlClient) =>
  operation(
    "Deliveries.take",
    (
      channel: DeliveryChannel,
      limit: number,
      holdMs: number,
      exceptAccounts: ReadonlyArray<string>
    ) => sql<DueDelivery>`
      with due as (
        select d.id from notification_delivery d
        where d.channel = ${channel} and ${sql.literal(waitsForTime)} and ${sql.literal(deliveryDueAt)} <= mon_now()
          and d.account_id <> all (${exceptAccounts}::text[]::bigint[])
        order by ${sql.literal(deliveryDueAt)}, d.id limit ${limit} for update skip locked
      )
      update notification_delivery d set held_until = mon_now() + ${holdMs}::int * interval '1 millisecond'
      from due where d.id = due.id
      returning d.id::text as key, d.account_id::text as "accountKey", d.channel`
  )

export const giveBack = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.giveBack", (deliveries: ReadonlyArray<DueDelivery>) =>
    Effect.asVoid(sql`
        update notification_delivery set held_until = lease_until
        where id = any (${deliveries.map(({ key }) => key)}::bigint[]) and status = 'pending'`)
  )

export const endedWindows = (sql: SqlClient.SqlClient) =>
  operation(
    "Deliveries.endedWindows",
    (limit: number) => sql<EndedWindow>`
      select account_id::text as "accountKey", ${sql.literal(windowEnd)} as "endsAt" from notification_delivery
      where status = 'pending' and digest_id is null
        and ${sql.literal(windowEnd)} <= mon_now() - ${sql.literal(GATHER_AFTER)}
      group by 1, 2 order by 2 limit ${limit}`
  )

export const backlog = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.backlog", function* (): Returns<ReadonlyArray<DeliveryBacklog>> {
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
  })

export const purge = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.purge", function* (days: number, limit: number) {
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

/**
 * SQL for the messages `d` to a channel that wait for the end of its quiet hours. Messages about transitions are
 * critical, so they wait only for a digest.
 */
const waiting = (sql: SqlClient.SqlClient, channelId: string) =>
  sql`d.account_id = (select account_id from alert_channel where public_id = ${channelId}::uuid)
    and d.channel = 'channel' and d.target = ${channelId} and d.status = 'pending' and d.digest_id is null
    and d.gathers_at > mon_now() and d.cause_id is null
    and exists (select from notification n where n.id = d.notification_id and n.kind not in ('down', 'up'))`

export const waitingForQuiet = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.waitingForQuiet", function* (channelId: string) {
    const [row] = yield* sql<{ readonly messages: number; readonly now: Date }>`
        select (select count(*)::int from notification_delivery d where ${waiting(sql, channelId)}) as messages,
          mon_now() as now`
    return row ?? { messages: 0, now: new Date(0) }
  })

export const moveQuietEnd = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.moveQuietEnd", function* (channelId: string, endsAt: Date) {
    yield* sql`
        update notification_delivery d set gathers_at = ${endsAt.toISOString()}::timestamptz
        where ${waiting(sql, channelId)}`
  })
