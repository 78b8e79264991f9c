import * as Schema from "effect/Schema"

/** The notification types. */
export const NotificationType = Schema.Literals([
  "status_change",
  "ssl_expiry",
  "ssl_invalid",
  "domain_expiry",
  "email_health_alert",
  "email_health_recovery",
  "weekly_report"
])
export type NotificationType = typeof NotificationType.Type

/** The state of a notification. `suppressed`: the notification was not sent on purpose. */
export const NotificationStatus = Schema.Literals(["pending", "sent", "suppressed", "failed"])
export type NotificationStatus = typeof NotificationStatus.Type
