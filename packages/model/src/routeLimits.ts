/** The kinds of facts that people can choose in a route. Each of them begins something, such as an incident. */
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
  "email_health_alert"
] as const

/** Limits of routes. */
export const routeLimits = {
  nameLength: 60,
  steps: 10,
  targetsOfStep: 20,
  chosen: 1_000,
  /** From immediately to a week. */
  afterMinutes: { minimum: 0, maximum: 10_080 },
  /** From five minutes to a week. */
  reminderMinutes: { minimum: 5, maximum: 10_080 },
  /** Moments of a simulation. */
  momentsShown: 30
} as const
