import type { Access, FactMonitor, NotificationStatus, Webhook, WebhookEvent, WebhookScope } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { DispatchedNotification } from "../deliveries/Deliveries.ts"
import type { Outcome } from "../deliveryRecords/outcome.ts"

/** Whose events a webhook receives. Ids are the public ones. */
export type WebhookSource = { readonly scope: "domain" | "url"; readonly id: string } | { readonly scope: "account" }

/** A monitor of a webhook. */
export interface WebhookMonitor extends FactMonitor {
  readonly kind: "domain" | "url"
}

/** Which webhooks to list. Absent: all. */
export interface WebhookFilter {
  readonly domainId?: string
  readonly urlId?: string
  readonly scope?: WebhookScope
}

/** A webhook to create. */
export interface WebhookDraft {
  /** Its public id, which is the context of the encrypted secret. */
  readonly id: string
  readonly source: WebhookSource
  readonly url: string
  readonly label: string
  readonly events: ReadonlyArray<WebhookEvent>
  /** Encrypted. */
  readonly secret: string
}

/** A new webhook, or why there is none. */
export type CreateWebhookResult =
  | { readonly _tag: "Created"; readonly webhook: Webhook }
  | { readonly _tag: "LimitReached" }
  /** The caller has no such domain, or no such URL monitor. */
  | { readonly _tag: "NoMonitor" }

/** What is needed to authorize a change or a test of a webhook. */
export interface WebhookRight {
  readonly id: string
  /** The caller's access to the monitor. Only the owner sees webhooks of the whole account. */
  readonly access: Access
}

/** An attempt at a delivery. `status` null: the worker ended before it knew the result. */
interface StoredAttempt {
  readonly at: string
  readonly status: "sent" | "failed" | null
  /** The HTTP status of the receiver, or the code of a fault. */
  readonly code: string | null
  readonly durationMs: number | null
  readonly error: string | null
}

/** A delivery to a webhook, with the fact that it was about: the body is rendered from it. */
export interface WebhookDeliveryRow extends Outcome {
  readonly id: string
  readonly status: NotificationStatus
  readonly createdAt: Date
  /** Oldest first. */
  readonly attempts: ReadonlyArray<StoredAttempt>
  /** Null: all monitors of the account. */
  readonly monitor: WebhookMonitor | null
  readonly notification: DispatchedNotification
}

/** Webhooks that the caller can see. Absent, foreign and malformed ids all give null. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** Newest first. */
    readonly list: (scope: AccessScope, filter: WebhookFilter) => Effect.Effect<ReadonlyArray<Webhook>, StoreError>
    readonly right: (scope: AccessScope, id: string) => Effect.Effect<WebhookRight | null, StoreError>
    /** `limit`: per monitor or account, enforced under concurrent creates. */
    readonly create: (
      scope: AccessScope,
      webhook: WebhookDraft,
      limit: number
    ) => Effect.Effect<CreateWebhookResult, StoreError>
    /** The newest deliveries, newest first; null when there is no such webhook. */
    readonly deliveries: (
      scope: AccessScope,
      id: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<WebhookDeliveryRow> | null, StoreError>
    /** False when there is no such webhook. */
    readonly remove: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/Webhooks") {}
