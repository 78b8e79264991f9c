import * as Schema from "effect/Schema"
import { ChannelQuietHours } from "./AlertRoute.ts"
import { outcomeFields } from "./DeliveryOutcome.ts"
import { described } from "./Described.ts"
import { Fault } from "./Fault.ts"
import { NotificationStatus } from "./Event.ts"
import type { PlanLimits } from "./Plan.ts"

const { count, countOrNull, flag, id, list, numberOrNull, orNull, record, text, textOrNull, texts, time, timeOrNull } =
  described
const { value, word, wordOrNull } = described

/** The kinds of alert channels, in the order in which people see them. */
export const ChannelKind = Schema.Literals([
  "slack",
  "slack_app",
  "discord",
  "teams",
  "google_chat",
  "telegram",
  "pagerduty",
  "ntfy",
  "webhook_template",
  "apprise",
  "gotify",
  "pushover",
  "mattermost",
  "matrix",
  "twilio"
])
export type ChannelKind = typeof ChannelKind.Type

/** Limits of channels. */
export const channelLimits = {
  nameLength: 60,
  /** The maximum length of all settings of a channel together as JSON, in characters. */
  settingsLength: 40_000,
  appriseUrlLength: 2_000,
  deliveriesListed: { minimum: 1, maximum: 50, default: 20 }
} as const

/**
 * The kinds of channels that need a plan with `paidChannels`, because text messages cost money and template webhooks
 * can call any server.
 */
export const paidChannelKinds: ReadonlyArray<string> = [
  "twilio",
  "webhook_template"
] satisfies ReadonlyArray<ChannelKind>

/**
 * Returns whether a plan allows a channel. If an account has more channels than its plan allows, the newest channels
 * stop. `olderChannels` is the number of channels in the account that are older than this channel.
 *
 * @example
 * ```ts
 * isChannelInPlan({ kind: "slack", olderChannels: 1 }, planTable.free) // => true
 * isChannelInPlan({ kind: "slack", olderChannels: 2 }, planTable.free) // => false
 * isChannelInPlan({ kind: "twilio", olderChannels: 0 }, planTable.free) // => false
 * ```
 */
export const isChannelInPlan = (
  { kind, olderChannels }: { readonly kind: string; readonly olderChannels: number },
  { channels, paidChannels }: Pick<PlanLimits, "channels" | "paidChannels">
): boolean => olderChannels < channels && (paidChannels || !paidChannelKinds.includes(kind))

const settings = (description: string) =>
  value(Schema.Record(Schema.String, Schema.String), description, {
    server: "https://ntfy.example.com",
    topic: "***",
    token: "***"
  })

/** The record of a channel. Absent values are null, never missing. */
export const AlertChannel = record("AlertChannel", "A channel that receives alerts.", {
  id: id("Opaque id of the channel."),
  kind: value(ChannelKind, "Kind of the channel.", "ntfy"),
  name: text("Name of the channel.", "On call"),
  settings: settings("Settings of the channel by name. A stored secret is shown as `***`."),
  inDefaultRoute: flag("Whether the channel receives all alerts that the account owner gets by email.", true),
  quietHours: orNull(ChannelQuietHours, "The hours in which the channel stays quiet, or null if it never does."),
  isActive: flag("Whether Mon sends messages to the channel. False while `stoppedBy` is not null.", true),
  stoppedBy: wordOrNull(
    ["owner", "refused", "failing", "plan"],
    "The reason why the channel receives nothing. `owner`: the owner switched it off. `refused`: the service rejects the settings. `failing`: no delivery succeeded for five days. `plan`: the plan allows fewer channels, or not this kind. Null: it receives alerts."
  ),
  createdAt: time("Creation time, ISO 8601 UTC."),
  lastDeliveryAt: timeOrNull("Time of the last delivery attempt, ISO 8601 UTC, or null before the first attempt."),
  lastDeliveryStatus: textOrNull(
    "Outcome of the last delivery attempt: `delivered`, the HTTP status of the response, or `failed` if there was no response. Null before the first attempt.",
    "delivered"
  ),
  failingSince: timeOrNull("Since when all delivery attempts have failed, ISO 8601 UTC, or null if the last succeeded.")
})
export interface AlertChannel extends Schema.Schema.Type<typeof AlertChannel> {}

