import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../../sql/deleteBatch.ts"
import { storeError } from "../../sql/StoreError.ts"
import { sessionSeconds, type Sessions } from "./Sessions.ts"

export const closeSession = (sql: SqlClient.SqlClient): Sessions["Service"]["close"] =>
  Effect.fn("Sessions.close")(
    function* (tokenHash) {
      yield* sql`delete from user_session where token_hash = ${tokenHash}`
    },
    Effect.mapError(storeError("Sessions.close"))
  )

export const closeOneSession = (sql: SqlClient.SqlClient): Sessions["Service"]["closeOne"] =>
  Effect.fn("Sessions.closeOne")(
    function* ({ userKey }, id) {
      if (!isPublicId(id)) return false
      const rows = yield* sql`
      delete from user_session where user_id = ${userKey}::bigint and public_id = ${id}::uuid returning 1`
      return rows.length > 0
    },
    Effect.mapError(storeError("Sessions.closeOne"))
  )

export const closeOtherSessions = (sql: SqlClient.SqlClient): Sessions["Service"]["closeOthers"] =>
  Effect.fn("Sessions.closeOthers")(
    function* ({ userKey }, tokenHash) {
      const rows = yield* sql`
      delete from user_session where user_id = ${userKey}::bigint and token_hash <> ${tokenHash} returning 1`
      return rows.length
    },
    Effect.mapError(storeError("Sessions.closeOthers"))
  )

export const purgeSessions = (sql: SqlClient.SqlClient): Sessions["Service"]["purgeExpired"] =>
  Effect.fn("Sessions.purgeExpired")(
    (limit: number) =>
      deleteBatch(sql, {
        table: "user_session",
        key: "token_hash",
        where: sql`expires_at <= mon_now() or seen_at <= mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)`,
        limit
      }),
    Effect.mapError(storeError("Sessions.purgeExpired"))
  )
