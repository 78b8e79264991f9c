import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import { Notifications } from "../Notifications.ts"
import type { Viewer } from "../Viewer.ts"
import { countPending, listNotifications } from "./listNotifications.ts"

const pauseState = (sql: SqlClient.SqlClient, viewer: Viewer) =>
  sql<{ paused_at: Date | null }>`
    select notifications_paused_at as paused_at from account where id = ${viewer.accountKey}::bigint`.pipe(
    Effect.map(([row]) => ({
      paused: row !== undefined && row.paused_at !== null,
      pausedAt: row?.paused_at?.toISOString() ?? null
    }))
  )

const setPaused = (sql: SqlClient.SqlClient): Notifications["Service"]["setPaused"] =>
  Effect.fn("Notifications.setPaused")(
    function* (viewer, paused) {
      yield* sql`
      update account set notifications_paused_at = case when ${paused}::boolean then coalesce(notifications_paused_at, mon_now()) end
      where id = ${viewer.accountKey}::bigint`
      return yield* pauseState(sql, viewer)
    },
    Effect.mapError(storeError("Notifications.setPaused"))
  )

/** {@link Notifications} over PostgreSQL. */
export const layerNotifications: Layer.Layer<Notifications, never, SqlClient.SqlClient> = Layer.effect(
  Notifications,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Notifications.of({
      list: listNotifications(sql),
      pending: countPending(sql),
      pauseState: Effect.fn("Notifications.pauseState")(
        (viewer: Viewer) => pauseState(sql, viewer),
        Effect.mapError(storeError("Notifications.pauseState"))
      ),
      setPaused: setPaused(sql)
    })
  )
)
