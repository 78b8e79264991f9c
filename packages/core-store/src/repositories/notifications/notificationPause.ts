import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { endExpiredPauses, isPaused } from "../access/alertPause.sql.ts"

const readState = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql<{ paused_at: Date; paused_until: Date | null }>`
    select a.notifications_paused_at as paused_at, a.notifications_paused_until as paused_until
    from account a where a.id = ${scope.accountKey}::bigint and ${sql.literal(isPaused("a"))}`.pipe(
    Effect.map(([row]) => ({
      paused: row !== undefined,
      pausedAt: row?.paused_at.toISOString() ?? null,
      pausedUntil: row?.paused_until?.toISOString() ?? null
    }))
  )

/** Whether the alerts of an account are paused. */
export const notificationPauseState = (sql: SqlClient.SqlClient) =>
  operation("Notifications.pauseState", (scope: AccessScope) => readState(sql, scope))

/**
 * Pauses or resumes the alerts of an account. `writeFacts` and the trigger `suppress_when_paused` suppress what is
 * written during a pause. Deliveries that wait are not claimed, and the trigger `release_after_pause` lets them go on.
 * A pause that is over by itself ends first, so that the triggers see the beginning of the next one.
 */
export const pauseNotifications = (sql: SqlClient.SqlClient) =>
  operation("Notifications.setPaused", function* (scope: AccessScope, paused: boolean, until: number | null = null) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`${sql.literal(endExpiredPauses)} and id = ${scope.accountKey}::bigint`
        const ends = paused && until !== null ? new Date(until).toISOString() : null
        yield* sql`
          update account set
            notifications_paused_at = case when ${paused}::boolean then coalesce(notifications_paused_at, mon_now()) end,
            notifications_paused_until = ${ends}::timestamptz
          where id = ${scope.accountKey}::bigint`
        return yield* readState(sql, scope)
      })
    )
  })

/** Ends the pauses that are over; they have no effect any more. Repeating it changes nothing. */
export const endPauses = (sql: SqlClient.SqlClient) =>
  operation("Notifications.endPauses", function* () {
    return (yield* sql`${sql.literal(endExpiredPauses)} returning 1`).length
  })
