import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { subscriberLimit } from "./audience.sql.ts"
import { isAdmitted, isReader } from "./pageReaders.ts"
import { readChoices, readSubscription, saveChoice } from "./subscription.ts"
import type { StatusSubscribers } from "./StatusSubscribers.ts"

export const choices = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["choices"] =>
  operation("StatusSubscribers.choices", function* (pageId) {
    if (!isPublicId(pageId)) return null
    const [page] = yield* sql<{ readonly key: string }>`
        select id::text as key from status_page where public_id = ${pageId}::uuid`
    return page === undefined ? null : yield* readChoices(sql, page.key)
  })

export const awaiting = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["awaiting"] =>
  operation("StatusSubscribers.awaiting", function* (confirmHash) {
    const found = yield* readSubscription(
      sql,
      sql`s.confirm_hash = ${confirmHash} and s.confirm_until > mon_now() and s.state = 'pending'
          and ${sql.literal(isAdmitted)}`
    )
    return found?.isClosed === true ? null : found
  })

export const findSubscription = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["find"] =>
  operation("StatusSubscribers.find", (id) =>
    isPublicId(id) ? readSubscription(sql, sql`s.public_id = ${id}::uuid`) : Effect.succeed(null)
  )

export const choose = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["choose"] =>
  operation("StatusSubscribers.choose", function* (id, componentIds) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<{ readonly key: string; readonly pageKey: string }>`
            select s.id::text as key, p.id::text as "pageKey" from status_subscriber s
            join status_page p on p.id = s.page_id join account a on a.id = p.account_id
            where s.public_id = ${id}::uuid and ${sql.literal(isReader)} and not ${sql.literal(isStopped("a"))}
            for update of s`
        return row === undefined || (yield* subscriberLimit(sql, row.pageKey)) === 0
          ? false
          : yield* saveChoice(sql, row.key, componentIds)
      })
    )
  })

/** What waits for a subscriber is never sent. */
export const dropWaiting = (sql: SqlClient.SqlClient, subscriberKey: string, code: string) =>
  sql`
    update status_delivery set status = 'suppressed', error_code = ${code}, settled_at = mon_now()
    where subscriber_id = ${subscriberKey}::bigint and status = 'pending'`

/** A token that waits for the confirmation ends as well: whoever leaves did not want the subscription. */
export const leave = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["leave"] =>
  operation("StatusSubscribers.leave", function* (id) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<{ readonly key: string }>`
            update status_subscriber set
              ended_at = case when state in ('unsubscribed', 'ended') then ended_at else mon_now() end,
              ended_reason = null, state = 'unsubscribed', confirm_hash = null, confirm_until = null
            where public_id = ${id}::uuid returning id::text as key`
        if (row === undefined) return false
        yield* dropWaiting(sql, row.key, "unsubscribed")
        return true
      })
    )
  })
