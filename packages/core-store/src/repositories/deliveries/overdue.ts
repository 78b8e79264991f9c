import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import { isPaused } from "../access/alertPause.sql.ts"
import type { Deliveries, QueuedDelivery } from "./Deliveries.ts"
import { isReady } from "./dispatch.ts"
import { windowEnd } from "../deliveryRecords/windowEnd.ts"

/** A job that is later than this counts as lost. If it was not, the second job finds nothing to do. */
const LOST_SECONDS = 300

export const overdue = (sql: SqlClient.SqlClient): Deliveries["Service"]["overdue"] =>
  Effect.fn("Deliveries.overdue")(
    function* (limit) {
      const before = sql`mon_now() - ${LOST_SECONDS}::int * interval '1 second'`
      const deliveries = yield* sql<QueuedDelivery>`
      select id::text as key, account_id::text as "accountKey", channel from notification_delivery d
      where status = 'pending' and digest_id is null and ${sql.literal(isReady)}
        and greatest(next_at, lease_until) < ${before}
        and not exists (select from account a where a.id = d.account_id and ${sql.literal(isPaused("a"))})
      order by id limit ${limit}`
      const digests = yield* sql<{ accountKey: string; endsAt: Date }>`
      select account_id::text as "accountKey", max(${sql.literal(windowEnd)}) as "endsAt" from notification_delivery
      where status = 'pending' and digest_id is null and ${sql.literal(windowEnd)} < ${before}
      group by account_id limit ${limit}`
      return { deliveries, digests }
    },
    Effect.mapError(storeError("Deliveries.overdue"))
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
