import type { Access, Webhook, WebhookEvent } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A webhook to be made. */
export interface WebhookDraft {
  /** The id that its secret was sealed for. */
  readonly id: string
  readonly domainId: string
  readonly url: string
  readonly label: string
  readonly events: ReadonlyArray<WebhookEvent>
  /** Sealed. */
  readonly secret: string
}

/** A new webhook, or why there is none. */
export type CreateWebhookResult =
  | { readonly _tag: "Created"; readonly webhook: Webhook }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "NoDomain" }

/** What must be known of a webhook before it may be changed or tested. */
export interface WebhookRight {
  readonly id: string
  /** The caller's access to the domain. */
  readonly access: Access
}

/** Webhooks of the domains that the caller can see. Absent, foreign and malformed ids are all the same null. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** Newest first; of one domain, or of all. */
    readonly list: (scope: AccessScope, domainId: string | null) => Effect.Effect<ReadonlyArray<Webhook>, StoreError>
    readonly right: (scope: AccessScope, id: string) => Effect.Effect<WebhookRight | null, StoreError>
    /** `limit`: of one domain; it holds under concurrent creates. */
    readonly create: (
      scope: AccessScope,
      webhook: WebhookDraft,
      limit: number
    ) => Effect.Effect<CreateWebhookResult, StoreError>
    /** False when there is no such webhook. */
    readonly remove: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/Webhooks") {}
