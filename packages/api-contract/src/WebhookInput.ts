import { WebhookEvent, webhookLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Field from "./Field.ts"
import { messages } from "./Message.ts"

const domainMessage = "domainId is required (id of a domain)"
const eventsMessage = `events must be a list of at least one of: ${WebhookEvent.literals.join(", ")}.`

/** The body of `POST /webhooks`. */
export const CreateWebhook = Schema.Struct({
  domainId: Schema.String.annotate({
    message: domainMessage,
    description: "Id of the domain that it tells of.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  }).pipe(Schema.annotateKey({ messageMissingKey: domainMessage })),
  url: Schema.String.annotate({
    message: messages.webhookUrl,
    description: `Where deliveries go: an https URL with a public host name, at most ${limits.urlLength} characters.`,
    examples: ["https://hooks.example.com/mon"]
  })
    .check(
      Schema.isMaxLength(limits.urlLength, { message: messages.webhookUrl }),
      Schema.isPattern(/^https:\/\//iu, { message: messages.webhookUrl })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: messages.webhookUrl })),
  label: Schema.optionalKey(
    Field.text("label", limits.labelLength, {
      about: "Display label; the host name of the URL by default.",
      example: "Chat"
    })
  ),
  events: Schema.Array(WebhookEvent.annotate({ message: eventsMessage }))
    .annotate({
      message: eventsMessage,
      description: "What it is told of; at least one.",
      examples: [["status_change", "ssl_expiry"]]
    })
    .check(Schema.isMinLength(1, { message: eventsMessage }))
    .pipe(Schema.annotateKey({ messageMissingKey: eventsMessage }))
}).annotate({ identifier: "CreateWebhook", title: "CreateWebhook", description: "A new webhook." })
export type CreateWebhook = typeof CreateWebhook.Type
