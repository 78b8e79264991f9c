import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { Fault } from "./Domain.ts"
import { Fact } from "./Fact.ts"
import { NotificationStatus, NotificationType } from "./Event.ts"

const { flag, id, idOrNull, list, orNull, record, text, time, timeOrNull, value } = described

/** Page sizes of notifications. */
export const notificationLimits = {
  pageSize: { minimum: 1, maximum: 50, default: 20 }
} as const

/** The outcome of sending by one channel; several recipients of one channel count as one. */
export const NotificationChannel = record("NotificationChannel", "The outcome of sending by one channel.", {
  channel: value(Schema.Literals(["email", "whatsapp", "webhook"]), "The channel.", "email"),
  status: value(NotificationStatus, "Delivery status; several recipients of one channel count as one.", "sent"),
  error: orNull(Fault, "Why it could not be sent, or null.")
})
export type NotificationChannel = typeof NotificationChannel.Type

const kinds = Object.keys(Fact.cases)
  .map((kind) => `\`${kind}\``)
  .join(", ")

/** The record of a notification. Absent values are null, never missing. */
export const Notification = record("Notification", "Something that the people of the account are notified of.", {
  id: id("Id of the notification, opaque."),
  type: value(NotificationType, "What it is about.", "status_change"),
  kind: text(`What happened, finer than the type: ${kinds}. A later version may add kinds.`, "down"),
  title: text("In a few words.", "DOWN Shop"),
  message: text("In a sentence.", "The server answered with 503."),
  domainId: idOrNull("Id of the domain that it is about, or null."),
  urlId: idOrNull("Id of the URL monitor that it is about, or null."),
  status: value(
    NotificationStatus,
    "Delivery status; `suppressed` ones were created while alerts were paused and are never sent.",
    "sent"
  ),
  channels: list(NotificationChannel, "The outcome of each channel."),
  createdAt: time("When it was created, ISO 8601 UTC."),
  sentAt: timeOrNull("When it first reached somebody, ISO 8601 UTC, or null.")
})
export type Notification = typeof Notification.Type

/** Whether the alerts of an account are paused, and since when. */
export const PauseState = record("PauseState", "Whether the account's alerts are paused.", {
  paused: flag("Whether they are.", true),
  pausedAt: timeOrNull("Since when, ISO 8601 UTC, or null when they are not.")
})
export type PauseState = typeof PauseState.Type
