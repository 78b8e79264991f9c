import { NetworkPolicy } from "@mon/public-net/effect"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AddressResolver } from "../../webhook/AddressResolver.ts"
import type { ChannelRequest } from "../Channel.ts"
import { type ChannelClientSettings, type ChannelExchange, makeSendToVendor } from "./ChannelClient.ts"

/** Sends requests of channels. */
export class ChannelSender extends Context.Service<
  ChannelSender,
  {
    /**
     * Makes one attempt. Never fails, because faults of the vendor or the network are in the result. Interruption ends
     * the attempt immediately.
     */
    readonly send: (request: ChannelRequest) => Effect.Effect<ChannelExchange>
  }
>()("@mon/alerts/ChannelSender") {
  /** Provides a sender with an address policy and a resolver. */
  static readonly layerNoDeps = (
    settings: ChannelClientSettings = {}
  ): Layer.Layer<ChannelSender, never, NetworkPolicy | AddressResolver> =>
    Layer.effect(
      ChannelSender,
      Effect.gen(function* () {
        const sendToVendor = makeSendToVendor(yield* NetworkPolicy, yield* AddressResolver, settings)
        return ChannelSender.of({
          send: Effect.fn("ChannelSender.send")(function* (request: ChannelRequest) {
            const now = yield* Clock.currentTimeMillis
            return yield* Effect.promise((signal) => sendToVendor(request, () => now, signal))
          })
        })
      })
    )

  /** Provides a sender that returns the results of a test and opens no connection. */
  static readonly layerMemory = (send: (request: ChannelRequest) => ChannelExchange): Layer.Layer<ChannelSender> =>
    Layer.succeed(ChannelSender, { send: (request) => Effect.sync(() => send(request)) })
}
