import type { ReportAddress, ScheduledReport } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"

/** Recipients `p` of reports `r`: members only while they belong to the account. */
export const currentRecipients = (sql: SqlClient.SqlClient) =>
  sql`
    scheduled_report_recipient x join report_recipient p on p.id = x.recipient_id
    left join membership ms on ms.id = p.membership_id
    where x.report_id = r.id and ms.removed_at is null`

interface Row extends Omit<ScheduledReport, "recipients" | "nextAt" | "sentAt" | "createdAt"> {
  readonly next_at: Date
  readonly sent_at: Date | null
  readonly created_at: Date
  readonly emails: ReadonlyArray<string>
  readonly states: ReadonlyArray<ReportAddress["state"]>
}

/** The scheduled reports of the caller's account; a condition on `r` may follow. */
export const selectReports = (sql: SqlClient.SqlClient, { accountKey }: AccessScope) =>
  sql<Row>`
    select r.public_id as id, r.name, r.every, r.timezone, r.language, t.name as tag, r.target_percent as "targetPercent",
      r.next_at, r.sent_at, r.created_at,
      array(select p.address from ${currentRecipients(sql)} order by p.address_key) as emails,
      array(select p.state from ${currentRecipients(sql)} order by p.address_key) as states
    from scheduled_report r left join tag t on t.id = r.tag_id
    where r.account_id = ${accountKey}::bigint`

export const toReport = ({ created_at, emails, next_at, sent_at, states, ...row }: Row): ScheduledReport => ({
  ...row,
  recipients: emails.map((email, index) => ({ email, state: states[index] ?? "pending" })),
  nextAt: next_at.toISOString(),
  sentAt: sent_at?.toISOString() ?? null,
  createdAt: created_at.toISOString()
})
