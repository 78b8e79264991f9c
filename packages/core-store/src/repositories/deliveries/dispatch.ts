import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { randomBytes } from "../../sql/Randomness.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { Deliveries, QueuedDelivery } from "./Deliveries.ts"

const idBytes = 10

const newId = Effect.gen(function* () {
  return uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(idBytes))
})

export const dispatch = (sql: SqlClient.SqlClient): Deliveries["Service"]["dispatch"] =>
  Effect.fn("Deliveries.dispatch")(
    function* ({ key }, targets, waitsUntil) {
      const rows = yield* Effect.forEach(targets, ({ channel, target, userKey }) =>
        Effect.map(newId, (id) => ({
          id,
          channel,
          target,
          user_id: userKey,
          waits_until: channel === "email" && waitsUntil !== null ? waitsUntil.toISOString() : null
        }))
      )
      yield* sql`
      update notification set dispatched_at = mon_now(), status = ${rows.length === 0 ? "suppressed" : "pending"}
      where id = ${key}::bigint`
      if (rows.length === 0) return []
      return yield* sql<QueuedDelivery>`
      with created as (
        insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id, waits_until)
        select r.id, n.account_id, n.id, n.key || ':' || r.channel || ':' || lower(r.target), r.channel, r.target, r.user_id,
          r.waits_until
        from notification n cross join jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as r(id uuid, channel text, target text, user_id bigint, waits_until timestamptz)
        where n.id = ${key}::bigint
        on conflict (key) do nothing
        returning id, account_id, channel, waits_until
      )
      select id::text as key, account_id::text as "accountKey", channel from created where waits_until is null order by id`
    },
    Effect.mapError(storeError("Deliveries.dispatch"))
  )

interface Waiting {
  readonly key: string
  readonly target: string
  readonly user_id: string | null
}

const digestKey = (waiting: ReadonlyArray<Waiting>): string =>
  createHash("sha256")
    .update(waiting.map(({ key }) => key).join("\n"))
    .digest("hex")
    .slice(0, 32)

/** A digest replaces several emails to one address; a single email is sent as it is. */
export const gather = (sql: SqlClient.SqlClient): Deliveries["Service"]["gather"] =>
  Effect.fn("Deliveries.gather")(
    function* (accountKey, endsAt) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const waiting = yield* sql<Waiting>`
        select id::text as key, target, user_id::text from notification_delivery
        where account_id = ${accountKey}::bigint and status = 'pending' and digest_id is null
          and waits_until <= ${endsAt}::timestamptz
        order by id for update`
          const addresses = Map.groupBy(waiting, ({ target }) => target.toLowerCase())
          return yield* Effect.forEach([...addresses.values()], (emails) =>
            Effect.gen(function* () {
              const [first] = emails
              if (first === undefined || emails.length === 1) {
                yield* sql`update notification_delivery set waits_until = null, next_at = mon_now() where id = ${first?.key ?? null}::bigint`
                return { key: first?.key ?? "", accountKey, channel: "email" } satisfies QueuedDelivery
              }
              const [digest] = yield* sql<{ key: string }>`
            with digest as (
              insert into notification_delivery (public_id, account_id, key, channel, target, user_id)
              values (${yield* newId}::uuid, ${accountKey}::bigint,
                ${`digest:${digestKey(emails)}:email:${first.target.toLowerCase()}`}, 'email', ${first.target}, ${first.user_id}::bigint)
              returning id
            ), parts as (
              update notification_delivery set digest_id = digest.id from digest
              where notification_delivery.id in (select jsonb_array_elements_text(${JSON.stringify(emails.map(({ key }) => key))}::text::jsonb)::bigint)
            )
            select id::text as key from digest`
              return { key: digest?.key ?? "", accountKey, channel: "email" } satisfies QueuedDelivery
            })
          )
        })
      )
    },
    Effect.mapError(storeError("Deliveries.gather"))
  )
