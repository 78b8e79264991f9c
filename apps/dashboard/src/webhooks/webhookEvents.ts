import type { NotificationType } from "@mon/model"

/** The events of a webhook, in the order of the form. */
export const webhookEvents = [
  "status_change",
  "ssl_expiry",
  "ssl_invalid",
  "domain_expiry",
  "email_health_alert",
  "email_health_recovery",
  "weekly_report"
] as const satisfies ReadonlyArray<NotificationType>
