import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { WatchedMonitor } from "./Deliveries.ts"

/** A webhook as deliveries need it. */
export interface WebhookTarget {
  readonly id: string
  readonly url: string
  readonly label: string
  /** Sealed. */
  readonly secret: string
  readonly isActive: boolean
  readonly domain: WatchedMonitor
  readonly ownerEmail: string
}

/** What an attempt says of its receiver. */
export interface WebhookAttempt {
  readonly delivered: boolean
  readonly statusCode: number | null
  /** The receiver wants no more (410). */
  readonly gone: boolean
  /** Nothing is learnt of the receiver: the fault is on our side. */
  readonly ownFault: boolean
}

/** Where webhooks go, and how that went. */
export class WebhookTargets extends Context.Service<
  WebhookTargets,
  {
    readonly find: (id: string) => Effect.Effect<WebhookTarget | null, StoreError>
    /** Remembers an attempt; answers why it switched the webhook off, null when it did not. */
    readonly record: (
      id: string,
      attempt: WebhookAttempt,
      disabledAfterSeconds: number
    ) => Effect.Effect<"gone" | "failing" | null, StoreError>
  }
>()("@mon/core-store/WebhookTargets") {}
