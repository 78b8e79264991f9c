import { answerByStatus, answerFor, type ChannelReason, delivered, textOf } from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { textField, urlField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { backslashing, escaped, type Escape, safeUrl } from "../EscapedText.ts"
import { fitted, type ShownMessage, signOf } from "../ShownMessage.ts"
import { jsonRequest } from "./jsonRequest.ts"

/** The maximum number of characters in a post since Mattermost 5.0. */
const LIMIT = 16_383

const punctuation = /* @__PURE__ */ backslashing("\\`*_{}[]()#+-.!|<>~:&$")

/**
 * Escapes text. The server searches a text for names before it reads the Markdown, so a backslash before `@` does not
 * help.
 */
const asMattermostText: Escape = (character, next) => (character === "@" ? "@\u2060" : punctuation(character, next))

const rowLine = ({ label, value }: ShownMessage["rows"][number]): string =>
  `- ${label === "" ? "" : `**${escaped(label, asMattermostText)}** `}${escaped(value, asMattermostText)}`

const textOfMessage = (message: ChannelMessage, { links, rows, sections, text, title }: ShownMessage): string =>
  [
    `#### ${signOf(message)} ${escaped(title, asMattermostText)}`,
    ...(text === "" ? [] : [escaped(text, asMattermostText).replaceAll("\n", "\n\n")]),
    ...(rows.length === 0 ? [] : [rows.map(rowLine).join("\n")]),
    ...sections.map((section) =>
      [
        `**${escaped(section.title, asMattermostText)}**`,
        ...section.rows.map(rowLine),
        ...(section.more === null ? [] : [`- ${escaped(section.more, asMattermostText)}`])
      ].join("\n")
    ),
    ...(links.length === 0
      ? []
      : [links.map(({ label, url }) => `[${escaped(label, asMattermostText)}](${safeUrl(url)})`).join(" · ")])
  ].join("\n\n")

const REASONS: ReadonlyArray<readonly [RegExp, ChannelReason]> = [
  [/^web\.incoming_webhook\.(?:invalid|disabled|user)\b/u, "unauthorized"],
  [/^web\.incoming_webhook\.(?:channel|permissions|channel_locked)\b/u, "blocked"],
  [/^store\.sql_(?:webhooks|webhook)\.get_incoming|^app\.webhooks?\.get_incoming/u, "gone"],
  [/max_length|too_long|attachment_size|^api\.post\.create_post\.too_long/u, "too_large"]
]

/**
 * The channel of Mattermost, which uses an incoming webhook.
 *
 * @example
 * mattermost.readAnswer({ statusCode: 200, headers: {}, nowMs: 0, body: "ok" }).outcome // => "delivered"
 */
export const mattermost = /* @__PURE__ */ defineChannel({
  kind: "mattermost",
  name: "Mattermost",
  about: "Posts to a Mattermost channel through an incoming webhook.",
  steps: [
    "In Mattermost, go to Integrations > Incoming Webhooks and choose Add Incoming Webhook.",
    "Select the channel and save.",
    "Copy the URL into the Webhook URL field."
  ],
  appearance: "The title as a heading with a coloured circle, the text, the details as a list, and the links.",
  fields: {
    url: /* @__PURE__ */ urlField({
      label: "Webhook URL",
      help: "In Mattermost, go to Integrations > Incoming Webhooks.",
      example: "https://chat.example.com/hooks/xxxxxxxxxxxxxxxxxxxxxxxxxx",
      isSealed: true,
      message: "Enter a URL such as https://chat.example.com/hooks/xxxx.",
      refuses: ({ pathname }) =>
        /\/hooks\/[A-Za-z0-9]{10,40}$/u.test(pathname)
          ? null
          : "Enter the whole webhook URL: it contains /hooks/ and a key."
    }),
    channel: /* @__PURE__ */ textField({
      label: "Channel",
      help: "To post to a channel other than the webhook's, enter its name as in the URL, or @user.",
      example: "alerts",
      isOptional: true,
      pattern: /^@?[a-z0-9][a-z0-9._-]{0,63}$/u,
      maximum: 65,
      message: "Enter a channel name in lower case, such as alerts, or @user."
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
  compose: (message, { channel, url }, { isCompact }) => {
    const text = fitted(
      message,
      (shown) => textOfMessage(message, shown),
      (built) => built.length <= LIMIT,
      isCompact
    )
    return jsonRequest("POST", url, { text, ...(channel === "" ? {} : { channel }) })
  },
  judge: (response) => {
    if (response.statusCode === 200 && response.text === "ok") return delivered()
    const id = textOf(response.json, "id")
    const detail = textOf(response.json, "message") ?? response.text
    const known = id === null ? undefined : REASONS.find(([pattern]) => pattern.test(id))
    return known === undefined ? answerByStatus(response, detail) : answerFor(response, known[1], detail)
  }
})
