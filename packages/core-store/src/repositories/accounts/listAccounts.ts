import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { Accounts, ListedAccount } from "./Accounts.ts"

const summaries = (sql: SqlClient.SqlClient) =>
  sql`
    select a.public_id as id, u.email, ms.public_id as "membershipId", a.plan,
      a.plan_expires_at as "planExpiresAt", a.created_at as "createdAt", a.suspended_at as "suspendedAt",
      a.deletes_at as "deletesAt"
    from account a
    join membership ms on ms.account_id = a.id and ms.role = 'owner' and ms.removed_at is null
    join app_user u on u.id = ms.user_id`

export const listAccounts =
  (sql: SqlClient.SqlClient): Accounts["Service"]["list"] =>
  () =>
    sql<ListedAccount>`${summaries(sql)} order by a.id`.pipe(
      Effect.mapError(storeError("Accounts.list")),
      Effect.withSpan("Accounts.list")
    )

export const findAccountByEmail = (sql: SqlClient.SqlClient): Accounts["Service"]["findByEmail"] =>
  operation("Accounts.findByEmail", function* (email) {
    const rows = yield* sql<ListedAccount>`${summaries(sql)} where lower(u.email) = lower(${email.trim()})`
    return rows[0] ?? null
  })

export const isOnlyAccount = (sql: SqlClient.SqlClient): Accounts["Service"]["isOnly"] =>
  operation("Accounts.isOnly", function* ({ accountKey }) {
    const others = yield* sql`select 1 from account where id <> ${accountKey}::bigint limit 1`
    return others.length === 0
  })
