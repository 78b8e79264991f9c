/**
 * The kinds of facts that people can choose in a route. Each kind marks the beginning of something, such as an
 * incident.
 */
export const routedFactKinds = [
  "down",
  "degraded",
  "flapping",
  "page_changed",
  "page_error",
  "dns_changed",
  "checks_stopped",
  "certificate_expiring",
  "certificate_invalid",
  "domain_expiring",
  "email_health_alert",
  "external_alert"
] as const

/** Limits of routes. */
export const routeLimits = {
  nameLength: 60,
  steps: 10,
  targetsOfStep: 20,
  chosen: 1_000,
  /** The range of the delay of a step, in minutes: from immediately to a week. */
  afterMinutes: { minimum: 0, maximum: 10_080 },
  /** The range of the time between reminders, in minutes: from five minutes to a week. */
  reminderMinutes: { minimum: 5, maximum: 10_080 },
  /** The range of the number of further rounds. */
  rounds: { minimum: 1, maximum: 100 },
  /** The range of the time between two rounds, in minutes: from a minute to a week. */
  waitMinutes: { minimum: 1, maximum: 10_080 },
  fallbackTargets: 20,
  /** The maximum number of moments that a simulation shows. */
  momentsShown: 30
} as const
