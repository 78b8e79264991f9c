import type { WebhookSender } from "@mon/alerts/effect"
import type { Secrets, StoreError, WebhookTargets } from "@mon/core-store"
import type { WebhookTest } from "@mon/model"
import { testWebhook } from "@mon/notifications"
import { Context, Effect, Layer } from "effect"

export class WebhookTester extends Context.Service<
  WebhookTester,
  {
    /** Sends one test event immediately, without retries. Returns null if the webhook does not exist. */
    readonly deliver: (webhookId: string) => Effect.Effect<WebhookTest | null, StoreError>
  }
>()("@mon/api/WebhookTester") {
  static readonly layerNoDeps: Layer.Layer<WebhookTester, never, Secrets | WebhookSender | WebhookTargets> =
    Layer.effect(
      WebhookTester,
      Effect.map(Effect.context<Secrets | WebhookSender | WebhookTargets>(), (context) =>
        WebhookTester.of({ deliver: (webhookId) => Effect.provideContext(testWebhook(webhookId), context) })
      )
    )
}
