import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { Notifications } from "./Notifications.ts"

const readState = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql<{ paused_at: Date | null }>`
    select notifications_paused_at as paused_at from account where id = ${scope.accountKey}::bigint`.pipe(
    Effect.map(([row]) => ({
      paused: row !== undefined && row.paused_at !== null,
      pausedAt: row?.paused_at?.toISOString() ?? null
    }))
  )

/** Whether the alerts of an account are paused. */
export const notificationPauseState = (sql: SqlClient.SqlClient): Notifications["Service"]["pauseState"] =>
  Effect.fn("Notifications.pauseState")(
    (scope) => readState(sql, scope),
    Effect.mapError(storeError("Notifications.pauseState"))
  )

/**
 * Pauses or resumes the alerts of an account. `writeFacts` and the trigger `suppress_when_paused` suppress what is
 * written during a pause, and deliveries that wait are not claimed.
 */
export const pauseNotifications = (sql: SqlClient.SqlClient): Notifications["Service"]["setPaused"] =>
  Effect.fn("Notifications.setPaused")(
    function* (scope, paused) {
      yield* sql`
      update account set notifications_paused_at = case when ${paused}::boolean then coalesce(notifications_paused_at, mon_now()) end
      where id = ${scope.accountKey}::bigint`
      return yield* readState(sql, scope)
    },
    Effect.mapError(storeError("Notifications.setPaused"))
  )
