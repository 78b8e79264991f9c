import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../../sql/deleteBatch.ts"
import { operation } from "../../sql/operation.ts"
import { sessionSeconds, type Sessions } from "./Sessions.ts"

export const closeSession = (sql: SqlClient.SqlClient): Sessions["Service"]["close"] =>
  operation("Sessions.close", function* (tokenHash) {
    yield* sql`delete from user_session where token_hash = ${tokenHash}`
  })

export const closeOneSession = (sql: SqlClient.SqlClient): Sessions["Service"]["closeOne"] =>
  operation("Sessions.closeOne", function* ({ userKey }, id) {
    if (!isPublicId(id)) return false
    const rows = yield* sql`
      delete from user_session where user_id = ${userKey}::bigint and public_id = ${id}::uuid returning 1`
    return rows.length > 0
  })

export const closeOtherSessions = (sql: SqlClient.SqlClient): Sessions["Service"]["closeOthers"] =>
  operation("Sessions.closeOthers", function* ({ userKey }, tokenHash) {
    const rows = yield* sql`
      delete from user_session where user_id = ${userKey}::bigint and token_hash <> ${tokenHash} returning 1`
    return rows.length
  })

export const purgeSessions = (sql: SqlClient.SqlClient): Sessions["Service"]["purgeExpired"] =>
  operation("Sessions.purgeExpired", (limit: number) =>
    deleteBatch(sql, {
      table: "user_session",
      key: "token_hash",
      where: sql`expires_at <= mon_now() or seen_at <= mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)`,
      limit
    })
  )
