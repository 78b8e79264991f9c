import { answerByStatusAlone } from "../ChannelAnswer.ts"
import { choiceField, longField, urlField } from "../ChannelField.ts"
import type { ChannelRequest } from "../Channel.ts"
import { defineChannel } from "../defineChannel.ts"
import { bytes } from "../EscapedText.ts"
import { fitted } from "../ShownMessage.ts"
import { fillTemplate, templateFault, templateMistake, type TemplateType, templateTypes } from "./MessageTemplate.ts"

const LIMIT = { bytes: 64 * 1024, headers: 20, headerBytes: 8 * 1024, template: 16_000 } as const

/** Matches the name of a header (RFC 9110 section 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/u
/** Matches the value of a header (RFC 9110 section 5.5, without obs-text). */
const HEADER_VALUE = /^[\x20-\x7e\t]*$/u
/** The headers that the sender sets itself, or that belong to the connection (RFC 9110 section 7.6.1). */
const OWN_HEADERS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    "host content-length content-type transfer-encoding connection keep-alive upgrade te trailer expect " +
    "proxy-authorization proxy-authenticate proxy-connection idempotency-key accept-encoding"
  ).split(" ")
)

/**
 * Matches headers that make servers run the request with another method, such as DELETE. Servers read `_` as `-` (RFC
 * 3875 section 4.1.18).
 */
const METHOD_OVERRIDE =
  /^(?:x[-_](?:http[-_]method(?:[-_]override)?|(?:original|rest|tunnel)[-_]method|method(?:[-_]override)?)|(?:http[-_])?method[-_]override|_method)$/iu

interface HeaderLine {
  readonly name: string
  readonly value: string
}

const linesOf = (headers: string): ReadonlyArray<string> =>
  headers
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const headerOf = (line: string): HeaderLine | null => {
  const colon = line.indexOf(":")
  const name = line.slice(0, colon).trim()
  const value = line.slice(colon + 1).trim()
  return colon > 0 && HEADER_NAME.test(name) && HEADER_VALUE.test(value) ? { name, value } : null
}

const headersFault = (headers: string): string | null => {
  const lines = linesOf(headers)
  if (lines.length > LIMIT.headers) return `Headers must have at most ${LIMIT.headers} lines.`
  const parsed = lines.map(headerOf)
  if (parsed.includes(null)) return "Enter one header per line, such as Authorization: Bearer abc."
  const own = parsed.find(
    (header) => header !== null && (OWN_HEADERS.has(header.name.toLowerCase()) || METHOD_OVERRIDE.test(header.name))
  )
  return own === undefined || own === null ? null : `The header ${own.name} cannot be set.`
}

const isType = (type: string): type is TemplateType => Object.hasOwn(templateTypes, type)
const typeOf = (type: string): TemplateType => (isType(type) ? type : "json")

/**
 * The channel of a webhook whose body is a template that you write.
 *
 * @example
 * webhookTemplate.readAnswer({ statusCode: 302, headers: {}, nowMs: 0, body: "" }).outcome // => "refused"
 */
export const webhookTemplate = /* @__PURE__ */ defineChannel({
  kind: "webhook_template",
  name: "Webhook with template",
  about: "Sends a body that you design to any https address. For a signed webhook with a fixed body, use webhooks.",
  steps: [
    "In the receiving program's documentation, find out which address, method and body it expects.",
    "Write the body. {{title}}, {{text}}, {{link}} and other names are replaced with the message's values.",
    "Add headers if the program needs them, such as an Authorization header. They are stored encrypted."
  ],
  appearance:
    "Whatever your template defines. The values are title, text, details, severity, phase, key, id, at, source, link and acknowledge. In JSON, put them inside quotation marks.",
  fields: {
    url: /* @__PURE__ */ urlField({
      label: "URL",
      help: "The address that the request is sent to.",
      example: "https://hook.example.com/in",
      isSealed: true,
      message: "Enter an https URL."
    }),
    method: /* @__PURE__ */ choiceField({
      label: "Method",
      help: "Most programs expect POST.",
      choices: ["POST", "PUT", "PATCH"]
    }),
    type: /* @__PURE__ */ choiceField({
      label: "Content type",
      help: "json: application/json. form: application/x-www-form-urlencoded. text: text/plain.",
      choices: ["json", "form", "text"]
    }),
    headers: /* @__PURE__ */ longField({
      label: "Headers",
      help: "One per line, at most 20.",
      example: "Authorization: Bearer XXXX",
      isOptional: true,
      isSealed: true,
      maximum: LIMIT.headerBytes,
      message: "Enter one header per line, such as Authorization: Bearer abc.",
      refusal: headersFault
    }),
    template: /* @__PURE__ */ longField({
      label: "Template",
      help: "The body of the request.",
      example: '{"summary": "{{title}}", "text": "{{text}}", "link": "{{link}}"}',
      maximum: LIMIT.template,
      message: "Enter the body of the request.",
      refusal: () => null
    })
  },
  together: ({ template, type }, isStored) => {
    const message = templateFault(template, typeOf(type)) ?? (isStored ? null : templateMistake(template, typeOf(type)))
    return message === null ? null : { field: "template", message }
  },
  abilities: {
    deduplicates: false,
    edits: false,
    threads: false,
    resolves: false,
    acknowledges: false,
    showsAcknowledgement: false
  },
  limits: [
    { what: "body", most: LIMIT.bytes, unit: "bytes" },
    { what: "headers", most: LIMIT.headers, unit: "entries" }
  ],
  rate: null,
  compose: (message, { headers, method, template, type, url }, { isCompact }): ChannelRequest => {
    const given = linesOf(headers)
      .map(headerOf)
      .filter((header) => header !== null)
    return fitted(
      message,
      (shown): ChannelRequest => ({
        method: method === "PUT" || method === "PATCH" ? method : "POST",
        url,
        headers: {
          ...Object.fromEntries(given.map(({ name, value }) => [name, value])),
          "Content-Type": templateTypes[typeOf(type)],
          "Idempotency-Key": message.deliveryId
        },
        body: fillTemplate(template, typeOf(type), message, shown)
      }),
      ({ body }) => bytes(body) <= LIMIT.bytes,
      isCompact
    )
  },
  judge: (response) => answerByStatusAlone(response)
})
