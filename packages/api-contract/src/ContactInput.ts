import { ChannelKind, channelLimits, CONTACT_EMAIL, contactLimits as limits, ContactUrgency, field } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

const required = <S extends Schema.Top>(schema: S, messageMissingKey: string) =>
  schema.pipe(Schema.annotateKey({ messageMissingKey }))

const kindMessage = `kind must be one of: ${ChannelKind.literals.join(", ")}.`
const kind = ChannelKind.annotate({
  message: kindMessage,
  description: "Kind of the channel. `GET /own-channels/kinds` describes the settings of each kind.",
  examples: ["ntfy"]
})

const name = field.text("name", {
  about: "Name of the channel, shown to its person. Default: the name of the kind.",
  example: "My phone",
  maximum: channelLimits.nameLength
}).input

const settingsMessage = `settings must be an object whose values are strings, with at most ${channelLimits.settingsLength} characters in total.`
const settings = Schema.Record(Schema.String, Schema.String.annotate({ message: settingsMessage }))
  .annotate({
    message: settingsMessage,
    description: "The settings for this kind of channel, by name.",
    examples: [{ topic: "alerts-k3v9" }]
  })
  .check(Schema.makeFilter((value) => JSON.stringify(value).length <= channelLimits.settingsLength || settingsMessage))

/** The body of `POST /own-channels`. */
export const CreateOwnChannel = Schema.Struct({
  kind: required(kind, kindMessage),
  name: Schema.optionalKey(name),
  settings: required(settings, settingsMessage)
}).annotate({
  identifier: "CreateOwnChannel",
  title: "CreateOwnChannel",
  description: "A new channel of the caller."
})
export type CreateOwnChannel = typeof CreateOwnChannel.Type

const isActive = field.flag("isActive", {
  about:
    "Whether Mon sends alerts through the channel. Set it to true to switch a channel back on that Mon has switched off.",
  example: true
}).input

/** The body of `PATCH /own-channels/:id`. Only the fields that it contains change. */
export const UpdateOwnChannel = Schema.Struct(Struct.map({ name, isActive }, Schema.optionalKey)).annotate({
  identifier: "UpdateOwnChannel",
  title: "UpdateOwnChannel",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateOwnChannel = typeof UpdateOwnChannel.Type

const codeMessage = `code must be the ${limits.codeDigits} digits that were sent through the channel.`

/** The body of `POST /own-channels/:id/verify`. */
export const VerifyOwnChannel = Schema.Struct({
  code: required(
    Schema.String.annotate({
      message: codeMessage,
      description: "The code that was sent through the channel.",
      examples: ["482913"]
    }).check(Schema.isPattern(new RegExp(`^\\s*\\d{${limits.codeDigits}}\\s*$`, "u"), { message: codeMessage })),
    codeMessage
  )
}).annotate({
  identifier: "VerifyOwnChannel",
  title: "VerifyOwnChannel",
  description: "The proof that the channel reaches the caller."
})
export type VerifyOwnChannel = typeof VerifyOwnChannel.Type

const { maximum, minimum } = limits.afterMinutes
const rulesMessage = (of: ContactUrgency): string =>
  `${of} must be a list of 1 to ${limits.rules} rules such as { "afterMinutes": 5, "via": "email" }. afterMinutes is a whole number from ${minimum} to ${maximum}, and via is email or the id of one of your own channels.`

const rules = (of: ContactUrgency, description: string) => {
  const message = rulesMessage(of)
  const rule = Schema.Struct({
    afterMinutes: required(
      Schema.Int.annotate({
        message,
        description: "Minutes between the message of the step and this one.",
        examples: [5]
      }).check(Schema.isBetween({ minimum, maximum }, { message })),
      message
    ),
    via: required(
      Schema.String.annotate({
        message,
        description: "`email`, or the id of one of the caller's own channels.",
        examples: [CONTACT_EMAIL]
      }),
      message
    )
  }).annotate({ message })
  return Schema.Array(rule)
    .annotate({ message, description })
    .check(Schema.isMinLength(1, { message }), Schema.isMaxLength(limits.rules, { message }))
}

/** The body of `PATCH /contact-rules`. Only the fields that it contains change. */
export const UpdateContactRules = Schema.Struct({
  high: Schema.optionalKey(rules("high", "The rules for critical alerts.")),
  low: Schema.optionalKey(rules("low", "The rules for all other alerts."))
}).annotate({
  identifier: "UpdateContactRules",
  title: "UpdateContactRules",
  description: "The rules to change. Rules that are absent stay unchanged."
})
export type UpdateContactRules = typeof UpdateContactRules.Type

const urgencyMessage = `urgency must be one of: ${ContactUrgency.literals.join(", ")}.`

/** The body of `POST /contact-rules/test`. */
export const TestContactRules = Schema.Struct({
  urgency: required(
    ContactUrgency.annotate({
      message: urgencyMessage,
      description: "The urgency whose rules are tested.",
      examples: ["high"]
    }),
    urgencyMessage
  )
}).annotate({
  identifier: "TestContactRules",
  title: "TestContactRules",
  description: "The rules to test."
})
export type TestContactRules = typeof TestContactRules.Type
