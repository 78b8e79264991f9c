import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"

/** WhatsApp accepts one message to the same number in this time (error 131056 of the Cloud API). */
const PAIR_SECONDS = 6

/** Reserves the next free slot of its number for a due WhatsApp delivery; other channels have no slots. */
export const reserveSlot = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: string) {
  yield* sql`
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
})
