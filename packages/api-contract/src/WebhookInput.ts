import { field, WebhookEvent, webhookLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

/** The sentence about a webhook that is for nothing. */
export const webhookTargetMissing = "domainId is required (id of a domain)"
/** The sentence about a webhook that is for several. */
export const webhookTargetsMixed = "Send exactly one of domainId, urlId and scope."
const eventsMessage = `events must be a list of at least one of: ${WebhookEvent.literals.join(", ")}.`

/** The body of `POST /webhooks`. */
export const CreateWebhook = Schema.Struct({
  domainId: Schema.optionalKey(
    Schema.String.annotate({
      message: webhookTargetMissing,
      description:
        "Id of the domain from which the webhook receives events. Exactly one of domainId, urlId and scope is required.",
      examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
    })
  ),
  urlId: Schema.optionalKey(
    Schema.String.annotate({
      message: "urlId must be the id of a URL monitor.",
      description: "Id of the URL monitor whose events the webhook receives. Owner only.",
      examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
    })
  ),
  scope: Schema.optionalKey(
    Schema.Literal("account").annotate({
      message: 'scope must be "account".',
      description: "`account`: the webhook receives events from all monitors, including ones you add later. Owner only."
    })
  ),
  url: Schema.String.annotate({
    message: messages.webhookUrl,
    description: `URL of the receiver: an https URL with a public host name, at most ${limits.urlLength} characters.`,
    examples: ["https://hooks.example.com/mon"]
  })
    .check(
      Schema.isMaxCodePoints(limits.urlLength, {
        message: `url must be a string of at most ${limits.urlLength} characters.`
      }),
      Schema.isPattern(/^https:\/\//iu, { message: messages.webhookUrl })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: messages.webhookUrl })),
  label: Schema.optionalKey(
    field.text("label", {
      about: "Display label. Default: the host name of the URL.",
      example: "Chat",
      maximum: limits.labelLength
    }).input
  ),
  events: Schema.Array(WebhookEvent.annotate({ message: eventsMessage }))
    .annotate({
      message: eventsMessage,
      description: "Events that the webhook receives. At least one event is required.",
      examples: [["status_change", "ssl_expiry"]]
    })
    .check(Schema.isMinLength(1, { message: eventsMessage }))
    .pipe(Schema.annotateKey({ messageMissingKey: eventsMessage }))
}).annotate({ identifier: "CreateWebhook", title: "CreateWebhook", description: "A new webhook." })
export type CreateWebhook = typeof CreateWebhook.Type
