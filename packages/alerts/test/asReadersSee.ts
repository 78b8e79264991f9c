import type { ChannelKind, ChannelRequest } from "../src/channels.ts"

// Returns the text that a person reads in a service's app, which is the request without its markup. Each reader below
// implements the format that the service documents. A button or a link becomes `[label]`.

type Reader = (request: ChannelRequest) => ReadonlyArray<string>

const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (part, key) => (typeof part === "object" && part !== null ? Reflect.get(part, key) : undefined),
    value
  )
const textAt = (value: unknown, ...path: ReadonlyArray<string | number>): string => {
  const found = at(value, ...path)
  return typeof found === "string" ? found : ""
}
const listAt = (value: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
const json = ({ body }: ChannelRequest): unknown => JSON.parse(body)

const button = (label: string): string => `[${label}]`
const buttons = (labels: ReadonlyArray<string>): ReadonlyArray<string> =>
  labels.length === 0 ? [] : ["", labels.map(button).join(" ")]
const pair = (label: string, value: string): string => (label === "" ? value : `${label}: ${value}`)

/** Matches bare addresses of Mon's own pages, which apps show as links. */
const OWN = /(?:([^\n:]+): )?https:\/\/mon\.example\.com\/\S+/gu
const linked = (text: string): string => text.replace(OWN, (_, label: string | undefined) => button(label ?? "link"))

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'"
}
const fromHtml = (html: string): string =>
  html
    .replace(/<br\s*\/?>/gu, "\n")
    .replace(/<a href="[^"]*">([^<]*)<\/a>/gu, (_, label: string) => button(label))
    .replace(/<\/?(?:b|strong|em|code|i)>/gu, "")
    .replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => ENTITIES[entity] ?? entity)

/** Removes headings, bold text, links and backslashes. Any other markup comes from a missing escape. */
const fromMarkdown = (text: string): string =>
  text
    .replace(/^#{1,6} /gmu, "")
    .replace(/(?<!\\)\*\*([^*]+)\*\*/gu, "$1")
    .replace(/(?<!\\)\[([^\]]*)\]\([^)]*\)/gu, (_, label: string) => button(label))
    .replace(/\\([^A-Za-z0-9\s])/gu, "$1")

const EMOJIS: Readonly<Record<string, string>> = {
  red_circle: "🔴",
  orange_circle: "🟠",
  yellow_circle: "🟡",
  green_circle: "🟢",
  large_blue_circle: "🔵"
}

const slackBlock = (block: unknown): ReadonlyArray<string> => {
  const text = textAt(block, "text", "text")
  const isMarkup = textAt(block, "text", "type") === "mrkdwn"
  const shown = isMarkup
    ? text.replace(/<[^|>]*\|([^>]*)>/gu, (_, label: string) => button(label)).replace(/\]\s+\[/gu, "] [")
    : text
  const fields = listAt(block, "fields").map((field) => textAt(field, "text").replace("\n", ": "))
  return [...(shown === "" ? [] : [...(isMarkup ? [""] : []), shown]), ...fields]
}
const slack: Reader = (request) => listAt(json(request), "blocks").flatMap(slackBlock)

const discord: Reader = (request) => {
  const embed = at(json(request), "embeds", 0)
  const [text = "", links = ""] = fromMarkdown(textAt(embed, "description")).split("\n\n")
  return [
    fromMarkdown(textAt(embed, "title")),
    ...(links === "" ? [text] : [text, links.replaceAll(" · ", " ")]),
    "",
    ...listAt(embed, "fields").map((field) => {
      const value = fromMarkdown(textAt(field, "value"))
      const shown = value.includes("\n") ? `\n  ${value.replaceAll("\n", "\n  ")}` : ` ${value}`
      return `${fromMarkdown(textAt(field, "name"))}:${shown}`
    })
  ]
}

const teams: Reader = (request) => {
  const card = at(json(request), "attachments", 0, "content")
  return [
    ...listAt(card, "body").map((block) =>
      listAt(block, "inlines")
        .map((run) => textAt(run, "text"))
        .join("")
    ),
    ...buttons(listAt(card, "actions").map((action) => textAt(action, "title")))
  ]
}

