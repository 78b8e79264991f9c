import { argumentsOf, aString, shape } from "@mon/arguments"
import { languageKind } from "../../argumentKinds.ts"
import type { MessageLanguage } from "../../message/words/Voice.ts"
import type { ChannelKind } from "../channels.ts"
import type { DescribedChannel } from "../describeChannel.ts"
import { germanChats } from "./chats.ts"
import type { ChannelTexts } from "./ChannelTexts.ts"
import { germanPushAndOthers } from "./pushAndOthers.ts"

const german: Readonly<Record<ChannelKind, ChannelTexts>> = { ...germanChats, ...germanPushAndOthers }

const textsOf = (kind: string): ChannelTexts | null =>
  Object.hasOwn(german, kind) ? german[kind as ChannelKind] : null

const acceptTranslateChannel = /* @__PURE__ */ argumentsOf("translateChannel", () => ({
  described: shape<DescribedChannel>("a described channel, such as describeChannel returns", { kind: aString }),
  language: languageKind()
}))

/**
 * A described channel with its texts in a language. Names of services and the words of choices stay as they are.
 *
 * @example
 * translateChannel(describeChannel(ntfy), "de").fields[1]?.label // => "Thema"
 */
export const translateChannel = (described: DescribedChannel, language: MessageLanguage): DescribedChannel => {
  acceptTranslateChannel(described, language)
  const texts = language === "en" ? null : textsOf(described.kind)
  if (texts === null) return described
  const { about, appearance, fields, steps } = texts
  return {
    ...described,
    about,
    steps,
    appearance,
    fields: described.fields.map((field) => ({ ...field, ...fields[field.name] }))
  }
}
