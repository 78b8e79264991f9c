import {
  field,
  fieldsByKind,
  monitorKindNames,
  type MonitorKind,
  monitorKinds,
  WebhookEvent,
  webhookLimits as limits
} from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

const targets = [...monitorKindNames.map((kind) => `${kind}Id`), "scope"]
const oneOf = `${targets.slice(0, -1).join(", ")} and ${targets.at(-1)}`

/** The message for a webhook without a monitor or scope. */
export const webhookTargetMissing = "domainId is required (id of a domain)"
/** The message for a webhook with more than one monitor or scope. */
export const webhookTargetsMixed = `Send exactly one of ${oneOf}.`
const eventsMessage = `events must be a list of at least one of: ${WebhookEvent.literals.join(", ")}.`

/** Returns one optional field for each kind of monitor, such as `domainId`, for the id of a monitor of this kind. */
export const idsOfMonitors = (
  describe: (noun: string) => string,
  messageOf = (kind: MonitorKind, noun: string): string => `${kind}Id must be the id of a ${noun}.`
) =>
  fieldsByKind("Id", (kind) => {
    const { noun } = monitorKinds[kind]
    return Schema.optionalKey(
      Schema.String.annotate({
        message: messageOf(kind, noun),
        description: describe(noun),
        examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
      })
    )
  })

/** The body of `POST /webhooks`. */
export const CreateWebhook = Schema.Struct({
  ...idsOfMonitors(
    (noun) => `Id of the ${noun} whose events the webhook receives. Exactly one of ${oneOf} is required.`,
    // Clients rely on this message: earlier versions only had webhooks for domains.
    (kind, noun) => (kind === "domain" ? webhookTargetMissing : `${kind}Id must be the id of a ${noun}.`)
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
