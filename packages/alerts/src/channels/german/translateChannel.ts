import { argumentsOf, aString, shape } from "@mon/bundled/arguments"
import { languageKind } from "../../argumentKinds.ts"
import type { MessageLanguage } from "../../message/words/Voice.ts"
import type { ChannelKind } from "../channels.ts"
import type { DescribedChannel, DescribedField } from "../describeChannel.ts"
import { germanChats } from "./chats.ts"
import type { ChannelTexts } from "./ChannelTexts.ts"
import { germanPushAndOthers } from "./pushAndOthers.ts"

/** Returns the German texts of a channel. The table is inside the function, so that bundlers can drop both together. */
const textsOf = (kind: string): ChannelTexts | null => {
  const german: Readonly<Record<ChannelKind, ChannelTexts>> = { ...germanChats, ...germanPushAndOthers }
  return Object.hasOwn(german, kind) ? german[kind as ChannelKind] : null
}

const inGerman = (field: DescribedField, texts: ChannelTexts["fields"][string] | undefined): DescribedField => {
  if (texts === undefined) return field
  const [label, help, message] = texts
  return { ...field, label, help, message }
}

const acceptTranslateChannel = /* @__PURE__ */ argumentsOf("translateChannel", () => ({
  described: shape<DescribedChannel>("a described channel, as returned by describeChannel", { kind: aString }),
  language: languageKind()
}))

/**
 * Translates the texts of a described channel. Names of services and the words of choices are not translated.
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
    fields: described.fields.map((field) =>
      inGerman(field, Object.hasOwn(fields, field.name) ? fields[field.name] : undefined)
    )
  }
}
