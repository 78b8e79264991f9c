import type { AuditActor, PlanName } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { auditExpiry } from "./writeAuditLog.ts"

/** Adds an entry that the service, such as after a payment, or an operator has changed the plan of an account. */
export const notePlanChange = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountKey: string,
  before: PlanName,
  after: PlanName,
  actor: AuditActor
) {
  if (before === after) return
  const changes = JSON.stringify([{ field: "plan", before, after }])
  yield* sql`
    insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, address, user_agent, changes)
    select a.id, ${yield* auditExpiry(sql)}, mon_now(), 'account.plan', null, ${actor}, '', '', ${changes}::text::jsonb
    from account a where a.id = ${accountKey}::bigint`
})
