// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { CreateWebhook, NewWebhook, Webhook, WebhookDelivery, WebhookTest } from "../records/webhooks.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about webhooks. */
export interface WebhooksRequests {
  /** List webhooks */
  readonly list: (
    query?: { readonly domainId?: string; readonly urlId?: string; readonly scope?: "domain" | "url" | "account" },
    options?: RequestOptions
  ) => Promise<ReadonlyArray<Webhook>>
  /** Create a webhook */
  readonly create: (body: CreateWebhook, options?: RequestOptions) => Promise<NewWebhook>
  /** Delete a webhook */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
  /** Test a webhook */
  readonly test: (id: string, options?: RequestOptions) => Promise<WebhookTest>
  /** Deliveries of a webhook */
  readonly deliveries: (
    id: string,
    query?: { readonly limit?: number },
    options?: RequestOptions
  ) => Promise<ReadonlyArray<WebhookDelivery>>
}
