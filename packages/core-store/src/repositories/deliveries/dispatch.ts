import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import { closeBursts } from "./bursts.ts"
import { windowEnd } from "../deliveryRecords/windowEnd.ts"
import type { CausePart, Deliveries, DeliveryChannel } from "./Deliveries.ts"

const idBytes = 10

/** `cause_part` of a delivery. */
export const causeParts = { notice: 1, rest: 2 } as const satisfies Record<CausePart, number>

/** The waiting time of deliveries to alert channels, which hides them from the previous release. */
export const HIDDEN = "infinity"

/** Whether a delivery `d` waits for no digest. */
export const isReady = "(d.waits_until is null or (d.channel = 'channel' and d.gathers_at is null))"

const newId = Effect.gen(function* () {
  return uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(idBytes))
})

export const dispatch = (sql: SqlClient.SqlClient): Deliveries["Service"]["dispatch"] =>
  operation("Deliveries.dispatch", function* ({ key }, targets, moment = null) {
    const { minute = 0, reminder = null, step = null } = moment ?? {}
    const rows = yield* Effect.forEach(targets, ({ cause, channel, target, userKey, waitsUntil }) =>
      Effect.map(newId, (id) => ({
        id,
        channel,
        target,
        user_id: userKey,
        waits: waitsUntil?.toISOString() ?? null,
        cause: cause?.causeKey ?? null,
        part: cause === null ? null : causeParts[cause.part]
      }))
    )
    // Of an alert with moments, later ones may follow.
    yield* sql`
      update notification set dispatched_at = coalesce(dispatched_at, mon_now()), status = case
        when ${rows.length > 0}::boolean then 'pending' when ${moment === null}::boolean then 'suppressed' else status end,
        reason = case when ${rows.length === 0 && moment === null}::boolean then 'no_recipient' else reason end
      where id = ${key}::bigint`
    if (rows.length === 0) return
    yield* sql`
        insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id,
          minute, route_step, reminder, waits_until, gathers_at, cause_id, cause_part, target_kind, target_name)
        select r.id, n.account_id, n.id, n.key || ':' || r.channel || ':' || lower(r.target)
            || case when r.channel <> 'webhook' and ${minute} > 0 then ${`:${minute}`} else '' end,
          r.channel, r.target, r.user_id, ${minute}::int, ${step}::smallint, ${reminder}::int,
          case when r.channel = 'channel' then ${HIDDEN}::timestamptz else r.waits end,
          case when r.channel = 'channel' then r.waits end, r.cause, r.part,
          ch.kind, coalesce(ch.name, w.label)
        from notification n cross join jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as r(id uuid, channel text, target text, user_id bigint, waits timestamptz, cause bigint, part smallint)
        left join alert_channel ch on r.channel = 'channel' and ch.account_id = n.account_id and ch.public_id::text = r.target
        left join webhook w on r.channel = 'webhook' and w.account_id = n.account_id and w.public_id::text = r.target
        where n.id = ${key}::bigint
        on conflict (key) do nothing`
  })

interface Waiting {
  readonly key: string
  readonly channel: DeliveryChannel
  readonly target: string
  readonly user_id: string | null
  readonly cause_id: string | null
  readonly cause_part: number | null
}

const recipientOf = ({ cause_id, channel, target }: Waiting): string =>
  [channel, target.toLowerCase(), ...(cause_id === null ? [] : [cause_id])].join(":")

const digestKey = (waiting: ReadonlyArray<Waiting>): string =>
  createHash("sha256")
    .update(waiting.map(({ key }) => key).join("\n"))
    .digest("hex")
    .slice(0, 32)

/**
 * A digest replaces several messages to one recipient; a single message is sent as it is. What has a shared cause
 * becomes a digest of its own, which names the cause.
 */
export const gather = (sql: SqlClient.SqlClient): Deliveries["Service"]["gather"] =>
  operation("Deliveries.gather", function* (accountKey, endsAt) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* closeBursts(sql, accountKey, endsAt)
        const waiting = yield* sql<Waiting>`
        select id::text as key, channel, target, user_id::text, cause_id::text, cause_part from notification_delivery
        where account_id = ${accountKey}::bigint and status = 'pending' and digest_id is null
          and ${sql.literal(windowEnd)} <= ${endsAt}::timestamptz
        order by id for update`
        const recipients = Map.groupBy(waiting, (one) => recipientOf(one))
        yield* Effect.forEach(
          [...recipients],
          ([recipient, messages]) =>
            Effect.gen(function* () {
              const [first] = messages
              const channel = first?.channel ?? "email"
              if (first === undefined || (messages.length === 1 && first.cause_id === null)) {
                yield* sql`
                  update notification_delivery set gathers_at = null, next_at = mon_now(), held_until = null,
                    waits_until = case when channel = 'channel' then waits_until end
                  where id = ${first?.key ?? null}::bigint`
                return
              }
              yield* sql`
            with digest as (
              insert into notification_delivery (public_id, account_id, key, channel, target, user_id, waits_until,
                cause_id, cause_part)
              values (${yield* newId}::uuid, ${accountKey}::bigint, ${`digest:${digestKey(messages)}:${recipient}`},
                ${channel}, ${first.target}, ${first.user_id}::bigint,
                ${channel === "channel" ? HIDDEN : null}::timestamptz, ${first.cause_id}::bigint,
                ${Math.min(...messages.map(({ cause_part }) => cause_part ?? causeParts.rest))}::smallint)
              returning id
            )
            update notification_delivery set digest_id = digest.id from digest
            where notification_delivery.id in (select jsonb_array_elements_text(${JSON.stringify(messages.map(({ key }) => key))}::text::jsonb)::bigint)`
            }),
          { discard: true }
        )
      })
    )
  })
