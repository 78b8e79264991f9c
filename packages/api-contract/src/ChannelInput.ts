import { ChannelKind, channelLimits as limits, field } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { messages } from "./Message.ts"
import { QuietHoursInput } from "./QuietHoursInput.ts"

const kindMessage = `kind must be one of: ${ChannelKind.literals.join(", ")}.`

const kind = ChannelKind.annotate({
  message: kindMessage,
  description: "Kind of the channel. `GET /channels/kinds` describes the settings of each kind.",
  examples: ["ntfy"]
}).pipe(Schema.annotateKey({ messageMissingKey: kindMessage }))

const name = field.text("name", {
  about: "Name of the channel, shown to people. Default: the name of the kind.",
  example: "On call",
  maximum: limits.nameLength
}).input

const settingsMessage = `settings must be an object whose values are strings, with at most ${limits.settingsLength} characters in total.`

const settingsOf = (description: string) =>
  Schema.Record(Schema.String, Schema.String.annotate({ message: settingsMessage }))
    .annotate({ message: settingsMessage, description, examples: [{ topic: "alerts-k3v9" }] })
    .check(Schema.makeFilter((value) => JSON.stringify(value).length <= limits.settingsLength || settingsMessage))

const newSettings = settingsOf("The settings for this kind of channel, by name.").pipe(
  Schema.annotateKey({ messageMissingKey: settingsMessage })
)

const inDefaultRoute = field.flag("inDefaultRoute", {
  about: "Whether the channel receives all alerts that the account owner gets by email. Default: true.",
  example: true
}).input

const isActive = field.flag("isActive", {
  about:
    "Whether Mon sends messages to the channel. Set it to true to switch a channel back on that Mon has switched off.",
  example: true
}).input

/** The body of `POST /channels`. */
export const CreateChannel = Schema.Struct({
  kind,
  name: Schema.optionalKey(name),
  settings: newSettings,
  inDefaultRoute: Schema.optionalKey(inDefaultRoute),
  quietHours: Schema.optionalKey(QuietHoursInput)
}).annotate({ identifier: "CreateChannel", title: "CreateChannel", description: "A new alert channel." })
export type CreateChannel = typeof CreateChannel.Type

/** The body of `POST /channels/from-url`. */
export const ImportChannels = Schema.Struct({
  url: Schema.String.annotate({
    message: messages.appriseUrl,
    description: "An Apprise URL, such as `slack://A/B/C`. A URL with several destinations becomes several channels.",
    examples: ["ntfy://alerts-k3v9"]
  })
    .check(Schema.isMaxLength(limits.appriseUrlLength, { message: messages.appriseUrl }))
    .pipe(Schema.annotateKey({ messageMissingKey: messages.appriseUrl })),
  name: Schema.optionalKey(name),
  inDefaultRoute: Schema.optionalKey(inDefaultRoute)
}).annotate({
  identifier: "ImportChannels",
  title: "ImportChannels",
  description: "An Apprise URL to create channels from."
})
export type ImportChannels = typeof ImportChannels.Type

/** The body of `POST /channels/test`. */
export const TestChannel = Schema.Struct({ kind, settings: newSettings }).annotate({
  identifier: "TestChannel",
  title: "TestChannel",
  description: "A channel that is tested before it is saved."
})
export type TestChannel = typeof TestChannel.Type

/** The body of `PATCH /channels/:id`. Only the fields that it contains change. */
export const UpdateChannel = Schema.Struct(
  Struct.map(
    {
      name,
      settings: settingsOf(
        "All of the channel's settings. The value `***` keeps a stored secret, if the address keeps the same scheme, host and port."
      ),
      inDefaultRoute,
      quietHours: QuietHoursInput,
      isActive
    },
    Schema.optionalKey
  )
).annotate({
  identifier: "UpdateChannel",
  title: "UpdateChannel",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateChannel = typeof UpdateChannel.Type
