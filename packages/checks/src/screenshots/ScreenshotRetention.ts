import type { PlanName } from "@mon/model"

/** How many days screenshots are stored, by the current plan when they are taken. */
const retentionDays: Readonly<Record<PlanName, number>> = { free: 7, pro: 30, agency: 90 }

const MILLIS_PER_DAY = 86_400_000

/**
 * When a screenshot of an account expires.
 *
 * @example
 * screenshotExpiresAt("pro", new Date("2026-11-01T00:00:00Z")) // => new Date("2026-12-01T00:00:00Z")
 */
export const screenshotExpiresAt = (plan: PlanName, taken: Date): Date =>
  new Date(taken.getTime() + retentionDays[plan] * MILLIS_PER_DAY)
