import { NetworkPolicy } from "@mon/public-net/effect"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { AddressResolver } from "./AddressResolver.ts"
import { deliverWebhook, type WebhookRequest, type WebhookResult } from "./deliverWebhook.ts"
import { toWebhookPorts, type WebhookSettings } from "./WebhookClient.ts"

/** One attempt at a delivery, whose secret is redacted in logs. */
export interface WebhookDelivery extends Omit<WebhookRequest, "secret"> {
  readonly secret: Redacted.Redacted
}

/** Delivers webhooks. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /**
     * Makes one attempt. Never fails, because faults of the receiver or of the lookup of its name are in the result.
     * Interruption ends the attempt immediately. A broken contract is a defect (TypeError).
     */
    readonly send: (delivery: WebhookDelivery) => Effect.Effect<WebhookResult>
  }
>()("@mon/alerts/WebhookSender") {
  /** Provides a sender with an address policy and a resolver. */
  static readonly layerNoDeps = (
    settings: WebhookSettings = {}
  ): Layer.Layer<WebhookSender, never, NetworkPolicy | AddressResolver> =>
    Layer.effect(
      WebhookSender,
      Effect.gen(function* () {
        const ports = toWebhookPorts(yield* NetworkPolicy, yield* AddressResolver, settings)
        return WebhookSender.of({
          send: Effect.fn("WebhookSender.send")(function* (delivery: WebhookDelivery) {
            const now = yield* Clock.currentTimeMillis
            const request = { ...delivery, secret: Redacted.value(delivery.secret) }
            return yield* Effect.promise((signal) => deliverWebhook(ports, request, now, signal))
          })
        })
      })
    )

  /** Provides a sender that returns the results of a test and opens no connection. */
  static readonly layerMemory = (send: (delivery: WebhookDelivery) => WebhookResult): Layer.Layer<WebhookSender> =>
    Layer.succeed(WebhookSender, { send: (delivery) => Effect.sync(() => send(delivery)) })
}
