import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { liftRefusal } from "../refusedAddresses/addressHash.sql.ts"
import { advanceScheduledReport, dueScheduledReports } from "./dueScheduledReports.ts"
import { createScheduledReport, updateScheduledReport } from "./saveScheduledReport.ts"
import { selectReports, toReport } from "./scheduledReportRow.ts"
import { type KnownRecipient, ScheduledReports } from "./ScheduledReports.ts"

const list = (sql: SqlClient.SqlClient): ScheduledReports["Service"]["list"] =>
  operation("ScheduledReports.list", function* (scope) {
    const rows = yield* sql<Parameters<typeof toReport>[0]>`${selectReports(sql, scope)} order by r.id`
    return rows.map(toReport)
  })

const remove = (sql: SqlClient.SqlClient): ScheduledReports["Service"]["remove"] =>
  operation("ScheduledReports.remove", function* ({ accountKey }, id) {
    if (!isPublicId(id)) return false
    const rows = yield* sql`
        delete from scheduled_report where account_id = ${accountKey}::bigint and public_id = ${id}::uuid returning 1`
    return rows.length > 0
  })

/** Nothing of a removed member, whose links must not bring the reports back. */
const isCurrent = (sql: SqlClient.SqlClient) =>
  sql`not exists (select from membership ms where ms.id = p.membership_id and ms.removed_at is not null)`

const recipient = (sql: SqlClient.SqlClient): ScheduledReports["Service"]["recipient"] =>
  operation("ScheduledReports.recipient", function* (recipientId) {
    if (!isPublicId(recipientId)) return null
    const [row] = yield* sql<KnownRecipient>`
        select a.public_id as "accountId", u.email as "ownerEmail", p.address, p.state
        from report_recipient p
        join account a on a.id = p.account_id
        join membership o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
        join app_user u on u.id = o.user_id
        where p.public_id = ${recipientId}::uuid and ${isCurrent(sql)}`
    return row ?? null
  })

const decide = (sql: SqlClient.SqlClient): ScheduledReports["Service"]["decide"] =>
  operation("ScheduledReports.decide", function* (recipientId, isWanted) {
    if (!isPublicId(recipientId)) return false
    const decided = sql<{ readonly address: string }>`
        update report_recipient p set state = case when ${isWanted}::boolean then 'confirmed' else 'unsubscribed' end
        where p.public_id = ${recipientId}::uuid and ${isCurrent(sql)} returning p.address`
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [known] = yield* decided
        if (known !== undefined) yield* liftRefusal(sql, known.address)
        return known !== undefined
      })
    )
  })

/** {@link ScheduledReports} over PostgreSQL. */
export const layerScheduledReports: Layer.Layer<ScheduledReports, never, SqlClient.SqlClient> = Layer.effect(
  ScheduledReports,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ScheduledReports.of({
      list: list(sql),
      create: createScheduledReport(sql),
      update: updateScheduledReport(sql),
      remove: remove(sql),
      due: dueScheduledReports(sql),
      advance: advanceScheduledReport(sql),
      recipient: recipient(sql),
      decide: decide(sql)
    })
  )
)
