import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { liftRefusal } from "../refusedAddresses/addressHash.sql.ts"
import { keysOf } from "./liveKeys.ts"
import type { PasswordChange, People } from "./People.ts"

/** Locks out anyone who knew the old password: ends all sessions and deletes links that could set another password. */
const change = (sql: SqlClient.SqlClient, userKey: string, passwordHash: string, revokeKeys: boolean) =>
  sql<PasswordChange>`
    with keys as (${keysOf(sql, sql`${userKey}::bigint`)}
    ), revoked as (
      update api_key set revoked_at = mon_now() where ${revokeKeys}::boolean and id in (select id from keys) returning 1
    ), sessions as (
      delete from user_session where user_id = ${userKey}::bigint
    ), links as (
      delete from one_time_link where user_id = ${userKey}::bigint
    )
    update app_user set password_hash = ${passwordHash} where id = ${userKey}::bigint
    returning id::text as "userKey", email, password_hash as "passwordHash",
      (select count(*)::int from revoked) as "revokedKeys",
      (select count(*)::int from keys where is_live and not ${revokeKeys}::boolean) as "liveKeys"`

export const setPassword = (sql: SqlClient.SqlClient): People["Service"]["setPassword"] =>
  operation("People.setPassword", function* (userKey, passwordHash, revokeKeys) {
    const [changed] = yield* change(sql, userKey, passwordHash, revokeKeys)
    return changed ?? null
  })

/** A link that was sent by email confirms the address; one that was printed on a console does not. */
export const resetPassword = (sql: SqlClient.SqlClient): People["Service"]["resetPassword"] =>
  operation("People.resetPassword", function* (tokenHash, passwordHash, revokeKeys) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [link] = yield* sql<{ readonly userKey: string; readonly kind: string }>`
        delete from one_time_link
        where token_hash = ${tokenHash} and expires_at > mon_now() and kind in ('reset', 'setup')
        returning user_id::text as "userKey", kind`
        if (link === undefined) return null
        if (link.kind === "reset") {
          yield* sql`update app_user set email_confirmed_at = coalesce(email_confirmed_at, mon_now())
          where id = ${link.userKey}::bigint`
        }
        const [changed] = yield* change(sql, link.userKey, passwordHash, revokeKeys)
        if (link.kind === "reset" && changed !== undefined) yield* liftRefusal(sql, changed.email)
        return changed ?? null
      })
    )
  })

export const rehashPassword = (sql: SqlClient.SqlClient): People["Service"]["rehash"] =>
  operation("People.rehash", function* (userKey, before, after) {
    yield* sql`update app_user set password_hash = ${after}
      where id = ${userKey}::bigint and password_hash = ${before}`
  })
