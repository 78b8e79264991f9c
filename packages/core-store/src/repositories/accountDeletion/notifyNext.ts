import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { storeError } from "../../sql/StoreError.ts"
import { type AccountDeletions, type DeletionNotice, REMINDER_DAYS } from "./AccountDeletions.ts"

interface Row extends Omit<DeletionNotice, "kind" | "recipients" | "ownerEmail"> {
  readonly key: string
  readonly isReminder: boolean
}

/** Accounts `a` whose people are to be notified. Who asked shortly before the end needs no reminder. */
export const accountsToNotify = `account a
    where a.deletes_at is not null and (a.deletion_notified_at is null or (
      a.deletion_reminded_at is null and a.deletes_at > mon_now()
      and a.deletes_at <= mon_now() + interval '${REMINDER_DAYS} days'
      and a.deletion_requested_at < a.deletes_at - interval '${2 * REMINDER_DAYS} days'))`

/** One due notice, locked; other workers skip it. */
const dueNotice = (sql: SqlClient.SqlClient) =>
  sql<Row>`
    select a.id::text as key, a.public_id as "accountId", a.deletion_requested_at as "requestedAt",
      a.deletes_at as "deletesAt", a.deletion_notified_at is not null as "isReminder"
    from ${sql.literal(accountsToNotify)}
    order by a.deletes_at limit 1 for update skip locked`

export const notifyNext =
  (sql: SqlClient.SqlClient): AccountDeletions["Service"]["notifyNext"] =>
  (send) => {
    const stored = storeError("AccountDeletions.notifyNext")
    const run = <A>(statement: Effect.Effect<A, SqlError>) => Effect.mapError(statement, stored)
    const next = Effect.gen(function* () {
      const [row] = yield* run(dueNotice(sql))
      if (row === undefined) return false
      const { isReminder, key, ...account } = row
      const people = yield* run(sql<DeletionNotice["recipients"][number]>`
        select u.email, coalesce(s.language, 'en') as language, coalesce(s.timezone, 'UTC') as timezone,
          ms.role = 'owner' as "isOwner"
        from membership ms join app_user u on u.id = ms.user_id left join user_setting s on s.user_id = u.id
        where ms.account_id = ${key}::bigint and ms.removed_at is null order by ms.role = 'owner' desc, ms.id`)
      yield* send({
        ...account,
        kind: isReminder ? "reminder" : "requested",
        ownerEmail: people.find(({ isOwner }) => isOwner)?.email ?? "",
        recipients: people.filter(({ isOwner }) => isOwner || !isReminder)
      })
      const column = sql.literal(isReminder ? "deletion_reminded_at" : "deletion_notified_at")
      yield* run(sql`update account set ${column} = mon_now() where id = ${key}::bigint`)
      return true
    })
    return Effect.mapError(sql.withTransaction(next), (error) => (isSqlError(error) ? stored(error) : error))
  }
