import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { ClaimedDelivery } from "./claimDelivery.ts"

/** The result of an attempt. If `retryAfterMs` is null, there is no further attempt. */
export interface AttemptResult {
  readonly status: "sent" | "failed" | "suppressed"
  readonly code: string | null
  readonly error: string | null
  readonly durationMs: number
  readonly retryAfterMs: number | null
}

const MESSAGE_CHARACTERS = 500

/** Records an attempt. A delivery that was suppressed during its attempt becomes `sent` if the attempt succeeded. */
export const recordAttempt = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.record", function* (delivery: ClaimedDelivery, result: AttemptResult) {
    const { attempt, key, leaseToken } = delivery
    const { code, durationMs, error, retryAfterMs, status } = result

    const text = error?.slice(0, MESSAGE_CHARACTERS) ?? null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<{ readonly isOver: boolean }>`
        with recorded as (
          update notification_delivery d set
            status = case
              when ${status} = 'sent' then 'sent'
              when d.status = 'pending' and ${retryAfterMs}::double precision is null then ${status}
              else d.status end,
            settled_at = case when d.status = 'pending' and ${status} <> 'sent' and ${retryAfterMs}::double precision is not null then null else mon_now() end,
            next_at = mon_now() + coalesce(${retryAfterMs}::double precision, 0) * interval '1 millisecond',
            error_code = case when ${status} = 'sent' then null when d.status = 'pending' then ${code} else d.error_code end,
            error_message = case when ${status} = 'sent' then null else ${text} end,
            lease_until = null, lease_token = null, held_until = null
          where d.id = ${key}::bigint and d.lease_token = ${leaseToken}::uuid and d.status in ('pending', 'suppressed')
          returning d.id, d.status
        ), attempted as (
          update delivery_attempt set status = ${status === "sent" ? "sent" : "failed"}, code = ${code},
            duration_ms = ${Math.round(durationMs)}::int, error = ${text}
          from recorded where delivery_id = recorded.id and number = ${attempt}::int
        ), parts as (
          update notification_delivery d set status = r.status, settled_at = mon_now(),
            error_code = case when r.status = 'sent' then null else ${code} end, error_message = ${text}
          from recorded r where d.digest_id = r.id and d.status in ('pending', 'suppressed') and r.status <> 'pending'
        )
        select status <> 'pending' as "isOver" from recorded`
        if (row?.isOver !== true) return
        yield* sql`
        select settle_notifications(array(
          select notification_id from notification_delivery
          where (id = ${key}::bigint or digest_id = ${key}::bigint) and notification_id is not null))`
      })
    )
  })
