import {
  answerByStatus,
  answerFor,
  delivered,
  fieldOf,
  type ReadableResponse,
  refused,
  textOf
} from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { baseOf, longField, serverField, textField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { escaped, inert, verbatim } from "../EscapedText.ts"
import { fitted, linesOf, type ShownMessage, signOf } from "../ShownMessage.ts"
import { jsonRequest } from "./jsonRequest.ts"

/** The maximum number of characters in a message. Apprise itself cuts or splits messages for each service. */
const LIMIT = 8_000

const asAppriseText = /* @__PURE__ */ inert(verbatim)

const typeOf = ({ phase, severity }: ChannelMessage): "success" | "failure" | "warning" | "info" =>
  phase === "resolved"
    ? "success"
    : ({ critical: "failure", error: "failure", warning: "warning", info: "info" } as const)[severity]

const bodyOf = (shown: ShownMessage): string =>
  [
    ...[shown.text, ...linesOf(shown)].filter((line) => line !== "").map((line) => escaped(line, asAppriseText)),
    ...shown.links.map(({ label, url }) => `${escaped(label, asAppriseText)}: ${url}`)
  ].join("\n")

/**
 * The header that sets the log level. Without it, a server with a higher log level reports success with an empty body,
 * as proxies do.
 */
const LOGGED = { "X-Apprise-Log-Level": "INFO" } as const

/** Matches services of Apprise that read or write on the server itself, or that send to any address in their URL. */
const REFUSED_SCHEME = /^(?:file|json|xml|form|mailto|syslog|rsyslog|exec|dbus|windows|macosx|gnome|glib|qt|kde)s?:/iu

const NOT_SENT = /\b(?:not|never)\s+(?:be\s+)?sent\b|<(?:!doctype|html|head|body|form)\b/iu

/**
 * Returns whether the server sent the message. New versions respond with the log as JSON, with an `error` that is null
 * or empty. Older versions respond with the log as text ("Sent Discord notification."), and the oldest with
 * "Notification(s) sent."
 */
const isSent = ({ json, text }: ReadableResponse): boolean => {
  const error = fieldOf(json, "error")
  if (error !== undefined) return error === null || error === ""
  // A long log is cut, so the body may not be valid JSON.
  return /^\{"error":(?:null|""),/u.test(text) || (/\bsent\b/iu.test(text) && !NOT_SENT.test(text))
}

/**
 * The channel of an Apprise API server that you run. Apprise supports more than a hundred services.
 *
 * @example
 * apprise.readAnswer({ statusCode: 424, headers: {}, nowMs: 0, body: "" }).outcome // => "refused"
 */
export const apprise = /* @__PURE__ */ defineChannel({
  kind: "apprise",
  name: "Apprise",
  about: "Sends to any service that your own Apprise API server supports.",
  steps: [
    "Run an Apprise API server, for example with the caronc/apprise container.",
    "Store your Apprise URLs on it under a configuration key, or enter the URLs here.",
    "Enter the server's address and the key."
  ],
  appearance:
    "The title with a coloured circle, the text, the details and the links as plain text. Apprise adapts it to each service.",
  fields: {
    server: /* @__PURE__ */ serverField({
      label: "Server",
      help: "Your Apprise API server's address.",
      example: "https://apprise.example.com",
      message: "Enter the address of your Apprise API server."
    }),
    key: /* @__PURE__ */ textField({
      label: "Configuration key",
      help: "The key under which the server stores your Apprise URLs.",
      example: "mon",
      isOptional: true,
      isSealed: true,
      pattern: /^[\w-]{1,128}$/u,
      maximum: 128,
      message: "Enter letters, digits, - or _."
    }),
    urls: /* @__PURE__ */ longField({
      label: "Apprise URLs",
      help: "One per line. Leave this empty if you enter a configuration key.",
      example: "signal://localhost:8080/+15017122661/+491701234567",
      isOptional: true,
      isSealed: true,
      maximum: 4_000,
      message: "Enter Apprise URLs, one per line.",
      refusal: (value) => {
        const lines = value.split("\n").filter((line) => line.trim() !== "")
        if (lines.some((line) => !/^[a-z][a-z0-9+.-]{1,30}:\/\/\S+$/iu.test(line.trim())))
          return "Enter Apprise URLs, one per line, such as signal://localhost/+15017122661/+491701234567."
        const local = lines.find((line) => REFUSED_SCHEME.test(line.trim()))
        return local === undefined
          ? null
          : `Apprise URLs that begin with ${local.trim().split("://")[0]}:// are not allowed.`
      }
    }),
    tag: /* @__PURE__ */ textField({
      label: "Tag",
      help: "Send only to services with this tag.",
      example: "on-call",
      isOptional: true,
      pattern: /^[\w\- ,]{1,100}$/u,
      maximum: 100,
      message: "Enter letters, digits, - or _."
    })
  },
  together: ({ key, urls }) =>
    (key === "") === (urls === "")
      ? { field: "key", message: "Enter either a configuration key or Apprise URLs." }
      : null,
  abilities: {
    deduplicates: false,
    edits: false,
    threads: false,
    resolves: false,
    acknowledges: false,
    showsAcknowledgement: false
  },
  limits: [{ what: "text", most: LIMIT, unit: "characters" }],
  rate: null,
  compose: (message, { key, server, tag, urls }, { isCompact }) => {
    const content = fitted(
      message,
      (shown) => ({
        title: `${signOf(message)} ${escaped(shown.title, asAppriseText)}`,
        body: bodyOf(shown) || shown.title,
        type: typeOf(message),
        format: "text",
        ...(tag === "" ? {} : { tag }),
        ...(key === "" ? { urls: urls.split(/\s+/u).join(",") } : {})
      }),
      ({ body }) => body.length <= LIMIT,
      isCompact
    )
    return jsonRequest("POST", `${baseOf(server)}/notify${key === "" ? "" : `/${key}`}`, content, LOGGED)
  },
  judge: (response) => {
    const detail = textOf(response.json, "error") ?? response.text
    // Status 204: there is no configuration, or no service has the tag (github.com/caronc/apprise-api).
    if (response.statusCode === 204) return answerFor(response, "gone", detail)
    // Status 424: at least one service failed. Sending the message again would notify all other services twice.
    if (response.statusCode === 424) return refused(response, "partly_delivered", { detail, switchesOff: false })
    return response.statusCode === 200 && isSent(response) ? delivered() : answerByStatus(response, detail)
  }
})
