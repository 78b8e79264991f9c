import type * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../../sql/deleteBatch.ts"
import { operation } from "../../sql/operation.ts"
import { keysOf } from "./liveKeys.ts"
import { type LinkKind, linkSeconds, type OpenLink, type People } from "./People.ts"

/**
 * The address that a link is sent to: for a sign-up the given one, unless it owns an account; otherwise the person's.
 */
const recipient = (sql: SqlClient.SqlClient, kind: LinkKind, email: string) =>
  kind === "signup"
    ? sql`
      select null::bigint as id, ${email}::text as email where not exists (
        select 1 from app_user u join membership ms on ms.user_id = u.id and ms.role = 'owner' and ms.removed_at is null
        where lower(u.email) = lower(${email}))`
    : sql`select id, email from app_user where lower(email) = lower(${email})`

export const startLink = (sql: SqlClient.SqlClient): People["Service"]["startLink"] =>
  operation("People.startLink", function* (kind, email, tokenHash) {
    const rows = yield* sql<{ readonly email: string }>`
      with dead as (
        delete from one_time_link where kind = ${kind} and lower(email) = lower(${email})
      )
      insert into one_time_link (token_hash, kind, user_id, email, expires_at)
      select ${tokenHash}, ${kind}, r.id, r.email, mon_now() + make_interval(secs => ${linkSeconds[kind]}::int)
      from (${recipient(sql, kind, email)}) r
      returning email`
    return rows[0]?.email ?? null
  })

export const findLink = (sql: SqlClient.SqlClient): People["Service"]["findLink"] =>
  operation("People.findLink", function* (tokenHash) {
    const [row] = yield* sql<OpenLink>`
      select l.kind, coalesce(u.email, l.email) as email, u.password_hash is not null as "hasPassword",
        (select count(*)::int from (${keysOf(sql, sql`u.id`)}) keys where is_live) as "liveKeys"
      from one_time_link l left join app_user u on u.id = l.user_id or (l.user_id is null and lower(u.email) = lower(l.email))
      where l.token_hash = ${tokenHash} and l.expires_at > mon_now()`
    return row ?? null
  })

export const purgeLinks = (sql: SqlClient.SqlClient): People["Service"]["purgeLinks"] =>
  operation("People.purgeLinks", (limit: number) =>
    deleteBatch(sql, { table: "one_time_link", key: "token_hash", where: sql`expires_at <= mon_now()`, limit })
  )
