import { LICENCE_DAYS, type PlanName } from "@mon/model"

const DAY_MS = 86_400_000

/** A plan that was bought. */
export interface PaidPlan {
  readonly key: string
  readonly plan: PlanName
  readonly paidAt: Date
}

/** A bought plan with the period in which it is in force. */
export interface Period extends PaidPlan {
  readonly startsAt: Date
  readonly endsAt: Date
}

/** The plan in force and when it ends; null: never. */
export interface PlanInForce {
  readonly plan: PlanName
  readonly expiresAt: Date | null
}

/**
 * The periods of bought plans: a renewal starts when the previous period of the same plan ends, in whatever order the
 * payments became known.
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

/** The best plan at a time: a bought one, or the base plan that was granted without an end date. */
export const planAt = (periods: ReadonlyArray<Period>, base: PlanName, now: Date): PlanInForce => {
  const current = periods.filter(({ endsAt, startsAt }) => startsAt <= now && now < endsAt)
  const best = current.toSorted((a, b) => rank(b.plan) - rank(a.plan))[0]
  if (best === undefined || rank(best.plan) <= rank(base)) return { plan: base, expiresAt: null }
  const chain = periods.filter(({ plan, startsAt }) => plan === best.plan && startsAt >= best.startsAt)
  let expiresAt = best.endsAt
  for (const { endsAt, startsAt } of chain) if (startsAt <= expiresAt && endsAt > expiresAt) expiresAt = endsAt
  return { plan: best.plan, expiresAt }
}