/** The record of a channel that was just created from an Apprise URL. */
export const TranslatedChannel = record("TranslatedChannel", "A channel that was created from an Apprise URL.", {
  ...AlertChannel.fields,
  ignored: texts(
    "The parts of the URL that Mon ignores: names in its query, and targets such as `#general`. Other unused parts of its path are shown as `a part of the path`, because they may be secrets. It is the same for all channels of the URL.",
    ["priority"]
  )
})
export interface TranslatedChannel extends Schema.Schema.Type<typeof TranslatedChannel> {}

/** The description of a setting of a kind of channel, from which forms are built. */
const ChannelSetting = record("ChannelSetting", "A setting of a kind of channel.", {
  name: text("Name in `settings`.", "topic"),
  type: word(["text", "url", "choice", "long"], "Type of the value. `long`: text with several lines."),
  label: text("Label for people.", "Topic"),
  help: text("Advice about the value, such as where to find it.", "Choose a name that nobody can guess."),
  example: text("Example of a value.", "alerts-k3v9"),
  isSealed: flag("Whether the value is a secret. It is stored encrypted and shown as `***`.", true),
  isOptional: flag("Whether the value may be absent.", false),
  maximum: count("Maximum number of characters.", 64),
  choices: texts("Values of a choice. The first is the default.", []),
  pattern: textOrNull("Regular expression that the value matches, or null.", "^[-_A-Za-z0-9]{1,64}$"),
  message: text("Sentence that says what people must enter.", "Enter a topic of 1 to 64 letters, digits, - or _.")
})

/** The description of a kind of channel, from which forms are built. */
export const ChannelKindRecord = record("ChannelKind", "A kind of channel: what it needs and what it can do.", {
  kind: value(ChannelKind, "The kind.", "ntfy"),
  name: text("Name for people.", "ntfy"),
  about: text("A description of the kind, in one or two sentences.", "Sends push messages through ntfy."),
  steps: texts("The three steps that connect a channel of this kind.", [
    "Install the app.",
    "Choose a topic.",
    "Enter the topic."
  ]),
  appearance: text("The appearance of a message.", "A push message with the title, the text and buttons."),
  settings: list(ChannelSetting, "The settings, in the order in which a form should show them."),
  inPlan: flag("Whether the account's plan allows this kind.", true)
})
export interface ChannelKindRecord extends Schema.Schema.Type<typeof ChannelKindRecord> {}

/** The outcome of a test message. A test message is attempted once, immediately. */
export const ChannelTest = record("ChannelTest", "The outcome of a test message.", {
  delivered: flag("Whether the service accepted the message.", true),
  statusCode: countOrNull("HTTP status of the response, or null if there was no response or it is not shown.", 200),
  responseTimeMs: numberOrNull("Duration of the exchange, or null if there was none. Milliseconds.", 128),
  answer: textOrNull(
    "The service's response, at most 200 characters. Null if it was empty, or if the server belongs to the operator.",
    "channel_not_found"
  ),
  error: orNull(Fault, "The reason why the message was not delivered, or null if it was delivered.")
})
export interface ChannelTest extends Schema.Schema.Type<typeof ChannelTest> {}

/** One attempt at a delivery to a channel. */
export const ChannelAttemptRecord = record("ChannelAttempt", "An attempt to deliver a message to a channel.", {
  at: time("Time of the attempt, ISO 8601 UTC."),
  status: wordOrNull(
    ["sent", "failed"],
    "Result of the attempt. Null while it runs, or if the worker stopped before it knew the result. The message may then have arrived, and a later attempt may repeat it."
  ),
  durationMs: countOrNull("Duration of the attempt, or null while it is not known. Milliseconds.", 128),
  error: orNull(Fault, "The reason why the attempt failed, or null.")
})

/** A delivery to a channel. */
export const ChannelDeliveryRecord = record("ChannelDelivery", "A message for a channel, and what happened to it.", {
  id: id("Opaque id of the delivery. Every attempt has the same id."),
  title: text("Title in a few words.", "DOWN Shop"),
  notifications: count("Number of notifications in the message. A summary has several.", 1),
  status: value(NotificationStatus, "Status of the delivery.", "sent"),
  ...outcomeFields,
  createdAt: time("Creation time, ISO 8601 UTC."),
  attempts: list(ChannelAttemptRecord, "The attempts, oldest first.")
})
export interface ChannelDeliveryRecord extends Schema.Schema.Type<typeof ChannelDeliveryRecord> {}
