import type { PlanName } from "@mon/model"

/** How long screenshots are kept, by the plan in force when they are taken. */
const retentionDays: Readonly<Record<PlanName, number>> = { free: 7, pro: 30, agency: 90 }

const MILLIS_PER_DAY = 86_400_000

/**
 * Until when a screenshot of an account is kept.
 *
 * @example
 * screenshotExpiresAt("pro", new Date("2026-11-01T00:00:00Z")) // => new Date("2026-12-01T00:00:00Z")
 */
export const screenshotExpiresAt = (plan: PlanName, taken: Date): Date =>
  new Date(taken.getTime() + retentionDays[plan] * MILLIS_PER_DAY)
