import { isPublicId, Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../../sql/deleteBatch.ts"
import { operation } from "../../sql/operation.ts"
import { hasHash } from "../apiKeys/liveKey.ts"
import { storedClient } from "../sessions/sessionClient.ts"
import type { AuditLog } from "./AuditLog.ts"

/** When an entry of the account `a` expires: after as many days as its plan says. */
export const auditExpiry = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { agency, free, pro } = yield* Plans
  return sql`mon_now() + make_interval(days => case
    when a.plan = 'free' or a.plan_expires_at <= mon_now() then ${free.auditLogDays}::int
    when a.plan = 'pro' then ${pro.auditLogDays}::int else ${agency.auditLogDays}::int end)`
})

export const beginAuditEntry = (sql: SqlClient.SqlClient): AuditLog["Service"]["begin"] =>
  operation("AuditLog.begin", function* ({ accountId, action, actor, client, keyHash, target, userId }) {
    const { address, userAgent } = storedClient(client)
    const [row] = yield* sql<{ readonly key: string }>`
      insert into audit_entry (account_id, expires_at, action, target, actor, email, key_name, address, user_agent)
      select a.id, ${yield* auditExpiry(sql)}, ${action}, ${target !== null && isPublicId(target) ? target : null}, ${actor},
        (select u.email from app_user u where u.public_id = ${userId}::uuid),
        (select k.name from api_key k where ${sql.literal(hasHash("k", "h.hash"))} limit 1), ${address}, ${userAgent}
      from account a, (select ${keyHash}::bytea as hash) h where a.public_id = ${accountId}::uuid
      returning id::text as key`
    return row?.key ?? null
  })

export const addAuditEntries = (sql: SqlClient.SqlClient): AuditLog["Service"]["addAll"] =>
  operation("AuditLog.addAll", function* ({ accountId, actor, client, keyHash, userId }, changed) {
    if (changed.length === 0) return
    const { address, userAgent } = storedClient(client)
    const items = JSON.stringify(changed.map((one, position) => ({ ...one, position })))
    yield* sql`
      insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, email, key_name, address,
        user_agent, changes)
      select a.id, ${yield* auditExpiry(sql)}, mon_now(), i.action, i.target, ${actor},
        (select u.email from app_user u where u.public_id = ${userId}::uuid),
        (select k.name from api_key k where ${sql.literal(hasHash("k", "h.hash"))} limit 1), ${address}, ${userAgent},
        i.changes
      from account a, (select ${keyHash}::bytea as hash) h,
        jsonb_to_recordset(${items}::text::jsonb) as i(action text, target text, changes jsonb, position int)
      where a.public_id = ${accountId}::uuid
      order by i.position`
  })

export const finishAuditEntry = (sql: SqlClient.SqlClient): AuditLog["Service"]["finish"] =>
  operation("AuditLog.finish", function* (key, { changes, edited = null, target }) {
    const texts = (values: ReadonlyArray<string>) =>
      sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb))`
    const several =
      edited === null ? sql`` : sql`, targets = ${texts(edited.targets)}, fields = ${texts(edited.fields)}`
    yield* sql`
      update audit_entry set finished_at = mon_now(), target = coalesce(target, ${target}),
        changes = ${JSON.stringify(changes)}::text::jsonb ${several}
      where id = ${key}::bigint`
  })

export const withdrawAuditEntry = (sql: SqlClient.SqlClient): AuditLog["Service"]["withdraw"] =>
  operation("AuditLog.withdraw", function* (key) {
    yield* sql`delete from audit_entry where id = ${key}::bigint`
  })

export const addPersonalAuditEntry = (sql: SqlClient.SqlClient): AuditLog["Service"]["addPersonal"] =>
  operation("AuditLog.addPersonal", function* ({ action, actor, client, target = null, who }) {
    const { address, userAgent } = storedClient(client)
    const [concerned, preferred] =
      "membershipId" in who
        ? [sql`ms.public_id = ${who.membershipId}::uuid`, null]
        : [sql`ms.user_id = ${who.userKey}::bigint`, who.membershipKey ?? null]
    yield* sql`
      insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, email, address, user_agent)
      select a.id, ${yield* auditExpiry(sql)}, mon_now(), ${action}, ${target}, ${actor}, u.email, ${address}, ${userAgent}
      from membership ms join account a on a.id = ms.account_id join app_user u on u.id = ms.user_id
      where ${concerned} and ms.removed_at is null
      order by ms.id = ${preferred}::bigint desc nulls last, ms.role = 'owner' desc, ms.id
      limit 1`
  })

export const purgeAuditEntries = (sql: SqlClient.SqlClient): AuditLog["Service"]["purge"] =>
  operation("AuditLog.purge", (limit: number) =>
    deleteBatch(sql, { table: "audit_entry", key: "id", where: sql`expires_at <= mon_now()`, limit })
  )
