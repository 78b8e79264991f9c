import { argumentsOf, aString, nullable, optional, optionsOf, shape } from "@mon/bundled/arguments"
import { languageKind, renderableFact } from "../argumentKinds.ts"
import type { RenderableFact } from "../message/RenderableFact.ts"
import { messageKey } from "../message/messageKey.ts"
import { renderFact } from "../message/renderFact.ts"
import type { Row } from "../message/Notice.ts"
import { type MessageLanguage, voiceOf, wordsOf } from "../message/words/Voice.ts"
import type { ChannelMessage, ChannelPhase } from "./ChannelMessage.ts"
import { bearingOf } from "./bearingOf.ts"
import { deliveryIdKind, phaseKind, timeKind } from "./messageKinds.ts"
import { channelLink } from "./plainMessage.ts"

/** The acknowledgement of an incident in a message. */
export interface ShownAcknowledgement {
  /** The time, as ISO 8601 in UTC. */
  readonly at: string
  /** The name of a person, or of the channel that was used. Null if unknown. */
  readonly by: string | null
  readonly note: string | null
}

/** The values that the message of a fact needs, in addition to the fact. */
export interface FactMessageOptions {
  /** The id of the delivery, which is the same for every attempt. */
  readonly deliveryId: string
  /** The IANA name of the time zone. UTC is used if the zone does not exist. */
  readonly timeZone: string
  /** The language of the message. Default: English. */
  readonly language?: MessageLanguage
  /** The page about the fact. Default: none. */
  readonly link?: string | null
  /**
   * The signed page that acknowledges the incident. The link is left out if there is nothing to acknowledge. Default:
   * none.
   */
  readonly acknowledgeLink?: string | null
  /** The current acknowledgement. The message then names the person and has no link to acknowledge. Default: none. */
  readonly acknowledgement?: ShownAcknowledgement | null
  /** The phase. `reminder` and `acknowledged` are only for open incidents. Default: the phase of the fact. */
  readonly phase?: ChannelPhase
}

const acceptFactMessage = /* @__PURE__ */ argumentsOf("factMessage", () => ({
  fact: renderableFact(),
  options: optionsOf<FactMessageOptions>({
    deliveryId: deliveryIdKind(),
    timeZone: aString,
    language: optional(languageKind()),
    link: optional(nullable(aString)),
    acknowledgeLink: optional(nullable(aString)),
    acknowledgement: optional(
      nullable(
        shape<ShownAcknowledgement>("an acknowledgement: an object with at, by and note", {
          at: timeKind(),
          by: nullable(aString),
          note: nullable(aString)
        })
      )
    ),
    phase: optional(phaseKind())
  })
}))

const KEY_CHARACTER = /[^\w.:@-]/gu

/**
 * The prefixes of the message keys for facts without an incident. The id of the monitor follows the prefix, so that a
 * recovery has the same key as its alarm.
 */
const MONITOR_KEYS: Partial<Readonly<Record<RenderableFact["kind"], string>>> = {
  degraded: "speed",
  recovered: "speed",
  email_health_alert: "email_health",
  email_health_recovery: "email_health"
}

/** Returns the key of a fact's message. The key of an incident is its public id. */
const keyOf = (fact: RenderableFact): string => {
  if ("incident" in fact) return fact.incident.id
  if (fact.kind === "digest" && fact.cause != null) return `cause:${fact.cause.id}`
  const subject = MONITOR_KEYS[fact.kind]
  if (subject !== undefined && "monitor" in fact) return `${subject}:${fact.monitor.id}`
  return messageKey(fact).replace(KEY_CHARACTER, "-").slice(0, 255)
}

const ACKNOWLEDGE: Readonly<Record<MessageLanguage, string>> = { en: "Acknowledge", de: "Bestätigen" }

const ACKNOWLEDGED: Readonly<Record<MessageLanguage, string>> = { en: "Acknowledged", de: "Bestätigt" }

const ACKNOWLEDGED_BY: Readonly<Record<MessageLanguage, { readonly label: string; readonly note: string }>> = {
  en: { label: "Acknowledged by", note: "Note" },
  de: { label: "Bestätigt von", note: "Notiz" }
}

const acknowledgedRows = (
  { at, by, note }: ShownAcknowledgement,
  language: MessageLanguage,
  timeZone: string
): ReadonlyArray<Row> => {
  const { label, note: noteLabel } = ACKNOWLEDGED_BY[language]
  const time = voiceOf(language, timeZone, null).time(at)
  return [
    by === null ? { label: ACKNOWLEDGED[language], value: time } : { label, value: `${by}, ${time}` },
    ...(note === null ? [] : [{ label: noteLabel, value: note }])
  ]
}

const titleOf = (subject: string, phase: ChannelPhase, language: MessageLanguage): string => {
  if (phase === "reminder") return wordsOf[language].reminder(subject)
  return phase === "acknowledged" ? `${ACKNOWLEDGED[language]}: ${subject}` : subject
}

/**
 * Makes the message of a fact. Every channel can send it. The message has the same title and text as the email about
 * the fact.
 *
 * @throws TypeError if a link has more than 400 characters
 * @example
 * factMessage({ kind: "unreadable", type: "ssl_expiry", key: "a:7" }, { deliveryId: "d1", timeZone: "UTC" }).title // => "ssl_expiry notification"
 */
export const factMessage = (fact: RenderableFact, options: FactMessageOptions): ChannelMessage => {
  acceptFactMessage(fact, options)
  const { acknowledgeLink = null, acknowledgement = null, deliveryId, language = "en", link = null, timeZone } = options
  const bearing = bearingOf(fact)
  const isTaken = acknowledgement !== null && bearing.phase === "opened"
  const phase = options.phase ?? (isTaken ? "acknowledged" : bearing.phase)
  const isOver = phase === "resolved" || phase === "acknowledged"
  const notice = renderFact(fact, { timeZone, language, link })
  return {
    deliveryId,
    key: keyOf(fact),
    phase,
    severity: bearing.severity,
    at: bearing.at,
    source: "monitor" in fact ? fact.monitor.url || fact.monitor.name : notice.headline,
    title: titleOf(notice.subject, phase, language),
    text: notice.lead,
    rows: isTaken ? [...acknowledgedRows(acknowledgement, language, timeZone), ...notice.rows] : notice.rows,
    sections: notice.sections,
    link: channelLink("factMessage", notice.link?.label ?? "", notice.link?.url ?? null),
    acknowledge: isOver ? null : channelLink("factMessage", ACKNOWLEDGE[language], acknowledgeLink)
  }
}
