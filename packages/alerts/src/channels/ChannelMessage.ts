import { argumentError, argumentsOf } from "@mon/arguments"
import { linkable } from "../message/Html.ts"
import type { Row, Section } from "../message/Notice.ts"
import { LINK_CHARACTERS, plainMessageKind } from "./messageKinds.ts"

/**
 * The part of an incident that a message is about. `notice` is a message that belongs to no incident, or that nothing
 * resolves later.
 */
export type ChannelPhase = "opened" | "reminder" | "acknowledged" | "resolved" | "notice"

/** How bad it is: the four severities of PagerDuty, which every channel translates. */
export type ChannelSeverity = "critical" | "error" | "warning" | "info"

/** A link with the words that people see. */
export interface ChannelLink {
  readonly label: string
  readonly url: string
}

/** A message before a channel gives it a form. All texts are untrusted plain text: nothing is escaped. */
export interface ChannelMessage {
  /** The same for every attempt at this delivery. Where the vendor can, it delivers one id only once. */
  readonly deliveryId: string
  /** What the message is about: the public id of the incident. The same from opening to recovery. */
  readonly key: string
  readonly phase: ChannelPhase
  readonly severity: ChannelSeverity
  /** When it happened, ISO 8601 UTC; null when unknown. */
  readonly at: string | null
  /** The affected system: a URL or a name. */
  readonly source: string
  readonly title: string
  readonly text: string
  readonly rows: ReadonlyArray<Row>
  readonly sections: ReadonlyArray<Section>
  /** The page about it. */
  readonly link: ChannelLink | null
  /** The signed page that acknowledges the incident. */
  readonly acknowledge: ChannelLink | null
}

/** What a message of your own says. */
export interface PlainMessage {
  /** The same for every attempt at this delivery. */
  readonly deliveryId: string
  readonly title: string
  readonly text: string
  /** An http or https URL. Default: none. */
  readonly link?: string | null
  /** Default: info. */
  readonly severity?: ChannelSeverity
  /** Default: notice. */
  readonly phase?: ChannelPhase
  /** The same from opening to recovery. Default: the id of the delivery. */
  readonly key?: string
  /** When it happened, ISO 8601 UTC. Default: unknown. */
  readonly at?: string | null
  /** The affected system. Default: Mon. */
  readonly source?: string
  /** The words of the link. Default: Open. */
  readonly linkLabel?: string
}

const acceptPlainMessage = /* @__PURE__ */ argumentsOf("plainMessage", () => ({ message: plainMessageKind() }))

/** The link of a message. A URL that cannot stand in a link is dropped, one that is too long is refused. */
export const channelLink = (caller: string, label: string, url: string | null): ChannelLink | null => {
  const safe = url === null ? null : linkable(url)
  if (safe === null) return null
  if (safe.length > LINK_CHARACTERS)
    throw argumentError(`${caller}: a link must have at most ${LINK_CHARACTERS} characters.`)
  return { label, url: safe }
}

/** The message that a caller has checked; the caller is named if the link is too long. */
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
 * Makes a message of your own: a title, a text, a link and a severity. Every channel can send it.
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
