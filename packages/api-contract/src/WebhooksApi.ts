import { NewWebhook, Webhook, WebhookDeliveryRecord, webhookLimits, WebhookScope, WebhookTest } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { CreateWebhook, idsOfMonitors } from "./WebhookInput.ts"
import { Deleted } from "./Outcome.ts"
import { wholeNumber } from "./Query.ts"

const params = {
  id: Schema.String.annotate({ description: "Id of the webhook.", examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d71"] })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/webhooks", {
  query: {
    ...idsOfMonitors((noun) => `Return only webhooks for this ${noun}.`),
    scope: Schema.optionalKey(
      WebhookScope.annotate({
        message: `scope must be one of: ${WebhookScope.literals.join(", ")}.`,
        description: "Return only webhooks with this scope."
      })
    )
  },
  success: ok(Schema.Array(Webhook)),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "List webhooks",
    "Returns the webhooks that the caller can see, newest first. Members see the webhooks for shared domains and pages, and the owner sees all of them."
  )
)

const create = HttpApiEndpoint.post("create", "/webhooks", {
  payload: CreateWebhook,
  success: created(NewWebhook),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Create a webhook",
    "Creates a webhook that sends events to a URL. The events come from a domain (`domainId`), from a URL monitor (`urlId`), or from all monitors in the account (`scope`). Only this response contains the signing secret."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/webhooks/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Delete a webhook", "Deletes the webhook. Its pending deliveries are not sent."))

const deliveries = HttpApiEndpoint.get("deliveries", "/webhooks/:id/deliveries", {
  params,
  query: {
    limit: wholeNumber("limit", webhookLimits.deliveriesListed, "Maximum number of deliveries to return.")
  },
  success: ok(Schema.Array(WebhookDeliveryRecord)),
  error: [BadRequest, NotFound]
}).annotateMerge(
  about(
    "Deliveries of a webhook",
    "Returns the newest events for the webhook with their bodies and attempts, newest first. Test events are not listed. Deliveries are stored for 30 days."
  )
)

const test = HttpApiEndpoint.post("test", "/webhooks/:id/test", {
  params,
  success: ok(WebhookTest),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Test a webhook",
    "Sends a `test` event to the URL immediately, without retries. The response contains the outcome."
  )
)

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(list, create, remove, test, deliveries)
  .annotateMerge(
    OpenApi.annotations({
      title: "Webhooks",
      description: "URLs that receive events in signed requests."
    })
  ) {}
