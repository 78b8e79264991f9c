import { AuditActor, AuditChange, isPublicId } from "@mon/model"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { operation } from "../../sql/operation.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { AuditFilter, AuditLog, StoredAuditEntry } from "./AuditLog.ts"

interface Row extends Omit<StoredAuditEntry, "actor" | "changes"> {
  readonly actor: string
  readonly changes: unknown
}

const decodeChanges = Schema.decodeUnknownOption(Schema.Array(AuditChange))
const decodeActor = Schema.decodeUnknownOption(AuditActor)

/** What a newer release wrote in another form is left out. */
const toEntry = (row: Row): StoredAuditEntry => ({
  ...row,
  actor: Option.getOrElse(decodeActor(row.actor), () => "service" as const),
  changes: Option.getOrElse(decodeChanges(row.changes), () => [])
})

const entriesOf = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, filter: AuditFilter) => {
  const { action, email, since, target, until } = filter
  const all = sql`true`
  return sql`
    e.account_id = ${accountKey}::bigint and e.expires_at > mon_now()
    and ${action === undefined ? all : sql`${action} in (e.action, split_part(e.action, '.', 1))`}
    and ${email === undefined ? all : sql`lower(e.email) = lower(${email})`}
    and ${target === undefined ? all : sql`e.target = ${target}`}
    and ${since === undefined ? all : sql`e.at >= ${since}::timestamptz`}
    and ${until === undefined ? all : sql`e.at < ${until}::timestamptz`}`
}

const columns = (sql: SqlClient.SqlClient) => sql`
  e.public_id as id, e.at, e.finished_at is not null as "isFinished", e.action, e.target, e.actor, e.email,
  e.key_name as "keyName", e.address, e.user_agent as "userAgent", e.changes`

export const listAuditEntries = (sql: SqlClient.SqlClient): AuditLog["Service"]["list"] =>
  operation("AuditLog.list", function* (scope, filter, { before, limit }) {
    let older = sql`true`
    if (before !== undefined) {
      const [cursor] = isPublicId(before)
        ? yield* sql<{ readonly key: string }>`
            select id::text as key from audit_entry
            where account_id = ${scope.accountKey}::bigint and public_id = ${before}::uuid`
        : []
      if (cursor === undefined) return null
      older = sql`e.id < ${cursor.key}::bigint`
    }
    const rows = yield* sql<Row>`
      select ${columns(sql)} from audit_entry e where ${entriesOf(sql, scope, filter)} and ${older}
      order by e.id desc limit ${limit}`
    return rows.map(toEntry)
  })

export const streamAuditEntries =
  (sql: SqlClient.SqlClient): AuditLog["Service"]["stream"] =>
  (scope, filter) =>
    sql<Row>`select ${columns(sql)} from audit_entry e where ${entriesOf(sql, scope, filter)} order by e.id desc`.stream.pipe(
      Stream.map(toEntry),
      Stream.mapError(storeError("AuditLog.stream"))
    )
