import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { storeError } from "../../sql/StoreError.ts"
import { muteReason } from "../access/alertPause.sql.ts"
import { isDelayed } from "../deliveryRecords/delayedAlerts.ts"
import { waitsForParent } from "../deliveryRecords/waitsForParent.ts"
import { suppressingParent } from "./parentSuppressions.ts"
import type { Deliveries, PendingNotification } from "./Deliveries.ts"

/** Without a heartbeat for this time, no worker was running. */
const OUTAGE_SECONDS = 60

export const pulse =
  (sql: SqlClient.SqlClient): Deliveries["Service"]["pulse"] =>
  () =>
    sql`
    insert into worker_heartbeat (seen_at) values (mon_now())
    on conflict (one) do update set seen_at = mon_now(),
      resumed_at = case when worker_heartbeat.seen_at < mon_now() - ${OUTAGE_SECONDS}::int * interval '1 second' then mon_now()
        else worker_heartbeat.resumed_at end`.pipe(Effect.mapError(storeError("Deliveries.pulse")), Effect.asVoid)

/** The columns of {@link PendingNotification}: of a notification `n`, its account `a` and its monitor `m`. */
export const pendingColumns = `
  n.id::text as key, n.account_id::text as "accountKey", n.type, n.kind, n.key as "factKey", n.data,
  n.monitor_id::text as "monitorKey", n.user_id::text as "userKey", n.created_at as "createdAt", mon_now() as now,
  case when n.kind in ('down', 'up') then n.kind end as transition,
  ${suppressingParent}::text as "downParentKey", coalesce(${muteReason("a")}, case when m.deleted_at is not null then 'deleted' end) as "mutedBy"`

/** SQL for whether a notification `n` is to be dispatched now. */
export const isUndispatched = (sql: SqlClient.SqlClient) =>
  sql`n.status = 'pending' and n.dispatched_at is null and not ${isDelayed(sql)}
    and not ${sql.literal(waitsForParent)}`

export const hasUndispatched =
  (sql: SqlClient.SqlClient): Deliveries["Service"]["hasUndispatched"] =>
  () =>
    sql<{ found: boolean }>`
    select exists (select from notification n where ${isUndispatched(sql)})
      or exists (select from alert_due d join notification n on n.id = d.notification_id
        where d.due_at <= mon_now() and not ${isDelayed(sql)}) as found`.pipe(
      Effect.map(([row]) => row?.found ?? false),
      Effect.mapError(storeError("Deliveries.hasUndispatched"))
    )

export const takeUndispatched =
  (sql: SqlClient.SqlClient): Deliveries["Service"]["takeUndispatched"] =>
  () =>
    sql<PendingNotification>`
    select ${sql.literal(pendingColumns)}
    from notification n join account a on a.id = n.account_id left join monitor m on m.id = n.monitor_id
    where ${isUndispatched(sql)}
    order by n.id limit 1 for update of n skip locked`.pipe(
      Effect.map(([row]) => row ?? null),
      Effect.mapError(storeError("Deliveries.takeUndispatched"))
    )

export const suppress = (sql: SqlClient.SqlClient): Deliveries["Service"]["suppress"] =>
  operation("Deliveries.suppress", function* ({ key }, reason) {
    yield* sql`
        update notification set status = 'suppressed', reason = ${reason}, dispatched_at = mon_now() where id = ${key}::bigint`
  })
