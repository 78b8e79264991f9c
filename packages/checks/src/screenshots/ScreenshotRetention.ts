import { type PlanName, screenshotDays } from "@mon/model"

const MILLIS_PER_DAY = 86_400_000

/**
 * Returns the time at which a screenshot expires.
 *
 * @example
 * screenshotExpiresAt("pro", new Date("2026-11-01T00:00:00Z")) // => new Date("2026-12-01T00:00:00Z")
 */
export const screenshotExpiresAt = (plan: PlanName, taken: Date): Date =>
  new Date(taken.getTime() + screenshotDays[plan] * MILLIS_PER_DAY)
