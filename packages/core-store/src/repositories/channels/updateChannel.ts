import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AlertChannels } from "./AlertChannels.ts"
import { type ChannelRow, endDeliveries, selectChannels, toChannels } from "./channelRow.ts"

/**
 * New settings begin anew: the channel no longer counts as failing, and it forgets the messages that it has sent, since
 * another destination does not have them.
 */
export const updateChannel = (sql: SqlClient.SqlClient): AlertChannels["Service"]["update"] =>
  operation("AlertChannels.update", function* ({ accountKey }, id, patch) {
    const { earlier = null, inDefaultRoute = null, isActive = null, name = null, quietHours, settings } = patch
    if (!isPublicId(id)) return null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const changed = yield* sql`
            update alert_channel set
              name = coalesce(${name}::text, name),
              in_default_route = coalesce(${inDefaultRoute}::boolean, in_default_route),
              quiet_hours = case when ${quietHours === undefined}::boolean then quiet_hours
                else ${quietHours === undefined || quietHours === null ? null : JSON.stringify(quietHours)}::text::jsonb end,
              is_active = coalesce(${isActive}::boolean, is_active),
              disabled_reason = case when ${isActive}::boolean is null then disabled_reason end,
              failing_since = case when ${isActive ?? false}::boolean or ${settings !== undefined}::boolean
                then null else failing_since end,
              settings = coalesce(${settings?.sealed ?? null}::text, settings),
              shown = coalesce(${settings === undefined ? null : JSON.stringify(settings.shown)}::text::jsonb, shown)
            where account_id = ${accountKey}::bigint and public_id = ${id}::uuid
              and settings = coalesce(${earlier}::text, settings)
            returning 1`
        if (changed.length === 0) return null
        if (settings !== undefined)
          yield* sql`
              delete from alert_message
              where channel_id = (select id from alert_channel where public_id = ${id}::uuid)`
        if (isActive === false) yield* endDeliveries(sql, [id], "channel_inactive")
        const rows = yield* sql<ChannelRow>`${selectChannels(sql, accountKey)} and c.public_id = ${id}::uuid`
        return toChannels(rows)[0] ?? null
      })
    )
  })
