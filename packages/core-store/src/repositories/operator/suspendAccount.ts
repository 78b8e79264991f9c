import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { movePauses, resumeSince, touchPages } from "../monitors/stopWithAccount.ts"
import { pauseWanted } from "../monitors/pauseMonitor.ts"

export const suspendAccount = (sql: SqlClient.SqlClient) =>
  operation("OperatorAccounts.suspend", function* (id: string) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [account] = yield* sql<{ readonly key: string }>`
            update account set suspended_at = mon_now() where public_id = ${id}::uuid and suspended_at is null
            returning id::text as key`
        if (account === undefined) return false
        yield* pauseWanted(
          sql,
          sql`m.account_id = ${account.key}::bigint and m.deleted_at is null and m.paused_at is null`,
          sql`(select a.suspended_at from account a where a.id = m.account_id)`
        )
        yield* touchPages(sql, account.key)
        return true
      })
    )
  })

export const resumeAccount = (sql: SqlClient.SqlClient) =>
  operation("OperatorAccounts.resume", function* (id: string) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [account] = yield* sql<{ readonly key: string; readonly ends: boolean }>`
            select id::text as key, deletes_at is not null as ends from account
            where public_id = ${id}::uuid and suspended_at is not null for update`
        if (account === undefined) return false
        yield* account.ends
          ? movePauses(sql, account.key, "suspended_at", "deletion_requested_at")
          : resumeSince(sql, account.key, "suspended_at")
        yield* sql`update account set suspended_at = null where id = ${account.key}::bigint`
        yield* touchPages(sql, account.key)
        return true
      })
    )
  })
