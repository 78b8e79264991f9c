import {
  answerByStatus,
  answerFor,
  type ChannelReason,
  delivered,
  fieldOf,
  reasonIn,
  retry,
  secondsOf,
  textOf
} from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { baseOf, serverField, textField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { asHtml, bytes, escaped, inert, verbatim } from "../EscapedText.ts"
import { fitted, linesOf, type ShownMessage, signOf } from "../ShownMessage.ts"
import { jsonRequest } from "./jsonRequest.ts"

/**
 * The maximum size of a message, in bytes. An event has at most 65536 bytes, including fields that the server adds
 * (spec.matrix.org, "Size limits").
 */
const LIMIT_BYTES = 60_000

const asMatrixHtml = /* @__PURE__ */ inert(asHtml)
const asMatrixText = /* @__PURE__ */ inert(verbatim)

const rowLine = ({ label, value }: ShownMessage["rows"][number]): string =>
  `${label === "" ? "" : `${escaped(label, asMatrixHtml)}: `}<code>${escaped(value, asHtml)}</code>`

const htmlOf = (message: ChannelMessage, { links, rows, sections, text, title }: ShownMessage): string =>
  [
    `<strong>${signOf(message)} ${escaped(title, asMatrixHtml)}</strong>`,
    ...(text === "" ? [] : [escaped(text, asMatrixHtml).replaceAll("\n", "<br>")]),
    ...rows.map(rowLine),
    ...sections.flatMap((section) => [
      `<em>${escaped(section.title, asMatrixHtml)}</em>`,
      ...section.rows.map(rowLine),
      ...(section.more === null ? [] : [escaped(section.more, asMatrixHtml)])
    ]),
    ...(links.length === 0
      ? []
      : [
          links
            .map(({ label, url }) => `<a href="${escaped(url, asHtml)}">${escaped(label, asMatrixHtml)}</a>`)
            .join(" · ")
        ])
  ].join("<br>")

const plainOf = (message: ChannelMessage, shown: ShownMessage): string =>
  [
    `${signOf(message)} ${escaped(shown.title, asMatrixText)}`,
    ...[shown.text, ...linesOf(shown)].filter((line) => line !== "").map((line) => escaped(line, asMatrixText)),
    ...shown.links.map(({ label, url }) => `${escaped(label, asMatrixText)}: ${url}`)
  ].join("\n")

const REASONS: Readonly<Record<string, ChannelReason>> = {
  M_UNKNOWN_TOKEN: "unauthorized",
  M_MISSING_TOKEN: "unauthorized",
  M_USER_DEACTIVATED: "unauthorized",
  M_USER_LOCKED: "unauthorized",
  M_USER_SUSPENDED: "unauthorized",
  M_FORBIDDEN: "blocked",
  M_NOT_FOUND: "gone",
  M_TOO_LARGE: "too_large"
}

/**
 * The channel of a Matrix room. Matrix recognizes repeated attempts, and a recovery replies to its alarm.
 *
 * @example
 * matrix.readSettings({ server: "https://m.example.com", token: "syt_abcd", roomId: "#room" }).ok // => false
 */
export const matrix = /* @__PURE__ */ defineChannel({
  kind: "matrix",
  name: "Matrix",
  about: "Posts to an unencrypted Matrix room.",
  steps: [
    "Create a Matrix account for the alerts and invite it to the room. Accept the invitation from that account.",
    "In Element, sign in as this account, go to Settings > Help & About, and copy the access token into the Access token field.",
    "Enter the home server's address, and the room ID from the room's advanced settings."
  ],
  appearance:
    "The title in bold with a coloured circle, the text, the details, and the links. Reminders and the recovery are replies to the alert.",
  fields: {
    server: /* @__PURE__ */ serverField({
      label: "Home server",
      help: "The address of the account's server.",
      example: "https://matrix.example.com",
      message: "Enter the address of a Matrix server."
    }),
    token: /* @__PURE__ */ textField({
      label: "Access token",
      help: "In Element, go to Settings > Help & About. The token stops working when the account signs out.",
      example: "syt_bW9u_XXXXXXXXXXXXXXXXXXXX_000000",
      isSealed: true,
      pattern: /^[\x21-\x7e]{8,500}$/u,
      maximum: 500,
      message: "Enter a Matrix account's access token."
    }),
    roomId: /* @__PURE__ */ textField({
      label: "Room ID",
      help: "In the room's advanced settings. The ID begins with !, not #.",
      example: "!abcdefghijklmnop:example.com",
      pattern: /^![^\s/?#]{1,254}$/u,
      maximum: 255,
      message: "Enter a room ID, which begins with !. Addresses that begin with # do not work."
    })
  },
  abilities: {
    deduplicates: true,
    edits: false,
    threads: true,
    resolves: false,
    acknowledges: false,
    showsAcknowledgement: false
  },
  limits: [{ what: "event", most: LIMIT_BYTES, unit: "bytes" }],
  rate: null,
  compose: (message, { roomId, server, token }, { isCompact, state }) => {
    const eventId = state?.["eventId"]
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/send/m.room.message/${encodeURIComponent(message.deliveryId)}`
    return fitted(
      message,
      (shown) =>
        jsonRequest(
          "PUT",
          `${baseOf(server)}${path}`,
          {
            msgtype: "m.text",
            body: plainOf(message, shown),
            format: "org.matrix.custom.html",
            formatted_body: htmlOf(message, shown),
            // The empty list of mentions ensures that the message mentions nobody, whatever its text contains.
            "m.mentions": {},
            ...(eventId === undefined ? {} : { "m.relates_to": { "m.in_reply_to": { event_id: eventId } } })
          },
          { Authorization: `Bearer ${token}` }
        ),
      ({ body }) => bytes(body) <= LIMIT_BYTES,
      isCompact
    )
  },
  judge: (response) => {
    const { json, statusCode } = response
    const code = textOf(json, "errcode")
    const detail = textOf(json, "error") ?? response.text
    if (code === "M_LIMIT_EXCEEDED") {
      const milliseconds = fieldOf(json, "retry_after_ms")
      const afterSeconds =
        response.retryAfterSeconds ?? (typeof milliseconds === "number" ? secondsOf(milliseconds / 1000) : null)
      return retry(response, "rate_limited", { detail, afterSeconds })
    }
    const reason = statusCode >= 500 ? undefined : reasonIn(REASONS, code)
    if (reason !== undefined) return answerFor(response, reason, detail)
    const eventId = textOf(json, "event_id")
    return statusCode === 200 && eventId?.startsWith("$") ? delivered({ eventId }) : answerByStatus(response, detail)
  }
})
