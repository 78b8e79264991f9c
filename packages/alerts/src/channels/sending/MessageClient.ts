import { argumentsOf, optional, optionsOf } from "@mon/bundled/arguments"
import { systemResolver } from "@mon/public-net"
import { setTimeout as wait } from "node:timers/promises"
import { type RetrySchedule, retrySchedules, scheduleKind } from "../../schedule/RetrySchedule.ts"
import type { Channel } from "../Channel.ts"
import { channelClientFields } from "../../argumentKinds.ts"
import { type ChannelClientOptions, makeChannelClient } from "./ChannelClient.ts"
import { firstProgress, type MessageReceipt, nextStep, requestOf } from "./nextStep.ts"
import { type GivenSettings, type OwnMessage, prepareMessage, type SendOptions } from "./prepareMessage.ts"

/** The options of a message client. */
export interface MessageClientOptions extends Omit<ChannelClientOptions, "resolve"> {
  /** Returns the addresses of a name. Default: `systemResolver` of `@mon/public-net`. */
  readonly resolve?: ChannelClientOptions["resolve"]
  /**
   * The waits between attempts. If a vendor asks for a wait beyond `longestRetryAfterSeconds`, there is no further
   * attempt. Default: `retrySchedules.message`, which has 5 s, 30 s and 2 min.
   */
  readonly schedule?: RetrySchedule
}

/** Sends messages from programs through any channel. */
export interface MessageClient {
  /**
   * Sends a message, and retries it according to the schedule. Resolves once the vendor has accepted it. Rejects with a
   * ChannelError, with a TypeError for wrong settings, or with the reason of the signal.
   */
  readonly send: <Name extends string>(
    channel: Channel<string, Name>,
    settings: GivenSettings<Name>,
    message: OwnMessage,
    options?: SendOptions
  ) => Promise<MessageReceipt>
}

const acceptMakeMessageClient = /* @__PURE__ */ argumentsOf("makeMessageClient", () => ({
  options: optional(optionsOf<MessageClientOptions>({ ...channelClientFields(), schedule: optional(scheduleKind()) }))
}))

/**
 * Makes a client that sends messages with a title, a text, a link and a severity. The client respects the limits of the
 * vendors, escapes the texts, mentions nobody, and retries messages that a vendor may accept later. Reuse the client.
 *
 * @example
 * ```ts
 * const client = makeMessageClient()
 * await client.send(slack, { url }, { title: "Backup done", text: "It took 5 minutes.", severity: "info" })
 * ```
 */
export const makeMessageClient = (options: MessageClientOptions = {}): MessageClient => {
  acceptMakeMessageClient(options)
  const { resolve = systemResolver, schedule = retrySchedules.message, ...settings } = options
  const client = makeChannelClient({ ...settings, resolve })
  const { targets = [] } = settings
  return {
    send: async (channel, given, message, sendOptions) => {
      const prepared = prepareMessage(channel, given, message, sendOptions, targets)
      const signal = sendOptions?.signal
      for (let progress = firstProgress(prepared); ;) {
        signal?.throwIfAborted()
        const exchange = await client.send(requestOf(prepared, progress), signal)
        const step = nextStep(prepared, progress, exchange, schedule, Math.random())
        if (step.kind === "delivered") return step.receipt
        if (step.kind === "failed") throw step.error
        progress = step.progress
        if (step.waitMs > 0) await wait(step.waitMs, undefined, { signal }).catch(() => {})
      }
    }
  }
}
