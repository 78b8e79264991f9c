import { apiKeyLimits, field, KeyScope } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"
import { timeInput } from "./TimeInput.ts"

const name = field
  .text("name", {
    about: "Name of the key, shown to people. Mon removes leading and trailing spaces.",
    example: "Nightly report",
    maximum: apiKeyLimits.nameLength
  })
  .input.pipe(
    Schema.annotateKey({ messageMissingKey: `name must be a string of 1 to ${apiKeyLimits.nameLength} characters.` })
  )

/** The body of `POST /keys`. */
export const CreateKey = Schema.Struct({
  name,
  scope: KeyScope.annotate({
    message: messages.keyScope,
    description:
      "`read`: the key can read, check email health and disposable addresses, and estimate simulations. `write`: the key can do everything that its owner can do. `heartbeats`: the key can do everything that its owner can do with heartbeats, and list tags.",
    examples: ["read"]
  }).pipe(Schema.annotateKey({ messageMissingKey: messages.keyScope })),
  expiresAt: Schema.optionalKey(
    Schema.NullOr(timeInput(messages.keyExpiry)).annotate({
      message: messages.keyExpiry,
      description:
        "The time when the key stops working, ISO 8601. Default: null, which means that the key does not expire.",
      examples: ["2027-01-31T00:00:00Z"]
    })
  ),
  replaces: Schema.optionalKey(
    Schema.String.annotate({
      message: "replaces must be the id of an API key.",
      description:
        "Id of a key that stops working once the new key exists. It does not count towards the plan's limit.",
      examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
    })
  )
}).annotate({ identifier: "CreateKey", title: "CreateKey", description: "A new API key." })
export type CreateKey = typeof CreateKey.Type

/** The body of `PATCH /keys/:id`. */
export const UpdateKey = Schema.Struct({ name }).annotate({
  identifier: "UpdateKey",
  title: "UpdateKey",
  description: "The new name of the API key."
})
export type UpdateKey = typeof UpdateKey.Type
