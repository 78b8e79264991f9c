import type { ChannelSender } from "@mon/alerts/effect"
import type { ChannelTest, Language } from "@mon/model"
import { type ChannelDestinations, DeliveryIdentity, type OpenChannel, testChannel } from "@mon/notifications"
import { Context, Effect, Layer } from "effect"
import { ApiConfig } from "../ApiConfig.ts"
import { PublicUrl } from "../PublicUrl.ts"

/**
 * The outcome of a test message. If the channel's service changed the settings, it includes the settings that worked.
 */
interface TestedChannel {
  readonly result: ChannelTest
  readonly changed: OpenChannel["settings"] | null
}

export class ChannelTester extends Context.Service<
  ChannelTester,
  {
    /** Sends one message immediately, without retries: the given text, or a test message. */
    readonly deliver: (
      channel: OpenChannel,
      language: Language,
      text?: { readonly title: string; readonly text: string }
    ) => Effect.Effect<TestedChannel>
  }
>()("@mon/api/ChannelTester") {
  static readonly layerNoDeps: Layer.Layer<
    ChannelTester,
    never,
    ApiConfig | ChannelDestinations | ChannelSender | PublicUrl
  > = Layer.effect(
    ChannelTester,
    Effect.gen(function* () {
      const context = yield* Effect.context<ChannelDestinations | ChannelSender>()
      const { serviceName = "Mon" } = yield* ApiConfig
      const { base } = yield* PublicUrl
      return ChannelTester.of({
        deliver: (channel, language, text) =>
          testChannel(channel, language, text).pipe(
            Effect.provideService(DeliveryIdentity, { baseUrl: base(), service: serviceName }),
            Effect.provideContext(context)
          )
      })
    })
  )
}
