import { answerByStatus, answerFor, delivered, fieldOf, readable, retry, secondsOf, textOf } from "../ChannelAnswer.ts"
import type { ChannelState } from "../ChannelAnswer.ts"
import { choiceField, textField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { escaped, escapedWithin, inert, verbatim } from "../EscapedText.ts"
import { fitted, linesOf, type ShownMessage, signOf } from "../ShownMessage.ts"
import { formRequest } from "./jsonRequest.ts"

/** The limits of Pushover (pushover.net/api#limits). */
const LIMIT = { title: 250, message: 1_024, url: 512, urlTitle: 100 } as const

const ORIGIN = "https://api.pushover.net"
/**
 * The timing of an emergency. A message with priority 2 repeats until somebody acknowledges it: every 60 s, for at most
 * three hours (pushover.net/api#priority).
 */
const REPEAT = { everySeconds: 60, forSeconds: 10_800 } as const
const PRIORITIES = { critical: "1", error: "1", warning: "0", info: "-1" } as const

const asPushoverText = /* @__PURE__ */ inert(verbatim)

const bodyOf = (shown: ShownMessage): string =>
  [
    ...[shown.text, ...linesOf(shown)].filter((line) => line !== "").map((line) => escaped(line, asPushoverText)),
    // The first link is sent in a separate field of the request.
    ...shown.links.slice(1).map(({ label, url }) => `${escaped(label, asPushoverText)}: ${url}`)
  ].join("\n")

const receiptOf = (state: ChannelState): string | null => {
  const receipt = state["receipt"] ?? ""
  return /^[A-Za-z0-9]{20,40}$/u.test(receipt) ? receipt : null
}

/**
 * The channel of Pushover. An emergency repeats until somebody acknowledges it in the app.
 *
 * @example
 * pushover.receipt?.cancel({ token: "", user: "", device: "", repeat: "" }, {}) // => null
 */
export const pushover = /* @__PURE__ */ defineChannel({
  kind: "pushover",
  name: "Pushover",
  about: "Sends push messages to phones through Pushover. Critical alerts can repeat until someone acknowledges them.",
  steps: [
    "At pushover.net, choose Create an Application/API Token, and copy the token into the API token field.",
    "Copy your user key, or a group's key, from the pushover.net home page.",
    "Select whether critical alerts repeat until someone acknowledges them in the app."
  ],
  appearance: "The title with a coloured circle, the text, the details, and the link to the incident.",
  fields: {
    token: /* @__PURE__ */ textField({
      label: "API token",
      help: "The token of the application you created at pushover.net.",
      example: "azGDORePK8gMaC0QOYAMyEEuzJnyUi",
      isSealed: true,
      pattern: /^[A-Za-z0-9]{30}$/u,
      maximum: 30,
      message: "Enter the API token, which has 30 letters and digits."
    }),
    user: /* @__PURE__ */ textField({
      label: "User or group key",
      help: "On the pushover.net home page after you sign in.",
      example: "uQiRzpo4DXghDmr9QzzfQu27cmVRsG",
      isSealed: true,
      pattern: /^[A-Za-z0-9]{30}$/u,
      maximum: 30,
      message: "Enter the key, which has 30 letters and digits."
    }),
    device: /* @__PURE__ */ textField({
      label: "Device",
      help: "To send to only some of your devices, enter their names, separated by commas.",
      example: "phone",
      isOptional: true,
      pattern: /^[\w-]{1,25}(?:,[\w-]{1,25}){0,9}$/u,
      maximum: 259,
      message: "Enter device names, separated by commas."
    }),
    repeat: /* @__PURE__ */ choiceField({
      label: "Repeat",
      help: "never: each alarm arrives once. critical: critical alarms repeat every minute until somebody acknowledges them.",
      choices: ["never", "critical"]
    })
  },
  abilities: {
    deduplicates: false,
    edits: false,
    threads: false,
    resolves: false,
    acknowledges: true,
    showsAcknowledgement: false
  },
  limits: [
    { what: "title", most: LIMIT.title, unit: "characters" },
    { what: "message", most: LIMIT.message, unit: "characters" },
    { what: "link", most: LIMIT.url, unit: "characters" }
  ],
  rate: null,
  compose: (message, { device, repeat, token, user }, { isCompact, state }) => {
    // While an alarm repeats, a reminder must not start a second repetition, because nothing would end the second
    // repetition.
    const isEmergency =
      repeat === "critical" &&
      receiptOf(state ?? {}) === null &&
      message.severity === "critical" &&
      (message.phase === "opened" || message.phase === "reminder")
    const [title, body, link] = fitted(
      message,
      (shown) =>
        [
          escapedWithin(`${signOf(message)} ${shown.title}`, asPushoverText, LIMIT.title),
          bodyOf(shown) || shown.title,
          shown.links[0] ?? null
        ] as const,
      ([, text]) => text.length <= LIMIT.message,
      isCompact
    )
    return formRequest(`${ORIGIN}/1/messages.json`, {
      token,
      user,
      title,
      message: body,
      url: link?.url ?? null,
      url_title: link === null ? null : escapedWithin(link.label, verbatim, LIMIT.urlTitle),
      device: device || null,
      timestamp: message.at === null ? null : String(Math.floor(Date.parse(message.at) / 1000)),
      ...(isEmergency
        ? {
            priority: "2",
            retry: String(REPEAT.everySeconds),
            expire: String(REPEAT.forSeconds),
            tags: message.key
          }
        : { priority: message.phase === "resolved" ? "0" : PRIORITIES[message.severity] })
    })
  },
  judge: (response) => {
    const { json, statusCode } = response
    const errors = fieldOf(json, "errors")
    const detail = Array.isArray(errors) ? errors.join(", ") : response.text
    if (statusCode === 429) {
      const resetAt = secondsOfEpoch(response.header("x-limit-app-reset"))
      const afterSeconds = resetAt === null ? null : secondsOf(Math.max(0, resetAt - response.nowMs / 1000))
      return retry(response, "rate_limited", { detail, afterSeconds })
    }
    if (statusCode === 400 && textOf(json, "token") === "invalid") return answerFor(response, "unauthorized", detail)
    if (statusCode === 400 && textOf(json, "user") === "invalid") return answerFor(response, "gone", detail)
    if (statusCode === 400 && /device/iu.test(detail)) return answerFor(response, "gone", detail)
    if (statusCode !== 200 || fieldOf(json, "status") !== 1) return answerByStatus(response, detail)
    const receipt = textOf(json, "receipt")
    const endsAt = new Date(response.nowMs + REPEAT.forSeconds * 1_000).toISOString()
    return delivered(receipt === null ? null : { receipt, endsAt })
  },
  receipt: {
    status: ({ token }, state) => {
      const receipt = receiptOf(state)
      const query = new URLSearchParams({ token }).toString()
      return receipt === null
        ? null
        : { method: "GET", url: `${ORIGIN}/1/receipts/${receipt}.json?${query}`, headers: {}, body: "" }
    },
    readStatus: (response) => {
      const { json, statusCode } = readable("Pushover", response)
      // Pushover does not know the receipt, or no longer knows it.
      if ((statusCode === 400 || statusCode === 404) && fieldOf(json, "status") === 0) return "over"
      if (statusCode !== 200 || fieldOf(json, "status") !== 1) return null
      if (fieldOf(json, "acknowledged") === 1) return "acknowledged"
      if (fieldOf(json, "expired") === 1) return "over"
      return fieldOf(json, "acknowledged") === 0 ? "waiting" : null
    },
    endsAt: (state) => {
      const time = Date.parse(state["endsAt"] ?? "")
      return Number.isNaN(time) ? null : time
    },
    cancel: ({ token }, state) => {
      const receipt = receiptOf(state)
      return receipt === null ? null : formRequest(`${ORIGIN}/1/receipts/${receipt}/cancel.json`, { token })
    }
  }
})

const secondsOfEpoch = (value: string | null): number | null => {
  const seconds = Number(value ?? Number.NaN)
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : null
}
