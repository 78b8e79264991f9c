import * as Schema from "effect/Schema"
import { Fault, Timestamp } from "./Domain.ts"
import { NotificationStatus, NotificationType } from "./Event.ts"

/** Page sizes of notifications. */
export const notificationLimits = {
  pageSize: { minimum: 1, maximum: 50, default: 20 }
} as const

/** What came of telling by one way; several receivers of one way count as one. */
export const NotificationChannel = Schema.Struct({
  channel: Schema.Literals(["email", "whatsapp", "webhook"]),
  status: NotificationStatus,
  error: Schema.NullOr(Fault)
})
export type NotificationChannel = typeof NotificationChannel.Type

/** The record of a notification. Absent values are null, never missing. */
export const Notification = Schema.Struct({
  id: Schema.String,
  type: NotificationType,
  /** What happened: a `FactKind`, or a kind of another release. */
  kind: Schema.String,
  title: Schema.String,
  message: Schema.String,
  domainId: Schema.NullOr(Schema.String),
  urlId: Schema.NullOr(Schema.String),
  status: NotificationStatus,
  channels: Schema.Array(NotificationChannel),
  createdAt: Timestamp,
  sentAt: Schema.NullOr(Timestamp)
})
export type Notification = typeof Notification.Type

/** Whether the alerts of an account are held back, and since when. */
export const PauseState = Schema.Struct({
  paused: Schema.Boolean,
  pausedAt: Schema.NullOr(Timestamp)
})
export type PauseState = typeof PauseState.Type
