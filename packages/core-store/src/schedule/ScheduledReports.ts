import {
  isPublicId,
  type Language,
  scheduledReportLimits as limits,
  type ReportAddress,
  type ReportInterval,
  type ReportRecipientState,
  type ScheduledReport,
  uuidv7
} from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { isMuted } from "../access/alertPause.sql.ts"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { liftRefusal } from "../accounts/RefusedAddresses.ts"
import { nameKey } from "../monitors/Tags.ts"
import { type AskedRecipient, saveRecipients } from "./saveRecipients.ts"

/** A scheduled report to create. */
export interface NewScheduledReport {
  readonly name: string
  readonly every: ReportInterval
  readonly timezone: string
  readonly language: Language
  /** The name of the tag that the domains must have. Null includes all domains. */
  readonly tag: string | null
  readonly targetPercent: number | null
  readonly recipients: ReadonlyArray<string>
  readonly nextAt: Date
}

/**
 * The saved report, or the reason why it was not saved. `NoTag`: the account has no tag with this name.
 * `TooManyQuestions`: too many addresses were asked to confirm within a day. In both cases, no change was made.
 */
export type SaveScheduledReportResult =
  | { readonly _tag: "Saved"; readonly report: ScheduledReport; readonly asked: ReadonlyArray<AskedRecipient> }
  | { readonly _tag: "NoTag" }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "TooManyQuestions" }
  | { readonly _tag: "Absent" }

/** A scheduled report that is due. */
export interface DueReport {
  readonly key: string
  readonly id: string
  /** The scope of the account's owner, whose view the report shows. */
  readonly viewer: AccessScope
  readonly ownerEmail: string
  readonly name: string
  readonly every: ReportInterval
  readonly timezone: string
  readonly language: Language
  readonly tag: string | null
  readonly targetPercent: number | null
  readonly dueAt: Date
  /** Whether the account currently gets no emails. */
  readonly isMuted: boolean
}

/** A recipient of a report that is due. */
export interface DueRecipient {
  readonly recipientId: string
  readonly address: string
  /** Whether the recipient can sign in. */
  readonly isMember: boolean
}

/** An address that receives reports, and the decision of its owner. */
export interface KnownRecipient {
  readonly accountId: string
  readonly ownerEmail: string
  readonly address: string
  readonly state: ReportRecipientState
}

/** SQL for the recipients `p` of the report `r`. A member is a recipient only while belonging to the account. */
const currentRecipients = (sql: SqlClient.SqlClient) =>
  sql`
    scheduled_report_recipient x join report_recipient p on p.id = x.recipient_id
    left join membership ms on ms.id = p.membership_id
    where x.report_id = r.id and ms.removed_at is null`

interface ReportRow extends Omit<ScheduledReport, "recipients" | "nextAt" | "sentAt" | "createdAt"> {
  readonly next_at: Date
  readonly sent_at: Date | null
  readonly created_at: Date
  readonly emails: ReadonlyArray<string>
  readonly states: ReadonlyArray<ReportAddress["state"]>
}

/** Selects the scheduled reports of the caller's account. The caller may append a condition on `r`. */
const selectReports = (sql: SqlClient.SqlClient, { accountKey }: AccessScope) =>
  sql<ReportRow>`
    select r.public_id as id, r.name, r.every, r.timezone, r.language, t.name as tag, r.target_percent as "targetPercent",
      r.next_at, r.sent_at, r.created_at,
      array(select p.address from ${currentRecipients(sql)} order by p.address_key) as emails,
      array(select p.state from ${currentRecipients(sql)} order by p.address_key) as states
    from scheduled_report r left join tag t on t.id = r.tag_id
    where r.account_id = ${accountKey}::bigint`

const toReport = ({ created_at, emails, next_at, sent_at, states, ...row }: ReportRow): ScheduledReport => ({
  ...row,
  recipients: emails.map((email, index) => ({ email, state: states[index] ?? "pending" })),
  nextAt: next_at.toISOString(),
  sentAt: sent_at?.toISOString() ?? null,
  createdAt: created_at.toISOString()
})

interface DueRow extends Omit<DueReport, "viewer"> {
  readonly accountKey: string
  readonly userKey: string
  readonly membershipKey: string
}

const dueScheduledReports = (sql: SqlClient.SqlClient) =>
  operation("ScheduledReports.due", function* (limit: number): Returns<{
    readonly now: Date
    readonly reports: ReadonlyArray<DueReport>
  }> {
    const [clock] = yield* sql<{ readonly now: Date }>`select mon_now() as now`
    const rows = yield* sql<DueRow>`
        select r.id::text as key, r.public_id as id, r.name, r.every, r.timezone, r.language, t.name as tag,
          r.target_percent as "targetPercent", r.next_at as "dueAt", u.email as "ownerEmail",
          a.id::text as "accountKey", u.id::text as "userKey", o.id::text as "membershipKey",
          ${sql.literal(isMuted("a"))} or ${sql.literal(isStopped("a"))} as "isMuted"
        from scheduled_report r
        join account a on a.id = r.account_id
        join membership o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
        join app_user u on u.id = o.user_id
        left join tag t on t.id = r.tag_id
        where r.next_at <= mon_now()
        order by r.next_at, r.id limit ${limit}`
    return {
      now: clock?.now ?? new Date(0),
      reports: rows.map(({ accountKey, membershipKey, userKey, ...row }) => ({
        ...row,
        viewer: { accountKey, membershipKey, role: "owner" as const, userKey }
      }))
    }
  })

