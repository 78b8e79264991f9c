import { type AuditActor, LICENCE_DAYS, type PlanName } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { notePlanChange } from "./AuditLog.ts"
import type { Ledger } from "./Ledger.ts"
import type { EffectiveIntervals } from "./EffectiveIntervals.ts"

const DAY_MS = 86_400_000

export interface PaidPlan {
  readonly key: string
  readonly plan: PlanName
  readonly paidAt: Date
}

export interface Period extends PaidPlan {
  readonly startsAt: Date
  readonly endsAt: Date
}

/** The plan in force, and its end. The end is null if the plan has no end. */
export interface PlanInForce {
  readonly plan: PlanName
  readonly expiresAt: Date | null
}

/**
 * A renewal starts when the previous period of the plan ends. The order in which Mon learned of the payments makes no
 * difference.
 */
export const periodsOf = (paid: ReadonlyArray<PaidPlan>): ReadonlyArray<Period> => {
  const ends = new Map<PlanName, number>()
  return paid
    .toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || Number(a.key) - Number(b.key))
    .map((licence) => {
      const start = Math.max(licence.paidAt.getTime(), ends.get(licence.plan) ?? 0)
      const end = start + LICENCE_DAYS * DAY_MS
      ends.set(licence.plan, end)
      return { ...licence, startsAt: new Date(start), endsAt: new Date(end) }
    })
}

const ranks: ReadonlyArray<PlanName> = ["free", "pro", "agency"]
const rank = (plan: PlanName): number => ranks.indexOf(plan)

/** Returns the best plan at a given time: a bought plan, or the base plan, which was granted without an end date. */
export const planAt = (periods: ReadonlyArray<Period>, base: PlanName, now: Date): PlanInForce => {
  const current = periods.filter(({ endsAt, startsAt }) => startsAt <= now && now < endsAt)
  const best = current.toSorted((a, b) => rank(b.plan) - rank(a.plan))[0]
  if (best === undefined || rank(best.plan) <= rank(base)) return { plan: base, expiresAt: null }
  const chain = periods.filter(({ plan, startsAt }) => plan === best.plan && startsAt >= best.startsAt)
  let expiresAt = best.endsAt
  for (const { endsAt, startsAt } of chain) if (startsAt <= expiresAt && endsAt > expiresAt) expiresAt = endsAt
  return { plan: best.plan, expiresAt }
}

interface AccountRow {
  readonly plan: PlanName
  readonly plan_expires_at: Date | null
  readonly base_plan: PlanName | null
  readonly now: Date
}

interface LicenceRow {
  readonly key: string
  readonly plan: PlanName
  readonly paid_at: Date
}

export interface PlanServices {
  readonly ledger: Ledger["Service"]
  readonly intervals: EffectiveIntervals["Service"]
}

const sameTime = (a: Date | null, b: Date | null): boolean => (a?.getTime() ?? null) === (b?.getTime() ?? null)

/**
 * Sets an account's plan, credits and check intervals according to its licences. `cause` identifies the change in the
 * ledger. `actor` is the source of the change. Default: the service.
 */
export const applyLicences = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { intervals, ledger }: PlanServices,
  accountKey: string,
  cause: string,
  actor: AuditActor = "service"
) {
  const [account] = yield* sql<AccountRow>`
    select plan, plan_expires_at, base_plan, mon_now() as now from account where id = ${accountKey}::bigint for no key update`
  if (account === undefined) return false
  const rows = yield* sql<LicenceRow>`
    select id::text as key, sku as plan, paid_at from licence
    where account_id = ${accountKey}::bigint and kind = 'plan' and revoked_at is null`
  const periods = periodsOf(rows.map(({ key, paid_at, plan }) => ({ key, plan, paidAt: paid_at })))
  const base = account.base_plan ?? (account.plan_expires_at === null ? account.plan : "free")
  const wanted = planAt(periods, base, account.now)
  yield* sql`
    update licence l set starts_at = p.starts, ends_at = p.ends
    from jsonb_to_recordset(${JSON.stringify(periods.map(({ endsAt, key, startsAt }) => ({ key, starts: startsAt, ends: endsAt })))}::text::jsonb)
      as p(key bigint, starts timestamptz, ends timestamptz)
    where l.id = p.key and (l.starts_at, l.ends_at) is distinct from (p.starts, p.ends)`
  if (wanted.plan === account.plan && sameTime(wanted.expiresAt, account.plan_expires_at) && account.base_plan !== null)
    return false
  const lapsed = account.plan_expires_at !== null && account.plan_expires_at <= account.now
  const begins = wanted.plan !== account.plan || lapsed
  yield* sql`
    update account set plan = ${wanted.plan}, plan_expires_at = ${wanted.expiresAt}::timestamptz, base_plan = ${base},
      plan_started_at = case when ${begins} then mon_now() else plan_started_at end
    where id = ${accountKey}::bigint`
  yield* notePlanChange(sql, accountKey, account.plan, wanted.plan, actor)
  if (begins && !(lapsed && wanted.plan === "free"))
    yield* ledger.changePlan(accountKey, { plan: wanted.plan, ref: `plan:${cause}` })
  yield* intervals.apply(accountKey)
  return true
})

/** Finds accounts whose plan has expired while another licence is in force. */
export const applyDueLicences = (sql: SqlClient.SqlClient, services: PlanServices) =>
  operation("Billing.applyDue", function* (limit: number) {
    const due = yield* sql<{ key: string; expires: Date }>`
      select a.id::text as key, a.plan_expires_at as expires from account a
      where a.plan_expires_at <= mon_now() and exists (
        select 1 from licence l where l.account_id = a.id and l.kind = 'plan' and l.revoked_at is null
          and l.starts_at <= mon_now() and l.ends_at > mon_now())
      order by a.plan_expires_at limit ${limit}`
    let changed = 0
    for (const { expires, key } of due) {
      // An error of one account must not stop the work on the other accounts.
      const applied = yield* sql
        .withTransaction(applyLicences(sql, services, key, `lapse:${expires.toISOString()}`))
        .pipe(
          Effect.catch((error) =>
            Effect.as(Effect.logError("Could not apply the licences of an account", error), false)
          )
        )
      if (applied) changed += 1
    }
    return changed
  })