const googleChatWidget = (widget: unknown): ReadonlyArray<string> => {
  const labels = listAt(widget, "buttonList", "buttons").map((one) => textAt(one, "text"))
  if (labels.length > 0) return buttons(labels)
  const row = at(widget, "decoratedText")
  return row === undefined
    ? [fromHtml(textAt(widget, "textParagraph", "text"))]
    : [pair(fromHtml(textAt(row, "topLabel")), fromHtml(textAt(row, "text")))]
}
const googleChat: Reader = (request) => {
  const card = at(json(request), "cardsV2", 0, "card")
  return [
    textAt(card, "header", "title"),
    ...listAt(card, "sections").flatMap((section) => [
      ...(textAt(section, "header") === "" ? [] : [fromHtml(textAt(section, "header"))]),
      ...listAt(section, "widgets").flatMap(googleChatWidget)
    ])
  ]
}

const telegram: Reader = (request) => [fromHtml(textAt(json(request), "text")).replaceAll("] · [", "] [")]

const details = (value: unknown): ReadonlyArray<string> =>
  Object.entries(typeof value === "object" && value !== null ? value : {}).flatMap(([name, inner]) => {
    if (Array.isArray(inner)) return [`${name}:`, ...inner.map((line) => `  ${String(line)}`)]
    if (typeof inner === "object" && inner !== null) return details(inner)
    return [pair(name, String(inner))]
  })
const pagerDuty: Reader = (request) => {
  const event = json(request)
  const payload = at(event, "payload")
  const labels = listAt(event, "links").map((link) => textAt(link, "text"))
  const action = textAt(event, "event_action")
  return [
    action === "" ? "Change event" : `${action} · ${textAt(payload, "severity")} · ${textAt(payload, "source")}`,
    textAt(payload, "summary"),
    "",
    ...details(at(payload, "custom_details")),
    ...buttons(labels)
  ]
}

const ntfy: Reader = (request) => {
  const message = json(request)
  const emojis = listAt(message, "tags").map((tag) => EMOJIS[String(tag)] ?? String(tag))
  return [
    [...emojis, textAt(message, "title")].join(" "),
    textAt(message, "message"),
    ...buttons(listAt(message, "actions").map((action) => textAt(action, "label")))
  ]
}

const titleAnd =
  (text: string): Reader =>
  (request) => [textAt(json(request), "title"), linked(textAt(json(request), text))]

const pushover: Reader = ({ body }) => {
  const form = new URLSearchParams(body)
  const title = form.get("url_title")
  return [form.get("title") ?? "", linked(form.get("message") ?? ""), ...(title === null ? [] : [button(title)])]
}

const mattermost: Reader = (request) => [
  fromMarkdown(textAt(json(request), "text"))
    .replace(/^- ([^\n]*)/gmu, "$1")
    .replaceAll("] · [", "] [")
]

const matrix: Reader = (request) => [fromHtml(textAt(json(request), "formatted_body")).replaceAll("] · [", "] [")]

const twilio: Reader = ({ body }) => [new URLSearchParams(body).get("Body") ?? ""]

/** The receiving program decides how the message appears. */
const template: Reader = (request) => [JSON.stringify(json(request), null, 2)]

const readers: Readonly<Record<ChannelKind, Reader>> = {
  slack,
  slack_app: slack,
  discord,
  teams,
  google_chat: googleChat,
  telegram,
  pagerduty: pagerDuty,
  ntfy,
  webhook_template: template,
  apprise: titleAnd("body"),
  gotify: titleAnd("message"),
  pushover,
  mattermost,
  matrix,
  twilio
}

/**
 * Returns a message as people see it in the app of the service: its words and their order, without colours and sizes.
 */
export const asReadersSee = (kind: ChannelKind, request: ChannelRequest): string =>
  readers[kind](request)
    .join("\n")
    // The invisible characters that stop apps from making links.
    .replaceAll("\u2060", "")
    .replaceAll("\u200b", "")
    .replace(/\n{3,}/gu, "\n\n")
    .trim()
