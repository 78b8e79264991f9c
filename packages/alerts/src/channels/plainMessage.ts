import { argumentError, argumentsOf } from "@mon/bundled/arguments"
import { linkable } from "../message/Html.ts"
import type { ChannelLink, ChannelMessage, PlainMessage } from "./ChannelMessage.ts"
import { LINK_CHARACTERS, plainMessageKind } from "./messageKinds.ts"

const acceptPlainMessage = /* @__PURE__ */ argumentsOf("plainMessage", () => ({ message: plainMessageKind() }))

/** Makes a link. Drops a URL that cannot be a link. Throws if the URL is too long. */
export const channelLink = (caller: string, label: string, url: string | null): ChannelLink | null => {
  const safe = url === null ? null : linkable(url)
  if (safe === null) return null
  if (safe.length > LINK_CHARACTERS)
    throw argumentError(`${caller}: a link must have at most ${LINK_CHARACTERS} characters.`)
  return { label, url: safe }
}

/** Makes a message from checked arguments. If the link is too long, the error names `caller`. */
export const messageOf = (caller: string, message: PlainMessage): ChannelMessage => {
  const { at = null, deliveryId, link = null, linkLabel = "Open", phase = "notice", severity = "info" } = message
  return {
    deliveryId,
    key: message.key ?? deliveryId,
    phase,
    severity,
    at,
    source: message.source ?? "Mon",
    title: message.title,
    text: message.text,
    rows: [],
    sections: [],
    link: channelLink(caller, linkLabel, link),
    acknowledge: null
  }
}

/**
 * Makes a message from a title, a text, a link and a severity. Every channel can send it.
 *
 * @throws TypeError if the link has more than 400 characters
 * @example
 * plainMessage({ deliveryId: "d1", title: "Backup done", text: "It took 5 minutes." }).severity // => "info"
 * plainMessage({ deliveryId: "d1", title: "Backup", text: "", link: "https://example.com/b" }).link // => { label: "Open", url: "https://example.com/b" }
 */
export const plainMessage = (message: PlainMessage): ChannelMessage => {
  acceptPlainMessage(message)
  return messageOf("plainMessage", message)
}
