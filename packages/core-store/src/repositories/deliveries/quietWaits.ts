import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Deliveries } from "./Deliveries.ts"

/**
 * Messages `d` to a channel that wait for the end of its quiet hours. Transitions are critical, so that they wait for a
 * digest only.
 */
const waiting = (sql: SqlClient.SqlClient, channelId: string) =>
  sql`d.account_id = (select account_id from alert_channel where public_id = ${channelId}::uuid)
    and d.channel = 'channel' and d.target = ${channelId} and d.status = 'pending' and d.digest_id is null
    and d.gathers_at > mon_now() and d.cause_id is null
    and exists (select from notification n where n.id = d.notification_id and n.kind not in ('down', 'up'))`

export const waitingForQuiet = (sql: SqlClient.SqlClient): Deliveries["Service"]["waitingForQuiet"] =>
  operation("Deliveries.waitingForQuiet", function* (channelId) {
    const [row] = yield* sql<{ readonly messages: number; readonly now: Date }>`
        select (select count(*)::int from notification_delivery d where ${waiting(sql, channelId)}) as messages,
          mon_now() as now`
    return row ?? { messages: 0, now: new Date(0) }
  })

export const moveQuietEnd = (sql: SqlClient.SqlClient): Deliveries["Service"]["moveQuietEnd"] =>
  operation("Deliveries.moveQuietEnd", function* (channelId, endsAt) {
    yield* sql`
        update notification_delivery d set gathers_at = ${endsAt.toISOString()}::timestamptz
        where ${waiting(sql, channelId)}`
  })