/** The condition contains the current due time, so that only one of several processes sends the report. */
const advanceScheduledReport = (sql: SqlClient.SqlClient) =>
  operation(
    "ScheduledReports.advance",
    function* (report: Pick<DueReport, "key" | "dueAt">, nextAt: Date, isSent: boolean) {
      const [advanced] = yield* sql<{ readonly key: string }>`
        update scheduled_report set next_at = ${nextAt} where id = ${report.key}::bigint and next_at = ${report.dueAt}
        returning id::text as key`
      if (advanced === undefined) return null
      if (!isSent) return []
      const recipients = yield* sql<DueRecipient>`
        select p.public_id as "recipientId", p.address, p.membership_id is not null as "isMember"
        from scheduled_report r cross join lateral (
          select p.* from ${currentRecipients(sql)} and p.state = 'confirmed'
        ) p
        where r.id = ${report.key}::bigint order by p.id`
      if (recipients.length > 0)
        yield* sql`update scheduled_report set sent_at = mon_now() where id = ${report.key}::bigint`
      return recipients
    }
  )

/** Signals that the change was refused. The signal rolls back the transaction. */
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

const createScheduledReport = (sql: SqlClient.SqlClient) =>
  operation(
    "ScheduledReports.create",
    function* (scope: AccessScope, report: NewScheduledReport): Returns<SaveScheduledReportResult> {
      const { every, language, name, nextAt, recipients, tag, targetPercent, timezone } = report
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

const updateScheduledReport = (sql: SqlClient.SqlClient) =>
  operation(
    "ScheduledReports.update",
    function* (scope: AccessScope, id: string, patch: Partial<NewScheduledReport>): Returns<SaveScheduledReportResult> {
      const { every, language, name, nextAt, recipients, tag, targetPercent, timezone } = patch
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

/**
 * SQL for whether a recipient is not a removed member. The links in emails to a removed member must not turn the
 * reports on again.
 */
const isCurrent = (sql: SqlClient.SqlClient) =>
  sql`not exists (select from membership ms where ms.id = p.membership_id and ms.removed_at is not null)`

/**
 * Reports about availability that are sent by email, and their recipients. An id that is malformed or belongs to
 * another account is treated like an id that does not exist.
 */
export class ScheduledReports extends Context.Service<ScheduledReports>()("@mon/core-store/ScheduledReports", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the reports in the order of their creation. */
    list: operation("ScheduledReports.list", function* (scope: AccessScope): Returns<ReadonlyArray<ScheduledReport>> {
      const rows = yield* sql<Parameters<typeof toReport>[0]>`${selectReports(sql, scope)} order by r.id`
      return rows.map(toReport)
    }),
    /**
     * Creates a report. Members of the account are confirmed immediately. The caller must ask all other addresses to
     * confirm, in the same transaction.
     */
    create: createScheduledReport(sql),
    /** Changes a report. Absent fields stay unchanged. */
    update: updateScheduledReport(sql),
    remove: operation("ScheduledReports.remove", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return false
      const rows = yield* sql`
        delete from scheduled_report where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid returning 1`
      return rows.length > 0
    }),
    /** Returns the due reports, most overdue first, and the current time of the database. */
    due: dueScheduledReports(sql),
    /**
     * Moves a due report to the next time at which the report is due, in the caller's transaction, and returns the
     * current recipients of the report. Null if another process has already moved the report. With `isSent: false`, the
     * report is skipped and not recorded as sent.
     */
    advance: advanceScheduledReport(sql),
    /** Returns a recipient. Null if there is no such recipient, or if the recipient is a removed member. */
    recipient: operation("ScheduledReports.recipient", function* (recipientId: string) {
      if (!isPublicId(recipientId)) return null
      const [row] = yield* sql<KnownRecipient>`
        select a.public_id as "accountId", u.email as "ownerEmail", p.address, p.state
        from report_recipient p
        join account a on a.id = p.account_id
        join membership o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
        join app_user u on u.id = o.user_id
        where p.public_id = ${recipientId}::uuid and ${isCurrent(sql)}`
      return row ?? null
    }),
    /** Stores whether the owner of an address wants any reports of the account. False if there is no such recipient. */
    decide: operation("ScheduledReports.decide", function* (recipientId: string, isWanted: boolean) {
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
  }))
}) {
  static readonly layer = Layer.effect(ScheduledReports, ScheduledReports.make)
}
