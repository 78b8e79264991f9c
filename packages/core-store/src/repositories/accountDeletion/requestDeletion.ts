import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { pauseWanted } from "../monitors/pauseMonitor.ts"
import { movePauses, resumeSince, touchPages } from "../monitors/stopWithAccount.ts"
import type { AccountDeletions } from "./AccountDeletions.ts"

interface Requested {
  readonly key: string
  readonly requestedAt: Date
  readonly deletesAt: Date
}

export const requestDeletion = (sql: SqlClient.SqlClient): AccountDeletions["Service"]["request"] =>
  operation("AccountDeletions.request", function* (accountId, days) {
    if (!isPublicId(accountId)) return null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // An account that was paused before stays paused when it is kept.
        const [account] = yield* sql<Requested>`
            update account set deletion_requested_at = mon_now(),
              deletes_at = mon_now() + ${days}::int * interval '1 day', deletion_notified_at = null,
              deletion_reminded_at = null, notifications_paused_at = coalesce(notifications_paused_at, mon_now()),
              notifications_paused_until = null
            where public_id = ${accountId}::uuid and deletes_at is null
            returning id::text as key, deletion_requested_at as "requestedAt", deletes_at as "deletesAt"`
        if (account === undefined) {
          const [before] = yield* sql<Pick<Requested, "deletesAt">>`
              select deletes_at as "deletesAt" from account where public_id = ${accountId}::uuid`
          return before?.deletesAt ?? null
        }
        const { deletesAt, key } = account
        yield* pauseWanted(
          sql,
          sql`m.account_id = ${key}::bigint and m.deleted_at is null and m.paused_at is null`,
          sql`(select a.deletion_requested_at from account a where a.id = m.account_id)`
        )
        yield* touchPages(sql, key)
        return deletesAt
      })
    )
  })

export const keepAccount = (sql: SqlClient.SqlClient): AccountDeletions["Service"]["keep"] =>
  operation("AccountDeletions.keep", function* (accountId) {
    if (!isPublicId(accountId)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [account] = yield* sql<{ readonly key: string; readonly isSuspended: boolean }>`
            select id::text as key, suspended_at is not null as "isSuspended" from account
            where public_id = ${accountId}::uuid and deletes_at > mon_now() for update`
        if (account === undefined) return false
        yield* account.isSuspended
          ? movePauses(sql, account.key, "deletion_requested_at", "suspended_at")
          : resumeSince(sql, account.key, "deletion_requested_at")
        yield* sql`
            update account set deletion_requested_at = null, deletes_at = null, deletion_notified_at = null,
              deletion_reminded_at = null, notifications_paused_at = case
                when notifications_paused_at is distinct from deletion_requested_at then notifications_paused_at end
            where id = ${account.key}::bigint`
        yield* touchPages(sql, account.key)
        return true
      })
    )
  })
