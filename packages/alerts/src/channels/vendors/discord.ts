import { light } from "../../message/Palette.ts"
import {
  answerByStatus,
  answerFor,
  delivered,
  fieldOf,
  refused,
  retry,
  secondsOf,
  textOf,
  tooLarge
} from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { choiceField, textField, urlField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { backslashing, escaped, escapedWithin, safeUrl } from "../EscapedText.ts"
import { fitted, rowText, type ShownMessage, signOf } from "../ShownMessage.ts"
import { jsonRequest } from "./jsonRequest.ts"

/** The limits of Discord (discord.com/developers/docs/resources/message#embed-object-embed-limits). */
const LIMIT = { title: 256, description: 4_096, fields: 25, name: 256, value: 1_024, total: 6_000 } as const

/**
 * Escapes every character with a meaning in Discord's Markdown. A backslash before `:` also prevents links and emojis.
 */
const asDiscordText = /* @__PURE__ */ backslashing("\\*_~|`<>#-+[](){}@:!")

/** The text that replaces an empty name or value of a field. Discord requires both. */
const NOTHING = "\u200b"

const colourOf = ({ phase, severity }: ChannelMessage): number => {
  const { down, news, up, warning } = light.tones
  const colours = { critical: down, error: down, warning, info: news }
  const colour = phase === "resolved" ? up : phase === "acknowledged" ? warning : colours[severity]
  return Number.parseInt(colour.slice(1), 16)
}

const fieldsOf = ({ rows, sections }: ShownMessage) => [
  ...rows.map(({ label, value }) => ({ name: label, value, inline: value.length <= 40 })),
  ...sections.map(({ more, rows: inner, title }) => ({
    name: title,
    value: [...inner.map(rowText), ...(more === null ? [] : [more])].join("\n"),
    inline: false
  }))
]

const embedOf = (message: ChannelMessage, shown: ShownMessage) => {
  const links = shown.links.map(({ label, url }) => `[${escaped(label, asDiscordText)}](${safeUrl(url)})`).join(" · ")
  const room = LIMIT.description - links.length - 2
  const text = escapedWithin(shown.text, asDiscordText, room)
  return {
    title: escapedWithin(`${signOf(message)} ${shown.title}`, asDiscordText, LIMIT.title),
    description: [text, links].filter((part) => part !== "").join("\n\n"),
    color: colourOf(message),
    ...(shown.links[0] === undefined ? {} : { url: safeUrl(shown.links[0].url) }),
    ...(message.at === null ? {} : { timestamp: message.at }),
    fields: fieldsOf(shown).map(({ inline, name, value }) => ({
      name: escapedWithin(name, asDiscordText, LIMIT.name) || NOTHING,
      value: escapedWithin(value, asDiscordText, LIMIT.value) || NOTHING,
      inline
    }))
  }
}

const lengthOf = ({ description, fields, title }: ReturnType<typeof embedOf>): number =>
  fields.reduce((sum, { name, value }) => sum + name.length + value.length, title.length + description.length)

/**
 * The JSON error codes of Discord (discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes).
 */
const CODE = { unknownChannel: 10_003, unknownMessage: 10_008, unknownWebhook: 10_015, invalidToken: 50_027 } as const

/**
 * The channel of Discord, which uses the webhook of a Discord channel.
 *
 * @example
 * discord.readAnswer({ statusCode: 404, headers: {}, nowMs: 0, body: '{"code":10008}' }).outcome // => "retry"
 */
export const discord = /* @__PURE__ */ defineChannel({
  kind: "discord",
  name: "Discord",
  about: "Posts to one Discord channel through a webhook.",
  steps: [
    "In Discord, open the channel's settings and go to Integrations > Webhooks.",
    "Create a webhook and select the channel.",
    "Choose Copy Webhook URL, and paste the URL into the Webhook URL field."
  ],
  appearance:
    "A card with a coloured edge, the title, the text, the details as fields, and the links. The card changes when someone acknowledges the alert and when the monitor recovers. Discord does not notify people of changes, so choose Recovery: message if you want a new card.",
  fields: {
    url: /* @__PURE__ */ urlField({
      label: "Webhook URL",
      help: "In Discord, open the channel settings and go to Integrations > Webhooks > Copy Webhook URL.",
      example: "https://discord.com/api/webhooks/000000000000000000/XXXXXXXXXXXXXXXXXXXX",
      isSealed: true,
      message: "Enter a URL such as https://discord.com/api/webhooks/123/abc.",
      refuses: ({ hostname, pathname }) =>
        /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/u.test(hostname) &&
        /^\/api(?:\/v\d+)?\/webhooks\/\d{5,25}\/[\w-]{10,200}$/u.test(pathname)
          ? null
          : "Enter a discord.com webhook URL that includes the webhook's number and token."
    }),
    threadId: /* @__PURE__ */ textField({
      label: "Thread ID",
      help: "Only needed to post to a thread or a forum post. Enable Developer Mode in Discord, then choose Copy Thread ID.",
      example: "000000000000000000",
      isOptional: true,
      pattern: /^\d{5,25}$/u,
      maximum: 25,
      message: "Enter a thread's number."
    }),
    recovery: /* @__PURE__ */ choiceField({
      label: "Recovery",
      help: "edit: the recovery changes the alarm's card. message: the recovery is a new card.",
      choices: ["edit", "message"]
    })
  },
  abilities: {
    deduplicates: false,
    edits: true,
    threads: false,
    resolves: false,
    acknowledges: false,
    showsAcknowledgement: true
  },
  limits: [
    { what: "title", most: LIMIT.title, unit: "characters" },
    { what: "text with links", most: LIMIT.description, unit: "characters" },
    { what: "fields", most: LIMIT.fields, unit: "entries" },
    { what: "all texts together", most: LIMIT.total, unit: "characters" }
  ],
  // The limits can change. Discord announces them in headers. Currently, a webhook gets five messages in two seconds.
  rate: { messages: 5, seconds: 2 },
  compose: (message, { recovery, threadId, url }, { isCompact, state }) => {
    const embed = fitted(
      message,
      (shown) => embedOf(message, shown),
      (built) => lengthOf(built) <= LIMIT.total && built.fields.length <= LIMIT.fields,
      isCompact
    )
    const messageId = state?.["messageId"]
    const isEdit =
      messageId !== undefined &&
      (message.phase === "opened" ||
        message.phase === "acknowledged" ||
        (message.phase === "resolved" && recovery !== "message"))
    const target = new URL(url)
    target.search = ""
    if (isEdit) target.pathname += `/messages/${messageId}`
    else target.searchParams.set("wait", "true")
    if (threadId !== "") target.searchParams.set("thread_id", threadId)
    return jsonRequest(isEdit ? "PATCH" : "POST", target.href, { embeds: [embed], allowed_mentions: { parse: [] } })
  },
  judge: (response) => {
    const { json, statusCode } = response
    const code = fieldOf(json, "code")
    const detail = textOf(json, "message") ?? response.text
    if (statusCode === 429)
      return retry(response, "rate_limited", { detail, afterSeconds: secondsOf(fieldOf(json, "retry_after")) })
    if (code === CODE.unknownMessage) return answerFor(response, "state_lost", detail)
    if (code === CODE.invalidToken) return answerFor(response, "unauthorized", detail)
    if (code === CODE.unknownWebhook || code === CODE.unknownChannel)
      return refused(response, "gone", { detail, switchesOff: true })
    if (statusCode === 400 && response.text.includes("MAX_LENGTH")) return tooLarge(response, { detail })
    const messageId = textOf(json, "id")
    if (statusCode === 204) return delivered()
    return statusCode === 200 && messageId !== null && /^\d+$/u.test(messageId)
      ? delivered({ messageId })
      : answerByStatus(response, detail)
  }
})
