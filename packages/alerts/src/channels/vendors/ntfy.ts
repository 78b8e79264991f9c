import { answerByStatus, delivered, textOf } from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { baseOf, serverField, textField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { bytes, escaped, escapedWithin, inert, verbatim } from "../EscapedText.ts"
import { fitted, linesOf, type ShownMessage } from "../ShownMessage.ts"
import { basicAuthorization } from "./basicAuthorization.ts"
import { jsonRequest } from "./jsonRequest.ts"

/** The limits of ntfy (docs.ntfy.sh/publish/#limitations). The limit for the title exists since ntfy 2.28. */
const LIMIT = { message: 4_096, title: 1_024, topic: 64 } as const

const PRIORITIES = { critical: 5, error: 4, warning: 3, info: 2 } as const
const DEFAULT_PRIORITY = 3

/** Returns the name of the emoji that ntfy shows before the title. */
const tagOf = ({ phase, severity }: ChannelMessage): string => {
  if (phase === "resolved") return "green_circle"
  if (phase === "acknowledged") return "yellow_circle"
  return { critical: "red_circle", error: "red_circle", warning: "orange_circle", info: "large_blue_circle" }[severity]
}

const asNtfyText = /* @__PURE__ */ inert(verbatim)

const actionsOf = ({ acknowledge, link }: ChannelMessage) => [
  ...(link === null ? [] : [{ action: "view", label: link.label, url: link.url }]),
  ...(acknowledge === null
    ? []
    : [{ action: "http", label: acknowledge.label, url: acknowledge.url, method: "POST", clear: true }])
]

const contentOf = (message: ChannelMessage, topic: string, shown: ShownMessage) => ({
  topic,
  title: escapedWithin(shown.title, asNtfyText, LIMIT.title, bytes),
  // ntfy would replace an empty message with the word "triggered".
  message: escaped([shown.text, ...linesOf(shown)].filter((line) => line !== "").join("\n"), asNtfyText) || shown.title,
  priority: message.phase === "resolved" ? DEFAULT_PRIORITY : PRIORITIES[message.severity],
  tags: [tagOf(message)],
  ...(message.link === null ? {} : { click: message.link.url }),
  actions: actionsOf(message)
})

/**
 * The channel of ntfy, for the public server or a server that you run. People acknowledge with a button on the phone.
 *
 * @example
 * ntfy.readSettings({ server: "http://ntfy.lan", topic: "alerts" }, { targets: ["http://ntfy.lan"] }).ok // => true
 */
export const ntfy = /* @__PURE__ */ defineChannel({
  kind: "ntfy",
  name: "ntfy",
  about: "Sends push messages to phones and desktops through ntfy.sh or your own ntfy server.",
  steps: [
    "Install the ntfy app and subscribe to a topic. Anyone who knows its name can read it, so choose a long random name.",
    "Enter the topic, and the server if it is not ntfy.sh.",
    "If the topic is protected, create an access token in ntfy's account settings and enter it."
  ],
  appearance:
    "A coloured circle, the title, the text and the details, with Open and Acknowledge buttons. Critical alerts have the highest priority.",
  fields: {
    server: /* @__PURE__ */ serverField({
      label: "Server",
      help: "Leave it empty for https://ntfy.sh.",
      example: "https://ntfy.sh",
      isOptional: true,
      message: "Enter the address of an ntfy server, such as https://ntfy.sh."
    }),
    topic: /* @__PURE__ */ textField({
      label: "Topic",
      help: "The topic name in the app. Anyone who knows it can read messages in an unprotected topic.",
      example: "alerts-k3v9x2m7",
      isSealed: true,
      pattern: /^[\w-]{1,64}$/u,
      maximum: LIMIT.topic,
      message: "Enter 1 to 64 letters, digits, - or _."
    }),
    token: /* @__PURE__ */ textField({
      label: "Access token",
      help: "Only needed for a protected topic. Enter an access token, or user:password.",
      example: "tk_XXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
      isOptional: true,
      isSealed: true,
      pattern: /^(?:tk_[A-Za-z0-9]{10,60}|[^:\s]{1,100}:[^\s]{1,200})$/u,
      maximum: 301,
      message: "Enter a token that begins with tk_, or user:password."
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
    { what: "title", most: LIMIT.title, unit: "bytes" },
    { what: "message", most: LIMIT.message, unit: "bytes" }
  ],
  rate: { messages: 1, seconds: 5 },
  compose: (message, { server, token, topic }, { isCompact }) => {
    const content = fitted(
      message,
      (shown) => contentOf(message, topic, shown),
      (built) => bytes(built.message) <= LIMIT.message,
      isCompact
    )
    const authorization = token.startsWith("tk_") ? `Bearer ${token}` : basicAuthorization(token)
    return jsonRequest(
      "POST",
      `${baseOf(server || "https://ntfy.sh")}/`,
      content,
      token === "" ? {} : { Authorization: authorization }
    )
  },
  judge: (response) => {
    const error = textOf(response.json, "error")
    // See docs.ntfy.sh/subscribe/api, "JSON message format".
    const isMessage = textOf(response.json, "id") && (textOf(response.json, "event") ?? "message") === "message"
    return response.statusCode === 200 && isMessage && error === null
      ? delivered()
      : answerByStatus(response, error ?? response.text)
  }
})
