import type { WebhookSender } from "@mon/alerts/effect"
import { challengeWebhook } from "@mon/notifications"
import { Context, Effect, Layer, type Redacted } from "effect"

/** The result of a challenge to a webhook. `secret`: the key that signs requests from now on. */
export type ChallengeResult =
  | { readonly _tag: "Echoed"; readonly secret: Redacted.Redacted }
  | { readonly _tag: "NotReached" | "NoEcho" }

/** Asks a webhook to echo a challenge before it can be subscribed. */
export class WebhookChallenger extends Context.Service<
  WebhookChallenger,
  {
    /** Sends one challenge, without retries. */
    readonly challenge: (url: string, pageName: string) => Effect.Effect<ChallengeResult>
  }
>()("@mon/api/WebhookChallenger") {
  static readonly layerNoDeps: Layer.Layer<WebhookChallenger, never, WebhookSender> = Layer.effect(
    WebhookChallenger,
    Effect.map(Effect.context<WebhookSender>(), (context) =>
      WebhookChallenger.of({
        challenge: (url, pageName) => Effect.provideContext(challengeWebhook(url, pageName), context)
      })
    )
  )
}
