import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { type ListedSession, sessionSeconds, type Sessions } from "./Sessions.ts"

/** Only sessions that still count. */
export const listSessions = (sql: SqlClient.SqlClient): Sessions["Service"]["list"] =>
  operation("Sessions.list", function* ({ userKey }, tokenHash) {
    return yield* sql<ListedSession>`
      select s.public_id as id, s.token_hash = ${tokenHash} as "isCurrent", s.created_at as "signedInAt", s.identity_id is not null as "isWithProvider",
        date_trunc('minute', s.seen_at) as "lastUsedAt", s.address, s.user_agent as "userAgent"
      from user_session s
      join membership ms on ms.id = s.membership_id and ms.user_id = s.user_id and ms.removed_at is null
      where s.user_id = ${userKey}::bigint and s.expires_at > mon_now()
        and s.seen_at > mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)
        and (s.with_code or not exists (select 1 from second_factor f where f.user_id = s.user_id))
      order by s.token_hash = ${tokenHash} desc, s.seen_at desc, s.public_id desc`
  })
