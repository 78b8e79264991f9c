import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { AlertChannels } from "./AlertChannels.ts"
import { type ChannelRow, endDeliveries, selectChannels, toChannels } from "./channelRow.ts"
import { createChannels } from "./createChannels.ts"
import { listChannelDeliveries } from "./listChannelDeliveries.ts"
import { updateChannel } from "./updateChannel.ts"

const listChannels = (sql: SqlClient.SqlClient): AlertChannels["Service"]["list"] =>
  operation("AlertChannels.list", function* ({ accountKey }) {
    return toChannels(yield* sql<ChannelRow>`${selectChannels(sql, accountKey)} order by c.id`)
  })

const findChannel = (sql: SqlClient.SqlClient): AlertChannels["Service"]["find"] =>
  operation("AlertChannels.find", function* ({ accountKey }, id) {
    if (!isPublicId(id)) return null
    const rows = yield* sql<ChannelRow>`${selectChannels(sql, accountKey)} and c.public_id = ${id}::uuid`
    return toChannels(rows)[0] ?? null
  })

const removeChannel = (sql: SqlClient.SqlClient): AlertChannels["Service"]["remove"] =>
  operation("AlertChannels.remove", function* ({ accountKey }, id) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [found] = yield* sql`
            select from alert_channel where account_id = ${accountKey}::bigint and public_id = ${id}::uuid`
        if (found === undefined) return false
        yield* endDeliveries(sql, [id], "removed")
        const deleted = yield* sql`
            delete from alert_channel where account_id = ${accountKey}::bigint and public_id = ${id}::uuid returning 1`
        return deleted.length > 0
      })
    )
  })

/** {@link AlertChannels} over PostgreSQL. */
export const layerAlertChannels: Layer.Layer<AlertChannels, never, SqlClient.SqlClient> = Layer.effect(
  AlertChannels,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AlertChannels.of({
      list: listChannels(sql),
      find: findChannel(sql),
      create: createChannels(sql),
      update: updateChannel(sql),
      remove: removeChannel(sql),
      deliveries: listChannelDeliveries(sql)
    })
  )
)
