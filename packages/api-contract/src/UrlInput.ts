import { urlLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Field from "./Field.ts"
import { messages } from "./Message.ts"

const urlTooLong = `url must be a text of at most ${limits.urlLength} characters.`

const url = Schema.String.annotate({
  message: messages.urlRequired,
  description:
    "The page to watch: a host name or an http(s) URL with a public name. `https://` is put in front when no scheme is given; user info is refused, the fragment is dropped.",
  examples: ["https://example.com/pricing"]
})
  .check(
    Schema.makeFilter((value) => value.trim() !== "" || messages.urlRequired),
    Schema.isMaxLength(limits.urlLength, { message: urlTooLong })
  )
  .pipe(Schema.annotateKey({ messageMissingKey: messages.urlRequired }))

const settable = {
  name: Field.text("name", limits.nameLength, { about: "Friendly display name.", example: "Pricing" }),
  checkInterval: Field.seconds("checkInterval", limits.checkIntervalSeconds, {
    about: "Time between two checks; at least the minimum of the plan.",
    example: 86_400
  }),
  timeoutSeconds: Field.seconds("timeoutSeconds", limits.timeoutSeconds, {
    about: "How long a check may take to fetch the page.",
    example: 30
  }),
  timeout: Field.seconds("timeout", limits.timeoutSeconds, {
    about: "The same as timeoutSeconds, which wins when both are given.",
    example: 30
  }),
  screenshotEnabled: Field.flag("screenshotEnabled", {
    about: "Whether each check takes a screenshot.",
    example: true
  }),
  screenshotWaitMs: Field.milliseconds("screenshotWaitMs", limits.screenshotWaitMs, {
    about: "Wait between the load of the page and its screenshot.",
    example: 2_000
  })
}

const optional = Struct.map(settable, Schema.optionalKey)

/** The body of `POST /urls`. Defaults are applied by the service. */
export const CreateUrl = Schema.Struct({ url, ...optional }).annotate({
  identifier: "CreateUrl",
  title: "CreateUrl",
  description: "A page to watch."
})
export type CreateUrl = typeof CreateUrl.Type

/** The body of `PATCH /urls/:id`: only the fields that are there change. */
export const UpdateUrl = Schema.Struct(optional).annotate({
  identifier: "UpdateUrl",
  title: "UpdateUrl",
  description: "What to change; only the fields that are there change."
})
export type UpdateUrl = typeof UpdateUrl.Type

const updatesMessage = "updates is required (object of URL monitor fields)"
const noUpdateMessage = `updates must hold at least one of: ${Object.keys(settable).join(", ")}.`

const urlIds = Field.ids("urlIds", "URL", limits.bulkIds, {
  about: "Which URL monitors.",
  example: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
})

/** The body of `PATCH /urls/bulk`. */
export const BulkUpdateUrls = Schema.Struct({
  urlIds,
  updates: Schema.Struct(optional)
    .annotate({
      message: updatesMessage,
      description: "What to change in each of them; at least one field."
    })
    .check(Schema.makeFilter((updates) => Object.keys(updates).length > 0 || noUpdateMessage))
    .pipe(Schema.annotateKey({ messageMissingKey: updatesMessage }))
}).annotate({ identifier: "BulkUpdateUrls", title: "BulkUpdateUrls", description: "One change for many URL monitors." })
export type BulkUpdateUrls = typeof BulkUpdateUrls.Type

const CONFIRMATION = "DELETE"

/** The body of `DELETE /urls/bulk`. */
export const BulkDeleteUrls = Schema.Struct({
  urlIds,
  confirmation: Schema.String.annotate({
    message: messages.confirmation,
    description: "Exactly `DELETE`.",
    examples: [CONFIRMATION]
  })
    .check(Schema.makeFilter((value) => value === CONFIRMATION || messages.confirmation))
    .pipe(Schema.annotateKey({ messageMissingKey: messages.confirmation }))
}).annotate({ identifier: "BulkDeleteUrls", title: "BulkDeleteUrls", description: "Which URL monitors to delete." })
export type BulkDeleteUrls = typeof BulkDeleteUrls.Type
