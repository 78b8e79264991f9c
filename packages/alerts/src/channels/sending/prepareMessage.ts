import {
  anAbortSignal,
  argumentError,
  argumentsOf,
  aFunction,
  aString,
  mapOf,
  nullable,
  optional,
  optionsOf,
  secretly,
  shape
} from "@mon/bundled/arguments"
import type { Channel, ChannelSettings } from "../Channel.ts"
import type { ChannelState } from "../ChannelAnswer.ts"
import type { ChannelMessage, PlainMessage } from "../ChannelMessage.ts"
import { ownMessageKind } from "../messageKinds.ts"
import { messageOf } from "../plainMessage.ts"

/** A message from a program: a title, a text, a link and a severity. */
export interface OwnMessage extends Omit<PlainMessage, "deliveryId"> {
  /**
   * The id of the delivery, which is the same for every attempt. If your program sends a message again, pass the id of
   * the first delivery. Default: a random id.
   */
  readonly deliveryId?: string
}

/** The options of one message. */
export interface MessageOptions {
  /** The `state` in the receipt of an earlier message with the same key. Default: null. */
  readonly state?: ChannelState | null
}

/** The options for one message in the promise-based client. */
export interface SendOptions extends MessageOptions {
  /** Ends the attempts and the waits between them. */
  readonly signal?: AbortSignal
}

/** Some or all settings of a channel. */
export type GivenSettings<Name extends string> = { readonly [Field in Name]?: string }

export interface PreparedMessage<Name extends string = string> {
  readonly channel: Channel<string, Name>
  readonly settings: ChannelSettings<Name>
  readonly message: ChannelMessage
  readonly state: ChannelState | null
}

const accept = /* @__PURE__ */ argumentsOf("client.send", () => ({
  channel: shape<Channel>("a channel, such as slack of @mon/alerts/channels", {
    kind: aString,
    request: aFunction,
    readAnswer: aFunction,
    readSettings: aFunction
  }),
  settings: mapOf(optional(secretly(aString)), "an object of settings"),
  message: ownMessageKind(),
  options: optional(
    optionsOf<SendOptions>({
      state: optional(nullable(mapOf(aString, "the state of an earlier receipt: an object whose values are strings"))),
      signal: optional(anAbortSignal)
    })
  )
}))

/** Throws a TypeError that names the wrong argument or setting. */
export const prepareMessage = <Name extends string>(
  channel: Channel<string, Name>,
  settings: GivenSettings<Name>,
  message: OwnMessage,
  options: SendOptions | undefined,
  targets: ReadonlyArray<string>
): PreparedMessage<Name> => {
  accept(channel, settings, message, options)
  const read = channel.readSettings(settings, { targets })
  const [unknown] = read.unknown
  if (unknown !== undefined)
    throw argumentError(
      `client.send: settings has no option ${JSON.stringify(unknown.slice(0, 60))}. ${channel.name} takes ${Object.keys(channel.fields).join(", ")}.`,
      "ERR_UNKNOWN_OPTION"
    )
  if (!read.ok) {
    const [fault] = read.faults
    throw argumentError(`client.send: settings.${fault?.field}: ${fault?.message}`)
  }
  const deliveryId = message.deliveryId ?? crypto.randomUUID()
  return {
    channel,
    settings: read.settings,
    message: messageOf("client.send", { ...message, deliveryId }),
    state: options?.state ?? null
  }
}
