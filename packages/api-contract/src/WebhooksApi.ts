import { NewWebhook, Webhook, WebhookTest } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { CreateWebhook } from "./WebhookInput.ts"
import { Deleted } from "./Outcome.ts"

const params = {
  id: Schema.String.annotate({ description: "Id of the webhook.", examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d71"] })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/webhooks", {
  query: {
    domainId: Schema.optionalKey(
      Schema.String.annotate({
        message: "domainId must be the id of a domain.",
        description: "Only those of this domain.",
        examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
      })
    )
  },
  success: ok(Schema.Array(Webhook)),
  error: [BadRequest, NotFound]
}).annotateMerge(about("List webhooks", "The webhooks of the domains that the caller can see, newest first."))

const create = HttpApiEndpoint.post("create", "/webhooks", {
  payload: CreateWebhook,
  success: created(NewWebhook),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Create a webhook",
    "Sends the events of a domain to a URL. The signing secret is in this answer and nowhere else."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/webhooks/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Delete a webhook", "Pending deliveries are dropped."))

const test = HttpApiEndpoint.post("test", "/webhooks/:id/test", {
  params,
  success: ok(WebhookTest),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about("Test a webhook", "Sends a `test` event to its URL at once, without retries, and answers with the outcome.")
)

/** Webhooks. */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(list, create, remove, test)
  .annotateMerge(
    OpenApi.annotations({
      title: "Webhooks",
      description: "URLs that get the events of a domain in signed requests."
    })
  ) {}
