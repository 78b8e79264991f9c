import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { ChannelSpacing, DueDelivery } from "./Deliveries.ts"

/** WhatsApp accepts one message to the same number in this time (error 131056 of the Cloud API). */
const PAIR_SECONDS = 6

/** The time between two messages to a channel `c`. */
export const spacingOf = (sql: SqlClient.SqlClient, spacing: ChannelSpacing) =>
  sql`coalesce((${JSON.stringify(spacing)}::text::jsonb ->> c.kind)::double precision, 0) * interval '1 millisecond'`

/** Reserves the next free slot of its number for a due WhatsApp delivery. */
const reserveOfNumber = (sql: SqlClient.SqlClient, key: string) =>
  sql`
    with due as (
      select id, target from notification_delivery
      where id = ${key}::bigint and channel = 'whatsapp' and status = 'pending' and slot_at is null and next_at <= mon_now()
        and coalesce(lease_until <= mon_now(), true)
      for update
    ), slot as (
      insert into whatsapp_slot as p (number, slot_at) select target, mon_now() from due
      on conflict (number) do update set slot_at = greatest(mon_now(), p.slot_at + ${PAIR_SECONDS}::int * interval '1 second')
      returning slot_at
    )
    update notification_delivery d set slot_at = slot.slot_at, next_at = slot.slot_at from due, slot where d.id = due.id`

/**
 * Reserves the next free slot of its channel for a due delivery to an alert channel. A delivery that comes too early
 * after the last one waits for the rest of the time. One that missed its slot, such as after an outage, gets another.
 */
const reserveOfChannel = (sql: SqlClient.SqlClient, key: string, spacing: ChannelSpacing) =>
  sql`
    with due as (
      select id, slot_at, target::uuid as channel from notification_delivery
      where id = ${key}::bigint and channel = 'channel' and status = 'pending' and next_at <= mon_now()
        and coalesce(lease_until <= mon_now(), true)
      for update
    ), receiver as (
      select c.id, due.id as delivery, due.slot_at, c.sent_at + ${spacingOf(sql, spacing)} as free_at,
        c.slot_at + ${spacingOf(sql, spacing)} as next_slot,
        due.slot_at is null or due.slot_at < mon_now() - 2 * ${spacingOf(sql, spacing)} as missed
      from due join alert_channel c on c.public_id = due.channel
      for update of c
    ), waiting as (
      update notification_delivery d set next_at = r.free_at from receiver r
      where d.id = r.delivery and not r.missed and r.free_at > mon_now()
    ), slot as (
      update alert_channel c set slot_at = greatest(mon_now(), r.next_slot, r.free_at) from receiver r
      where c.id = r.id and (r.slot_at is null or (r.missed and r.free_at > mon_now()))
      returning c.slot_at, r.delivery
    )
    update notification_delivery d set slot_at = slot.slot_at, next_at = slot.slot_at from slot where d.id = slot.delivery`

/** Reserves a slot for a due delivery whose receiver limits messages. Others have no slots. */
export const reserveSlot = (
  sql: SqlClient.SqlClient,
  { channel, key }: Pick<DueDelivery, "channel" | "key">,
  spacing: ChannelSpacing
) => {
  if (channel === "whatsapp") return reserveOfNumber(sql, key)
  return channel === "channel" ? reserveOfChannel(sql, key, spacing) : Effect.void
}
