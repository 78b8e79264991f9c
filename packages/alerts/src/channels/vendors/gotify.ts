import { answerByStatus, delivered, fieldOf, textOf } from "../ChannelAnswer.ts"
import { baseOf, serverField, textField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { escaped, inert, verbatim } from "../EscapedText.ts"
import { fitted, linesOf, type ShownMessage, signOf } from "../ShownMessage.ts"
import { jsonRequest } from "./jsonRequest.ts"

/**
 * The maximum number of characters in a message. Gotify itself has no limit, but a notification on a phone shows less.
 */
const LIMIT = 8_000

const PRIORITIES = { critical: 8, error: 7, warning: 5, info: 2 } as const

const asGotifyText = /* @__PURE__ */ inert(verbatim)

const textOfMessage = (shown: ShownMessage): string =>
  [
    ...[shown.text, ...linesOf(shown)].filter((line) => line !== "").map((line) => escaped(line, asGotifyText)),
    ...shown.links.map(({ label, url }) => `${escaped(label, asGotifyText)}: ${url}`)
  ].join("\n")

/**
 * The channel of a Gotify server.
 *
 * @example
 * gotify.readSettings({ server: "https://gotify.example.com", token: "AxxxxxxxxxxxxxX" }).ok // => true
 */
export const gotify = /* @__PURE__ */ defineChannel({
  kind: "gotify",
  name: "Gotify",
  about: "Sends push messages through your own Gotify server.",
  steps: [
    "In Gotify, open Apps and choose Create application.",
    "Copy the application's token into the Application token field.",
    "Enter the address of your Gotify server."
  ],
  appearance:
    "The title with a coloured circle, the text, the details, and the links. Tapping the message opens the incident.",
  fields: {
    server: /* @__PURE__ */ serverField({
      label: "Server",
      help: "The address where you open Gotify.",
      example: "https://gotify.example.com",
      message: "Enter the address of your Gotify server."
    }),
    token: /* @__PURE__ */ textField({
      label: "Application token",
      help: "In Gotify, under Apps.",
      example: "AXXXXXXXXXXXXXX",
      isSealed: true,
      pattern: /^[\w.-]{8,100}$/u,
      maximum: 100,
      message: "Enter a Gotify application's token."
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
  rate: null,
  compose: (message, { server, token }, { isCompact }) => {
    const content = fitted(
      message,
      (shown) => ({
        title: `${signOf(message)} ${escaped(shown.title, asGotifyText)}`,
        message: textOfMessage(shown) || shown.title,
        priority: message.phase === "resolved" ? PRIORITIES.warning : PRIORITIES[message.severity],
        extras: {
          "client::display": { contentType: "text/plain" },
          ...(message.link === null ? {} : { "client::notification": { click: { url: message.link.url } } })
        }
      }),
      (built) => built.message.length <= LIMIT,
      isCompact
    )
    return jsonRequest("POST", `${baseOf(server)}/message`, content, { "X-Gotify-Key": token })
  },
  judge: (response) => {
    const id = fieldOf(response.json, "id")
    if (response.statusCode === 200 && Number.isSafeInteger(id) && fieldOf(response.json, "error") === undefined)
      return delivered({ messageId: String(id) })
    return answerByStatus(response, textOf(response.json, "errorDescription") ?? response.text)
  }
})
