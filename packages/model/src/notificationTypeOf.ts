import type { FactKind, NotificationType } from "./PlainFact.ts"

const notificationTypes: { readonly [Kind in FactKind]: NotificationType } = {
  down: "status_change",
  up: "status_change",
  flapping: "status_change",
  degraded: "status_change",
  recovered: "status_change",
  page_changed: "status_change",
  dns_changed: "status_change",
  checks_stopped: "status_change",
  page_error: "status_change",
  certificate_expiring: "ssl_expiry",
  certificate_invalid: "ssl_invalid",
  domain_expiring: "domain_expiry",
  email_health_alert: "email_health_alert",
  email_health_recovery: "email_health_recovery",
  weekly_report: "weekly_report"
}

/**
 * The notification type under which the API lists facts of a kind.
 *
 * @example
 * ```ts
 * notificationTypeOf("page_changed") // => "status_change"
 * ```
 */
export const notificationTypeOf = (kind: FactKind): NotificationType => notificationTypes[kind]
