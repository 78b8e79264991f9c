import * as Schema from "effect/Schema"
import { ChannelKind } from "./AlertChannel.ts"
import { described } from "./Described.ts"
import { Fault } from "./Fault.ts"

const { count, flag, id, list, orNull, record, text, textOrNull, time, timeOrNull, value, wordOrNull } = described

/** Limits of the channels and rules with which people say how they are reached. */
export const contactLimits = {
  /** The maximum number of own channels of one person in one account. */
  ownChannels: 5,
  /** The maximum number of rules for one urgency. */
  rules: 5,
  /** The range of the delay of a rule, in minutes. */
  afterMinutes: { minimum: 0, maximum: 60 },
  /** The number of digits of the code that proves that an own channel reaches its person. */
  codeDigits: 6,
  /** The time for which a code is valid, in minutes. */
  codeMinutes: 15,
  /** The number of attempts to enter one code. */
  codeAttempts: 5
} as const

/** The urgencies of alerts for people. `high`: critical alerts. `low`: all other alerts. */
export const ContactUrgency = Schema.Literals(["high", "low"])
export type ContactUrgency = typeof ContactUrgency.Type

/** The word for a person's email address in a rule, in place of the id of an own channel. */
export const CONTACT_EMAIL = "email"

/** One rule: by which way a person is reached, and after how many minutes. */
export const ContactRule = record("ContactRule", "A way by which a person is reached, and its delay.", {
  afterMinutes: count("Minutes between the message of the step and this one.", 5),
  via: text("`email`, or the id of an own channel of the person.", CONTACT_EMAIL)
})
export interface ContactRule extends Schema.Schema.Type<typeof ContactRule> {}

/** The rules of one person. */
export const ContactRules = record("ContactRules", "How a person is reached by alerts that are for this person.", {
  high: list(ContactRule, "The rules for critical alerts, in the order in which they apply."),
  low: list(ContactRule, "The rules for all other alerts, in the order in which they apply.")
})
export interface ContactRules extends Schema.Schema.Type<typeof ContactRules> {}

/** The rules of people who have set none: an email at once. */
export const defaultContactRules: ContactRules = {
  high: [{ afterMinutes: 0, via: CONTACT_EMAIL }],
  low: [{ afterMinutes: 0, via: CONTACT_EMAIL }]
}

/** The record of a channel that belongs to one person. Absent values are null, never missing. */
export const OwnChannel = record("OwnChannel", "A channel that belongs to one person.", {
  id: id("Opaque id of the channel."),
  kind: value(ChannelKind, "Kind of the channel.", "ntfy"),
  name: text("Name of the channel.", "My phone"),
  settings: value(
    Schema.Record(Schema.String, Schema.String),
    "Settings of the channel by name. A stored secret is shown as `***`.",
    { server: "https://ntfy.example.com", topic: "***" }
  ),
  isVerified: flag("Whether the person has entered the code that was sent through the channel.", true),
  isActive: flag("Whether Mon sends alerts through the channel. False while `stoppedBy` is not null.", true),
  stoppedBy: wordOrNull(
    ["unverified", "owner", "refused", "failing", "plan"],
    "The reason why the channel receives nothing. `unverified`: the code has not been entered. `owner`: its person switched it off. `refused`: the service rejects the settings. `failing`: no delivery succeeded for five days. `plan`: the plan does not include this kind. Null: it receives alerts."
  ),
  createdAt: time("Creation time, ISO 8601 UTC."),
  lastDeliveryAt: timeOrNull("Time of the last delivery attempt, ISO 8601 UTC, or null before the first attempt."),
  lastDeliveryStatus: textOrNull(
    "Outcome of the last delivery attempt: `delivered`, the HTTP status of the response, or `failed` if there was no response. Null before the first attempt.",
    "delivered"
  )
})
export interface OwnChannel extends Schema.Schema.Type<typeof OwnChannel> {}

/** The outcome of a test alert to one of the ways by which a person is reached. */
export const ContactTest = record("ContactTest", "The outcome of a test alert to one way of reaching a person.", {
  afterMinutes: count("Minutes after which an alert would be sent. Test alerts are sent at once.", 5),
  via: text("`email`, or the id of an own channel of the person.", CONTACT_EMAIL),
  name: text("Email address of the person, or name of the channel.", "My phone"),
  delivered: flag("Whether the service accepted the message, or the email is about to be sent.", true),
  error: orNull(Fault, "The reason why the message was not delivered, or null if it was delivered.")
})
export interface ContactTest extends Schema.Schema.Type<typeof ContactTest> {}
