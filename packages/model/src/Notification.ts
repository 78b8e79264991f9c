import * as Schema from "effect/Schema"
import { outcomeFields } from "./DeliveryOutcome.ts"
import { OnCallReason } from "./AlertRoute.ts"
import { described } from "./Described.ts"
import { Fault } from "./Fault.ts"
import { Fact } from "./Fact.ts"
import { MaintenanceName } from "./MaintenanceWindow.ts"
import { fieldsByKind, monitorKinds } from "./monitorKinds.ts"
import { NotificationStatus, NotificationType } from "./Event.ts"

const { count, countOrNull, flag, id, idOrNull, list, orNull, record, text, textOrNull, time, timeOrNull, value } =
  described

/** Page sizes of notifications. */
export const notificationLimits = {
  pageSize: { minimum: 1, maximum: 50, default: 20 },
  recipientsShown: 6
} as const

const NotificationRecipient = record("NotificationRecipient", "A recipient of a notification.", {
  name: textOrNull(
    "The address, the number, or the name of the alert channel or webhook. Null if the recipient belongs to someone else and the caller is not the account owner, or if the name is no longer known.",
    "owner@example.com"
  ),
  kind: textOrNull(
    "Kind of the alert channel, such as `slack`. Null: the recipient is not an alert channel, or its kind is not shown.",
    null
  ),
  isHidden: flag(
    "Whether the recipient is hidden, because it belongs to someone else and the caller is not the account owner.",
    false
  ),
  ...outcomeFields
})

/** The outcome of a notification on one channel. If the channel has several recipients, they share one status. */
export const NotificationChannel = record("NotificationChannel", "The outcome of delivery through one channel.", {
  channel: value(
    Schema.Literals(["email", "whatsapp", "webhook", "channel"]),
    "Channel of the delivery. `channel`: an alert channel.",
    "email"
  ),
  status: value(
    NotificationStatus,
    "Delivery status of the channel. With several recipients: `pending` while at least one recipient waits, then `failed` if at least one recipient did not get the notification.",
    "sent"
  ),
  error: orNull(Fault, "The reason why the notification could not be sent, or null."),
  recipients: list(
    NotificationRecipient,
    `The recipients, at most ${notificationLimits.recipientsShown}. Recipients that it did not reach come first.`
  ),
  recipientCount: count("Number of recipients of the channel.", 1)
})
export interface NotificationChannel extends Schema.Schema.Type<typeof NotificationChannel> {}

/** A monitor that another monitor depends on. It was down, so nobody was alerted about the other monitor. */
export const DownParent = record("DownParent", "A monitor that was down and on which another monitor depends.", {
  id: id("Id of the monitor."),
  name: text("Display name of the monitor.", "Router")
})
export interface DownParent extends Schema.Schema.Type<typeof DownParent> {}

const kinds = Object.keys(Fact.cases)
  .map((kind) => `\`${kind}\``)
  .join(", ")

/** The record of a notification. Absent values are null, never missing. */
export const Notification = record("Notification", "A notification to the account's members.", {
  id: id("Opaque id of the notification."),
  type: value(NotificationType, "Type of the notification.", "status_change"),
  kind: text(`Kind of event, which is more specific than the type: ${kinds}. A later version may add kinds.`, "down"),
  title: text("Title in a few words.", "DOWN Shop"),
  message: text("Message in one sentence.", "The server responded with 503."),
  ...fieldsByKind("Id", (kind) =>
    idOrNull(`Id of the ${monitorKinds[kind].noun} of the notification, or null if there is none.`)
  ),
  link: text(
    "URL of the dashboard page about the subject of the notification.",
    "https://mon.example.com/app/incidents/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
  ),
  status: value(
    NotificationStatus,
    "Delivery status. `sent`: at least one recipient got it. A `suppressed` notification is never sent, unless a maintenance window or a monitor in `dependsOn` suppressed it. In that case, it is sent later if the problem still exists. `reason` says why it was suppressed.",
    "sent"
  ),
  ...outcomeFields,
  maintenanceWindow: orNull(
    MaintenanceName,
    "The maintenance window that suppressed the notification, even if it was sent at the end of the window. Null: none."
  ),
  suppressedBy: orNull(
    DownParent,
    "The monitor in `dependsOn` that was down and suppressed the notification. Null if there is none, or if the caller cannot see it."
  ),
  channels: list(NotificationChannel, "The outcome of each channel."),
  createdAt: time("Creation time, ISO 8601 UTC."),
  sentAt: timeOrNull("Time of the first successful delivery, ISO 8601 UTC, or null before a delivery has succeeded.")
})
export interface Notification extends Schema.Schema.Type<typeof Notification> {}

/** One message to one recipient, and its outcome. */
export const NotificationDelivery = record("NotificationDelivery", "The delivery of a notification to one recipient.", {
  id: id("Opaque id of the delivery."),
  notificationId: id("Id of the notification."),
  event: text("Kind of event of the notification, such as `down` or `up`. A later version may add kinds.", "down"),
  channel: NotificationChannel.fields.channel,
  recipient: textOrNull(
    "Email address, phone number, or id of the webhook or alert channel. Null if it belongs to somebody else and the caller is not the account owner.",
    "owner@example.com"
  ),
  kind: textOrNull(
    "Kind of the alert channel, such as `slack`. Null: the recipient is not an alert channel, or its kind is not shown.",
    null
  ),
  name: textOrNull(
    "The address, the number, or the name of the alert channel or webhook, even after it was deleted. Null if `recipient` is null, or if the name is no longer known.",
    "owner@example.com"
  ),
  status: value(NotificationStatus, "Status of the delivery.", "sent"),
  ...outcomeFields,
  attempts: count("Number of attempts.", 1),
  error: orNull(Fault, "The reason why the last attempt failed, or null."),
  step: countOrNull(
    "Number of the route step that caused the delivery, starting at 1. Null: a reminder, or the default route.",
    2
  ),
  reminder: countOrNull("Number of the reminder, starting at 1. Null: the delivery is not a reminder.", null),
  onCall: orNull(
    OnCallReason,
    "The on-call schedule because of which the recipient was chosen. Null: the recipient is a target of the route."
  ),
  isUpdate: flag(
    "Whether the delivery changes an earlier message, because somebody acknowledged the incident or withdrew the acknowledgement.",
    false
  ),
  createdAt: time("Creation time, ISO 8601 UTC."),
  settledAt: timeOrNull("Time of the final status, ISO 8601 UTC, or null while the delivery is pending.")
})
export interface NotificationDelivery extends Schema.Schema.Type<typeof NotificationDelivery> {}

/** The pause of an account's alerts: whether alerts are paused, since when, and until when. */
export const PauseState = record("PauseState", "The state of the account's alerts.", {
  paused: flag("Whether the alerts are paused.", true),
  pausedAt: timeOrNull("Since when the alerts have been paused, ISO 8601 UTC, or null if they are not paused."),
  pausedUntil: timeOrNull(
    "The time when the pause ends by itself, ISO 8601 UTC. Null if alerts are not paused, or stay paused until somebody resumes them."
  )
})
export interface PauseState extends Schema.Schema.Type<typeof PauseState> {}
