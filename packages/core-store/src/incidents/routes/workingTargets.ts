import { effectivePlan, isBuiltInTarget, isChannelInPlan, onCallTargetOf, type PlanName, Plans } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"

interface ReachRow {
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly channels: ReadonlyArray<{ readonly id: string; readonly kind: string; readonly isActive: boolean }>
  readonly people: ReadonlyArray<string>
  readonly whatsapp: boolean
  readonly webhooks: boolean
}

/**
 * Returns the limits of the account's plan, and a function that says whether a target of a route can receive something.
 * With `monitorKey`, people who cannot see the monitor get nothing about the monitor. An alert of another tool has no
 * monitor (null), and reaches everyone whom its route names.
 */
export const workingTargets = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountKey: string,
  monitorKey?: string | null
) {
  const mayBeReached =
    monitorKey === undefined || monitorKey === null
      ? sql`true`
      : sql`exists (select from monitor_access pa where pa.membership_id = p.id and pa.monitor_id = ${monitorKey}::bigint)`
  const [row] = yield* sql<ReachRow>`
    select a.plan, a.plan_expires_at as "planExpiresAt",
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.public_id, 'kind', c.kind, 'isActive', c.is_active)
        order by c.id), '[]') from alert_channel c where c.account_id = a.id and c.membership_id is null) as channels,
      (select coalesce(jsonb_agg(p.public_id), '[]') from membership p
        where p.account_id = a.id and p.removed_at is null
          and (p.role = 'owner' or (p.alerts_by_email and ${mayBeReached}))) as people,
      exists (select from whatsapp_contact w where w.account_id = a.id and w.number is not null) as whatsapp,
      exists (select from webhook w where w.account_id = a.id and w.is_active) as webhooks
    from account a where a.id = ${accountKey}::bigint`
  const plans = yield* Plans
  const now = new Date(yield* Clock.currentTimeMillis)
  const limits = plans[row === undefined ? "free" : effectivePlan(row.plan, row.planExpiresAt, now)]
  const reached = new Set([
    ...(row?.people ?? []),
    ...(row?.channels ?? []).flatMap(({ id, isActive, kind }, olderChannels) =>
      isActive && isChannelInPlan({ kind, olderChannels }, limits) ? [id] : []
    )
  ])
  const works = (target: string): boolean => {
    // If nobody on call can be reached, the alert goes to the fallback or the owner.
    if (target === "email" || onCallTargetOf(target) !== null) return true
    if (isBuiltInTarget(target)) return (target === "whatsapp" ? row?.whatsapp : row?.webhooks) === true
    return reached.has(target)
  }
  return { limits, works }
})
