import {
  type ChannelExchange,
  ChannelSender,
  type WebhookDelivery,
  Mailer,
  type WebhookResult,
  WebhookSender,
  type WhatsAppMessage,
  type WhatsAppResult,
  WhatsAppSender
} from "@mon/alerts/effect"
import type { ChannelRequest } from "@mon/alerts/channels"
import { ChannelDestinations, type ChannelDestinationSettings } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { layerDeliveryWorkerNoDeps } from "../../src/deliveries/DeliveryWorker.ts"
import { layerTimings, type TestTimings } from "./DeliveryWorld.ts"

export interface Channels {
  readonly mail?: Layer.Layer<Mailer>
  readonly webhookLayer?: Layer.Layer<WebhookSender>
  readonly webhook?: (delivery: WebhookDelivery) => WebhookResult
  readonly whatsapp?: (message: WhatsAppMessage) => WhatsAppResult
  readonly channelLayer?: Layer.Layer<ChannelSender>
  readonly channel?: (request: ChannelRequest) => ChannelExchange
  readonly destinations?: ChannelDestinationSettings
  readonly timings?: Partial<TestTimings>
}

const delivered: WebhookResult = {
  delivered: true,
  statusCode: 200,
  responseTimeMs: 1,
  error: null,
  gone: false,
  retryAfterSeconds: null
}
const accepted: WhatsAppResult = {
  accepted: true,
  messageId: "wamid.1",
  error: null,
  statusCode: 200,
  responseTimeMs: 1,
  retryAfterSeconds: null
}

const answered: ChannelExchange = {
  answered: true,
  responseTimeMs: 1,
  response: { statusCode: 200, headers: {}, body: "ok", nowMs: 0 }
}

/** Provides the channels of a test. Channels without a given layer accept everything. */
export const layerChannels = ({
  mail = Mailer.layerMemory,
  webhook = () => delivered,
  webhookLayer = WebhookSender.layerMemory(webhook),
  whatsapp = () => accepted,
  channel = () => answered,
  channelLayer = ChannelSender.layerMemory(channel),
  destinations = { targets: [] }
}: Channels) =>
  Layer.mergeAll(
    mail,
    webhookLayer,
    WhatsAppSender.layerMemory(whatsapp),
    channelLayer,
    Layer.succeed(ChannelDestinations, destinations)
  )

export const runDeliveries = Effect.fn("runDeliveries")(function* (channels: Channels = {}) {
  yield* Layer.build(
    Layer.fresh(layerDeliveryWorkerNoDeps).pipe(
      Layer.provide(layerChannels(channels)),
      Layer.provide(layerTimings(channels.timings)),
      Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error"))
    )
  )
})
