import { answerByStatus, answerFor, type ChannelReason, delivered, fieldOf, textOf } from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { choiceField, textField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { cut } from "../EscapedText.ts"
import { fitted, type ShownMessage } from "../ShownMessage.ts"
import { basicAuthorization } from "./basicAuthorization.ts"
import { formRequest } from "./jsonRequest.ts"

/** The maximum number of characters in a body (twilio.com/docs/messaging/api/message-resource). */
const LIMIT = 1_600
/**
 * The maximum numbers of characters in the title and in the text. The title and the beginning of the text must fit into
 * the first part of a GSM-7 message.
 */
const FIRST_PART = { title: 80, text: 320 } as const

const DASHES = /[\u2010-\u2015\u2212]/gu
const SINGLE_QUOTES = /[\u2018\u2019\u201a\u00b4`]/gu
const DOUBLE_QUOTES = /[\u201c-\u201e\u00ab\u00bb]/gu

/** Converts a text to ASCII, so that one part has 160 characters instead of 70. */
const asAscii = (text: string): string =>
  text
    .replace(DASHES, "-")
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replaceAll("…", "...")
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\x20-\x7e\n]+/gu, "?")

/** Matches a word of which the conversion to ASCII left only a question mark. */
const LOST = /^\p{P}*\?\p{P}*$/u

/** Returns a title in ASCII. Replaces a name in another alphabet with the host. */
const asciiTitle = (title: string, source: string): string => {
  const ascii = title.split(" ").map((word) => (/[^\x20-\x7e]/u.test(word) ? asAscii(word) : word))
  const isLost = (word: string, index: number) => word !== title.split(" ")[index] && LOST.test(word)
  const host = URL.parse(source)?.hostname ?? ""
  const first = ascii.findIndex(isLost)
  if (first === -1 || host === "") return ascii.join(" ")
  return ascii.flatMap((word, index) => (index === first ? [host] : isLost(word, index) ? [] : [word])).join(" ")
}

/**
 * Inserts a space after the scheme of an address, because phones turn an address with a scheme into a link. The address
 * stays readable.
 */
const withoutSchemes = (text: string): string => text.replace(/:(?=\/\/)/gu, ": ")

const smsOf = (message: ChannelMessage, { links, text, title }: ShownMessage, isAscii: boolean): string => {
  const words = (part: string) => withoutSchemes(isAscii ? asAscii(part) : part)
  const [page, acknowledge] = [message.link, message.acknowledge]
  return [
    withoutSchemes(cut(isAscii ? asciiTitle(title, message.source) : title, FIRST_PART.title)),
    ...(text === "" ? [] : [words(cut(text.replaceAll("\n", " "), FIRST_PART.text))]),
    ...(page === null || links.length === 0 ? [] : [page.url]),
    ...(acknowledge === null ? [] : [`${words(acknowledge.label)}: ${acknowledge.url}`])
  ].join("\n")
}

/**
 * Matches the ids of messages (twilio.com/docs/messaging/api/message-resource): "SM" for a text, "MM" for one with
 * media.
 */
const MESSAGE_SID = /^(?:SM|MM)/u
/** The states of messages that Twilio has accepted but will not send. */
const NOT_SENT: ReadonlySet<string> = /* @__PURE__ */ new Set(["failed", "undelivered", "canceled"])

/** The reasons for a refusal, by Twilio's error codes (twilio.com/docs/api/errors). */
const REASONS: Readonly<Record<number, ChannelReason>> = {
  20_003: "unauthorized",
  20_008: "unauthorized",
  20_404: "unauthorized",
  20_429: "rate_limited",
  14_107: "rate_limited",
  30_001: "rate_limited",
  30_022: "rate_limited",
  63_038: "rate_limited",
  21_211: "gone",
  21_217: "gone",
  21_612: "gone",
  21_614: "gone",
  21_635: "gone",
  21_212: "unauthorized",
  21_603: "unauthorized",
  21_606: "unauthorized",
  21_659: "unauthorized",
  21_408: "blocked",
  21_608: "blocked",
  21_610: "blocked",
  21_617: "too_large"
}

/**
 * The channel for SMS by Twilio. A message has the title, the text and the links, without details.
 *
 * @example
 * twilio.readAnswer({ statusCode: 400, headers: {}, nowMs: 0, body: '{"code":21610}' }).outcome // => "refused"
 */
export const twilio = /* @__PURE__ */ defineChannel({
  kind: "twilio",
  name: "SMS (Twilio)",
  about: "Sends text messages from your Twilio account.",
  steps: [
    "At console.twilio.com, buy a number that can send SMS, or create a messaging service.",
    "Copy the Account SID and the Auth Token. An API key is better, because you can revoke it without affecting anything else.",
    "Enter the sender, and the recipient's number in international format."
  ],
  appearance:
    "The title, the text and the links, without details. The first 160 characters are enough to understand the alert.",
  fields: {
    accountSid: /* @__PURE__ */ textField({
      label: "Account SID",
      help: "On the home page of the Twilio console.",
      example: "AC00000000000000000000000000000000",
      pattern: /^AC[0-9a-fA-F]{32}$/u,
      maximum: 34,
      message: "Enter the Account SID: AC and 32 digits."
    }),
    keySid: /* @__PURE__ */ textField({
      label: "API key SID",
      help: "Only needed if you use an API key. Then enter the key's secret as the token.",
      example: "SK00000000000000000000000000000000",
      isOptional: true,
      pattern: /^SK[0-9a-fA-F]{32}$/u,
      maximum: 34,
      message: "Enter an API key's SID: SK followed by 32 hexadecimal digits."
    }),
    token: /* @__PURE__ */ textField({
      label: "Auth token or API key secret",
      help: "In the Twilio console, next to the SID.",
      example: "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
      isSealed: true,
      pattern: /^[A-Za-z0-9]{16,64}$/u,
      maximum: 64,
      message: "Enter the Auth Token or the API key's secret."
    }),
    from: /* @__PURE__ */ textField({
      label: "Sender",
      help: "A number in your account, a messaging service's SID, or a sender name if the country allows one.",
      example: "+15017122661",
      pattern: /^(?:\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-fA-F]{32}|(?=[A-Za-z0-9 ]*[A-Za-z])[A-Za-z0-9 ]{1,11})$/u,
      maximum: 34,
      message: "Enter a number such as +15017122661, a messaging service's SID, or a name of at most 11 letters."
    }),
    to: /* @__PURE__ */ textField({
      label: "Recipient",
      help: "The phone number in international format.",
      example: "+491701234567",
      pattern: /^\+[1-9]\d{6,14}$/u,
      maximum: 16,
      message: "Enter a number such as +491701234567."
    }),
    alphabet: /* @__PURE__ */ choiceField({
      label: "Alphabet",
      help: "ascii: 160 characters in each part, other letters become ? or lose their accents. unicode: 70 characters in each part.",
      choices: ["ascii", "unicode"]
    })
  },
  abilities: {
    deduplicates: false,
    edits: false,
    threads: false,
    resolves: false,
    acknowledges: false,
    showsAcknowledgement: false
  },
  limits: [{ what: "message", most: LIMIT, unit: "characters" }],
  rate: { messages: 1, seconds: 1 },
  compose: (message, { accountSid, alphabet, from, keySid, to, token }, { isCompact }) => {
    const body = fitted(
      message,
      (shown) => smsOf(message, shown, alphabet !== "unicode"),
      (text) => text.length <= LIMIT,
      isCompact
    )
    const sender = from.startsWith("MG") && from.length === 34 ? { MessagingServiceSid: from } : { From: from }
    return formRequest(
      `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`,
      { To: to, ...sender, Body: body },
      { Authorization: basicAuthorization(`${keySid || accountSid}:${token}`) }
    )
  },
  judge: (response) => {
    const code = fieldOf(response.json, "code")
    const detail = textOf(response.json, "message") ?? response.text
    const reason = typeof code === "number" && response.statusCode >= 400 ? REASONS[code] : undefined
    if (reason !== undefined) return answerFor(response, reason, detail)
    const sid = textOf(response.json, "sid")
    if (response.statusCode !== 201 || sid === null || !MESSAGE_SID.test(sid)) return answerByStatus(response, detail)
    const state = textOf(response.json, "status") ?? ""
    return NOT_SENT.has(state) ? answerFor(response, "rejected", state) : delivered({ sid })
  }
})
