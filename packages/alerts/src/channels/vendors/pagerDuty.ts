import { answerByStatus, answerFor, delivered, textOf } from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { choiceField, textField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { bytes, cut, escapedWithin, verbatim } from "../EscapedText.ts"
import { fitted, type ShownMessage } from "../ShownMessage.ts"
import { jsonRequest } from "./jsonRequest.ts"

/**
 * The limits of PagerDuty (developer.pagerduty.com/docs/events-api-v2): a summary of 1024 characters, and an event of
 * 512 KB.
 */
const LIMIT = { summary: 1_024, bytes: 512 * 1024, source: 255 } as const

const ORIGINS = { us: "https://events.pagerduty.com", eu: "https://events.eu.pagerduty.com" } as const

const detailsOf = ({ rows, sections, text }: ShownMessage) => ({
  ...(text === "" ? {} : { text }),
  ...(rows.length === 0 ? {} : { details: Object.fromEntries(rows.map(({ label, value }) => [label, value])) }),
  ...Object.fromEntries(
    sections.map(({ more, rows: inner, title }) => [
      title,
      [...inner.map(({ label, value }) => `${label}  ${value}`), ...(more === null ? [] : [more])]
    ])
  )
})

const payloadOf = (message: ChannelMessage, shown: ShownMessage) => ({
  summary: escapedWithin([shown.title, shown.text].filter((part) => part !== "").join(": "), verbatim, LIMIT.summary),
  source: cut(message.source, LIMIT.source) || "Mon",
  ...(message.at === null ? {} : { timestamp: message.at }),
  custom_details: detailsOf(shown)
})

const linksOf = ({ links }: ShownMessage) => links.map(({ label, url }) => ({ href: url, text: label }))

/**
 * Returns whether a message becomes a change event, which alerts nobody. News that requires no action becomes a change
 * event.
 */
const isChange = ({ phase, severity }: ChannelMessage): boolean => phase === "notice" && severity === "info"

const ACTIONS = {
  opened: "trigger",
  reminder: "trigger",
  notice: "trigger",
  acknowledged: "acknowledge",
  resolved: "resolve"
} as const

const eventOf = (message: ChannelMessage, routingKey: string, shown: ShownMessage) => {
  const payload = payloadOf(message, shown)
  const links = linksOf(shown)
  if (isChange(message)) return { routing_key: routingKey, payload, links }
  return {
    routing_key: routingKey,
    event_action: ACTIONS[message.phase],
    dedup_key: message.key,
    payload: { ...payload, severity: message.severity },
    links,
    client: "Mon",
    ...(message.link === null ? {} : { client_url: message.link.url })
  }
}

/**
 * The channel of PagerDuty, which uses Events API v2. Each incident opens, acknowledges and resolves one alert, and
 * news becomes a change event.
 *
 * @example
 * pagerDuty.readAnswer({ statusCode: 202, headers: {}, nowMs: 0, body: "<html>" }).outcome // => "retry"
 */
export const pagerDuty = /* @__PURE__ */ defineChannel({
  kind: "pagerduty",
  name: "PagerDuty",
  about: "Opens and resolves alerts in a PagerDuty service. News appears as change events and does not page anyone.",
  steps: [
    "In PagerDuty, open the service, go to Integrations, and choose Add an integration.",
    "Select Events API V2.",
    "Copy the integration key into the Integration key field, and select your account's region."
  ],
  appearance:
    "An alert whose summary is the title and the text, followed by the details and the links. The key of the alert is the incident's id, so reminders are added to the alert, and the recovery resolves it.",
  fields: {
    routingKey: /* @__PURE__ */ textField({
      label: "Integration key",
      help: "In PagerDuty, open the service and go to Integrations > Events API V2.",
      example: "0123456789abcdef0123456789abcdef",
      isSealed: true,
      pattern: /^[A-Za-z0-9]{32}$/u,
      maximum: 32,
      message: "Enter the integration key, which has 32 letters and digits."
    }),
    region: /* @__PURE__ */ choiceField({
      label: "Region",
      help: "Choose eu if your PagerDuty address contains eu.pagerduty.com.",
      choices: ["us", "eu"]
    })
  },
  abilities: {
    deduplicates: true,
    edits: false,
    threads: false,
    resolves: true,
    acknowledges: false,
    showsAcknowledgement: true
  },
  limits: [
    { what: "summary", most: LIMIT.summary, unit: "characters" },
    { what: "event", most: LIMIT.bytes, unit: "bytes" }
  ],
  rate: { messages: 120, seconds: 60 },
  compose: (message, { region, routingKey }, { isCompact }) => {
    const origin = region === "eu" ? ORIGINS.eu : ORIGINS.us
    const path = isChange(message) ? "/v2/change/enqueue" : "/v2/enqueue"
    return fitted(
      message,
      (shown) => jsonRequest("POST", `${origin}${path}`, eventOf(message, routingKey, shown)),
      ({ body }) => bytes(body) <= LIMIT.bytes,
      isCompact
    )
  },
  judge: (response) => {
    if (response.statusCode === 202 && textOf(response.json, "status") === "success") return delivered()
    const detail = [textOf(response.json, "message"), ...listOf(response.json)]
      .filter((part) => part !== null)
      .join(" ")
    if (response.statusCode === 400 && /routing.?key|integration.?key|service key/iu.test(detail))
      return answerFor(response, "unauthorized", detail)
    return answerByStatus(response, detail || response.text)
  }
})

const listOf = (json: unknown): ReadonlyArray<string> => {
  const errors: unknown = typeof json === "object" && json !== null && "errors" in json ? json.errors : null
  return Array.isArray(errors) ? errors.filter((error) => typeof error === "string") : []
}
