import { aBoolean, argumentsOf, aString, mapOf, nullable, secretly, shape } from "@mon/bundled/arguments"
import type { ChannelSettings } from "../Channel.ts"
import type { ChannelAnswer, ChannelState } from "../ChannelAnswer.ts"

/** The values with which the request of a message is made, in addition to the message. */
export interface Sending<Name extends string = string> {
  readonly settings: ChannelSettings<Name>
  /** The state that was stored for an earlier message with the same key. */
  readonly state: ChannelState | null
  readonly isCompact: boolean
}

const accept = /* @__PURE__ */ argumentsOf("correctedSending", () => ({
  answer: shape<ChannelAnswer>("an answer, such as readAnswer of a channel returns", { outcome: aString }),
  sending: shape<Sending>("an object with settings, state and isCompact", {
    settings: mapOf(secretly(aString), "the settings of a channel"),
    state: nullable(mapOf(aString, "the state of an earlier answer: an object whose values are strings")),
    isCompact: aBoolean
  })
}))

/**
 * Returns changed values with which the message can immediately be sent again: it was too large, the vendor has moved
 * the chat, or the vendor no longer knows the earlier message. Null if an immediate repetition does not help.
 *
 * @example
 * correctedSending(telegram.readAnswer({ statusCode: 413, headers: {}, nowMs: 0, body: "" }), { settings: {}, state: null, isCompact: false })?.isCompact // => true
 */
export const correctedSending = <Name extends string>(
  answer: ChannelAnswer,
  sending: Sending<Name>
): Sending<Name> | null => {
  accept(answer, sending)
  const { isCompact, settings, state } = sending
  if (answer.outcome === "too_large") return isCompact ? null : { settings, state, isCompact: true }
  if (answer.outcome !== "retry") return null
  if (answer.settings === null && !(answer.dropsState && state !== null)) return null
  return {
    settings: answer.settings === null ? settings : { ...settings, ...answer.settings },
    state: answer.dropsState ? null : state,
    isCompact
  }
}
