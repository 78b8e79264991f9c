// Written by `npm run openapi`. Do not edit.
import type { DownParent, Fault, MaintenanceName } from "./several.ts"

/** A notification to the account's members. */
export type Notification = {
  readonly id: string
  readonly type:
    | "status_change"
    | "ssl_expiry"
    | "ssl_invalid"
    | "domain_expiry"
    | "email_health_alert"
    | "email_health_recovery"
    | "weekly_report"
  readonly kind: string
  readonly title: string
  readonly message: string
  readonly domainId: string | null
  readonly urlId: string | null
  readonly link: string
  readonly status: "pending" | "sent" | "suppressed" | "failed"
  readonly outcome: "delivered" | "stored" | "waiting" | "suppressed" | "superseded" | "failed"
  readonly reason: string | null
  readonly maintenanceWindow: MaintenanceName | null
  readonly suppressedBy: DownParent | null
  readonly channels: ReadonlyArray<NotificationChannel>
  readonly createdAt: string
  readonly sentAt: string | null
}

/** The outcome of delivery through one channel. */
export type NotificationChannel = {
  readonly channel: "email" | "whatsapp" | "webhook" | "channel"
  readonly status: "pending" | "sent" | "suppressed" | "failed"
  readonly error: Fault | null
  readonly recipients: ReadonlyArray<NotificationRecipient>
  readonly recipientCount: number
}

/** The delivery of a notification to one recipient. */
export type NotificationDelivery = {
  readonly id: string
  readonly notificationId: string
  readonly event: string
  readonly channel: "email" | "whatsapp" | "webhook" | "channel"
  readonly recipient: string | null
  readonly kind: string | null
  readonly name: string | null
  readonly status: "pending" | "sent" | "suppressed" | "failed"
  readonly outcome: "delivered" | "stored" | "waiting" | "suppressed" | "superseded" | "failed"
  readonly reason: string | null
  readonly attempts: number
  readonly error: Fault | null
  readonly step: number | null
  readonly reminder: number | null
  readonly isUpdate: boolean
  readonly createdAt: string
  readonly settledAt: string | null
}

/** A recipient of a notification. */
export type NotificationRecipient = {
  readonly name: string | null
  readonly kind: string | null
  readonly isHidden: boolean
  readonly outcome: "delivered" | "stored" | "waiting" | "suppressed" | "superseded" | "failed"
  readonly reason: string | null
}

/** A pause in alerts. */
export type PauseAlerts = { readonly until?: string | null }

/** The state of the account's alerts. */
export type PauseState = {
  readonly paused: boolean
  readonly pausedAt: string | null
  readonly pausedUntil: string | null
}

/** Number of notifications not sent yet. */
export type PendingCount = { readonly count: number }
