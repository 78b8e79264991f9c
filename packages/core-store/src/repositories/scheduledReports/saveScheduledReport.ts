import { isPublicId, scheduledReportLimits as limits, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { nameKey } from "../tags/TagRow.ts"
import { saveRecipients } from "./saveRecipients.ts"
import { selectReports, toReport } from "./scheduledReportRow.ts"
import type { AskedRecipient, SaveScheduledReportResult, ScheduledReports } from "./ScheduledReports.ts"

/** Ends the transaction, so that nothing of a refused change stays. */
class Refused extends Data.TaggedError("Refused")<{
  readonly result: Exclude<SaveScheduledReportResult, { readonly _tag: "Saved" }>
}> {}

const refuse = (tag: Refused["result"]["_tag"]) => new Refused({ result: { _tag: tag } })

const lockAccount = (sql: SqlClient.SqlClient, { accountKey }: AccessScope) =>
  sql`select 1 from account where id = ${accountKey}::bigint for no key update`

const tagKeyOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, name: string | null) {
  if (name === null) return null
  const [tag] = yield* sql<{ readonly key: string }>`
    select id::text as key from tag where account_id = ${scope.accountKey}::bigint and name_key = ${nameKey(name)}`
  return tag === undefined ? yield* refuse("NoTag") : tag.key
})

const recipientsOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  reportKey: string,
  addresses: ReadonlyArray<string> | undefined
) {
  const none: ReadonlyArray<AskedRecipient> = []
  if (addresses === undefined) return none
  return (yield* saveRecipients(sql, scope, reportKey, addresses)) ?? (yield* refuse("TooManyQuestions"))
})

const saved = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  key: string,
  asked: ReadonlyArray<AskedRecipient>
) {
  const [row] = yield* sql<Parameters<typeof toReport>[0]>`${selectReports(sql, scope)} and r.id = ${key}::bigint`
  if (row === undefined) return yield* refuse("Absent")
  return { _tag: "Saved", report: toReport(row), asked } satisfies SaveScheduledReportResult
})

const answer = (error: Refused): Effect.Effect<SaveScheduledReportResult> => Effect.succeed(error.result)

export const createScheduledReport = (sql: SqlClient.SqlClient): ScheduledReports["Service"]["create"] =>
  operation(
    "ScheduledReports.create",
    function* (scope, { every, language, name, nextAt, recipients, tag, targetPercent, timezone }) {
      const create = Effect.gen(function* () {
        yield* lockAccount(sql, scope)
        const [usage] = yield* sql<{ readonly used: number }>`
          select count(*)::int as used from scheduled_report where account_id = ${scope.accountKey}::bigint`
        if ((usage?.used ?? 0) >= limits.reports) return yield* refuse("LimitReached")
        const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
        const [row] = yield* sql<{ readonly key: string }>`
          insert into scheduled_report (public_id, account_id, name, every, timezone, language, tag_id, target_percent, next_at)
          values (${id}::uuid, ${scope.accountKey}::bigint, ${name}, ${every}, ${timezone}, ${language},
            ${yield* tagKeyOf(sql, scope, tag)}::bigint, ${targetPercent}::float8, ${nextAt})
          returning id::text as key`
        if (row === undefined) return yield* refuse("Absent")
        return yield* saved(sql, scope, row.key, yield* recipientsOf(sql, scope, row.key, recipients))
      })
      return yield* sql.withTransaction(create).pipe(Effect.catchTag("Refused", answer))
    }
  )

export const updateScheduledReport = (sql: SqlClient.SqlClient): ScheduledReports["Service"]["update"] =>
  operation(
    "ScheduledReports.update",
    function* (scope, id, { every, language, name, nextAt, recipients, tag, targetPercent, timezone }) {
      const update = Effect.gen(function* () {
        if (!isPublicId(id)) return yield* refuse("Absent")
        yield* lockAccount(sql, scope)
        const tagKey = tag === undefined ? null : yield* tagKeyOf(sql, scope, tag)
        const [row] = yield* sql<{ readonly key: string }>`
          update scheduled_report set
            name = coalesce(${name ?? null}::text, name),
            every = coalesce(${every ?? null}::text, every),
            timezone = coalesce(${timezone ?? null}::text, timezone),
            language = coalesce(${language ?? null}::text, language),
            tag_id = case when ${tag !== undefined}::boolean then ${tagKey}::bigint else tag_id end,
            target_percent = case when ${targetPercent !== undefined}::boolean then ${targetPercent ?? null}::float8
              else target_percent end,
            next_at = coalesce(${nextAt ?? null}::timestamptz, next_at)
          where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid
          returning id::text as key`
        if (row === undefined) return yield* refuse("Absent")
        return yield* saved(sql, scope, row.key, yield* recipientsOf(sql, scope, row.key, recipients))
      })
      return yield* sql.withTransaction(update).pipe(Effect.catchTag("Refused", answer))
    }
  )
