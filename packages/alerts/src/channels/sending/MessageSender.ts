import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { type RetrySchedule, retrySchedules } from "../../schedule/RetrySchedule.ts"
import type { Channel } from "../Channel.ts"
import type { ChannelError } from "./ChannelError.ts"
import { ChannelSender } from "./ChannelSender.ts"
import { firstProgress, type MessageReceipt, nextStep, requestOf } from "./nextStep.ts"
import { type GivenSettings, type MessageOptions, type OwnMessage, prepareMessage } from "./prepareMessage.ts"

/** The options of `MessageSender.layerNoDeps`. */
export interface MessageSenderSettings {
  /** The waits between attempts. Default: `retrySchedules.message`, which has 5 s, 30 s and 2 min. */
  readonly schedule?: RetrySchedule
  /** The origins in your own network that settings may contain, also with http. Default: none. */
  readonly targets?: ReadonlyArray<string>
}

/** Sends messages from programs through any channel. */
export class MessageSender extends Context.Service<
  MessageSender,
  {
    /**
     * Sends a message, and retries it according to the schedule. Fails with a ChannelError. Wrong settings are a defect
     * (TypeError).
     */
    readonly send: <Name extends string>(
      channel: Channel<string, Name>,
      settings: GivenSettings<Name>,
      message: OwnMessage,
      options?: MessageOptions
    ) => Effect.Effect<MessageReceipt, ChannelError>
  }
>()("@mon/alerts/MessageSender") {
  /** Provides a message sender that uses the channel sender. */
  static readonly layerNoDeps = ({
    schedule = retrySchedules.message,
    targets = []
  }: MessageSenderSettings = {}): Layer.Layer<MessageSender, never, ChannelSender> =>
    Layer.effect(
      MessageSender,
      Effect.map(ChannelSender, (sender) =>
        MessageSender.of({
          send: Effect.fn("MessageSender.send")(function* (channel, settings, message, options) {
            const prepared = prepareMessage(channel, settings, message, options, targets)
            for (let progress = firstProgress(prepared); ;) {
              const exchange = yield* sender.send(requestOf(prepared, progress))
              const step = nextStep(prepared, progress, exchange, schedule, yield* Random.next)
              if (step.kind === "delivered") return step.receipt
              if (step.kind === "failed") return yield* Effect.fail(step.error)
              progress = step.progress
              yield* Effect.sleep(step.waitMs)
            }
          })
        })
      )
    )
}
