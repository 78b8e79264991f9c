import {
  answerByStatus,
  answerFor,
  type ChannelReason,
  delivered,
  fieldOf,
  retry,
  secondsOf,
  textOf
} from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { choiceField, textField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { asHtml, escaped, inert } from "../EscapedText.ts"
import { fitted, type ShownMessage, signOf } from "../ShownMessage.ts"
import { jsonRequest } from "./jsonRequest.ts"

/**
 * The maximum number of characters in a message (core.telegram.org/bots/api#sendmessage: 1 to 4096 after entities
 * parsing). This channel also counts the tags.
 */
const LIMIT = 4_096

/** Escapes text. Even in HTML mode, Telegram turns addresses, names and commands into links by itself. */
const asTelegramText = /* @__PURE__ */ inert(asHtml)

const rowLine = ({ label, value }: ShownMessage["rows"][number]): string => {
  // Telegram does not turn anything inside code into a link.
  const shown = `<code>${escaped(value, asHtml)}</code>`
  return label === "" ? shown : `${escaped(label, asTelegramText)}: ${shown}`
}

const htmlOf = (message: ChannelMessage, { links, rows, sections, text, title }: ShownMessage): string =>
  [
    `${signOf(message)} <b>${escaped(title, asTelegramText)}</b>`,
    ...(text === "" ? [] : [escaped(text, asTelegramText)]),
    ...(rows.length === 0 ? [] : [rows.map(rowLine).join("\n")]),
    ...sections.map((section) =>
      [
        `<b>${escaped(section.title, asTelegramText)}</b>`,
        ...section.rows.map(rowLine),
        ...(section.more === null ? [] : [escaped(section.more, asTelegramText)])
      ].join("\n")
    ),
    ...(links.length === 0
      ? []
      : [
          links
            .map(({ label, url }) => `<a href="${escaped(url, asHtml)}">${escaped(label, asTelegramText)}</a>`)
            .join(" · ")
        ])
  ].join("\n\n")

/**
 * The reasons for a refusal, by the beginnings and parts of Telegram's descriptions, because Telegram has no codes
 * other than the status.
 */
const DESCRIPTIONS: ReadonlyArray<readonly [RegExp, ChannelReason]> = [
  [/message is too long|message_too_long/iu, "too_large"],
  [/message to edit not found|message can't be edited|MESSAGE_ID_INVALID/iu, "state_lost"],
  [/chat not found|group chat was deactivated|user is deactivated|PEER_ID_INVALID|chat_id is empty/iu, "gone"],
  [/message thread not found|TOPIC_DELETED|TOPIC_CLOSED/iu, "gone"],
  [/not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|need administrator rights|is not a member/iu, "blocked"],
  [/bot was blocked|bot was kicked|bot can't initiate/iu, "blocked"]
]

/**
 * The channel of Telegram, which uses a bot. A recovery replies to its alarm.
 *
 * @example
 * telegram.readAnswer({ statusCode: 403, headers: {}, nowMs: 0, body: "{}" }).outcome // => "refused"
 */
export const telegram = /* @__PURE__ */ defineChannel({
  kind: "telegram",
  name: "Telegram",
  about: "Sends messages from your own Telegram bot to a person, a group or a channel.",
  steps: [
    "In Telegram, send /newbot to @BotFather, and copy the token into the Bot token field.",
    "Open a chat with the bot and press Start, or add the bot to your group or channel.",
    "Enter the chat ID. To find the ID, send a message in the chat and open https://api.telegram.org/bot<token>/getUpdates."
  ],
  appearance:
    "The title in bold, the text, the details in fixed width, and the links. When someone acknowledges the alert, the message says so. Reminders and the recovery are replies to the alert.",
  fields: {
    token: /* @__PURE__ */ textField({
      label: "Bot token",
      help: "From @BotFather.",
      example: "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      isSealed: true,
      pattern: /^\d{5,20}:[\w-]{20,80}$/u,
      maximum: 101,
      message: "Enter a bot token such as 123456789:AAAA…."
    }),
    chatId: /* @__PURE__ */ textField({
      label: "Chat ID",
      help: "A number, which is negative for groups, or the @name of a public channel.",
      example: "-1001234567890",
      pattern: /^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/u,
      maximum: 32,
      message: "Enter a number such as -1001234567890, or a name such as @alerts."
    }),
    topicId: /* @__PURE__ */ textField({
      label: "Topic ID",
      help: "Only for a group with topics. Enter the topic's number.",
      example: "42",
      isOptional: true,
      pattern: /^\d{1,15}$/u,
      maximum: 15,
      message: "Enter a topic's number."
    }),
    sound: /* @__PURE__ */ choiceField({
      label: "Sound",
      help: "all: every message makes a sound. alarms: recoveries and notices arrive silently.",
      choices: ["all", "alarms"]
    })
  },
  abilities: {
    deduplicates: false,
    edits: false,
    threads: true,
    resolves: false,
    acknowledges: false,
    showsAcknowledgement: true
  },
  limits: [{ what: "message", most: LIMIT, unit: "characters" }],
  rate: { messages: 20, seconds: 60 },
  compose: (message, { chatId, sound, token, topicId }, { isCompact, state }) => {
    const earlier = Number(state?.["messageId"])
    const isKnown = Number.isSafeInteger(earlier)
    const isEdit = isKnown && (message.phase === "opened" || message.phase === "acknowledged")
    const isSilent = sound === "alarms" && message.phase !== "opened" && message.phase !== "reminder"
    const content = {
      chat_id: chatId,
      text: fitted(
        message,
        (shown) => htmlOf(message, shown),
        (text) => text.length <= LIMIT,
        isCompact
      ),
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true }
    }
    const bot = `https://api.telegram.org/bot${token}`
    if (isEdit) return jsonRequest("POST", `${bot}/editMessageText`, { ...content, message_id: earlier })
    return jsonRequest("POST", `${bot}/sendMessage`, {
      ...content,
      ...(topicId === "" ? {} : { message_thread_id: Number(topicId) }),
      ...(isSilent ? { disable_notification: true } : {}),
      ...(isKnown ? { reply_parameters: { message_id: earlier, allow_sending_without_reply: true } } : {})
    })
  },
  judge: (response) => {
    const { json, statusCode } = response
    const detail = textOf(json, "description") ?? response.text
    const chatId = textOf(json, "parameters", "migrate_to_chat_id")
    if (chatId !== null)
      return retry(response, "moved", { detail, afterSeconds: 0, dropsState: true, settings: { chatId } })
    if (statusCode === 429) {
      const afterSeconds = secondsOf(fieldOf(json, "parameters", "retry_after"))
      return retry(response, "rate_limited", { detail, afterSeconds })
    }
    if (statusCode === 404) return answerFor(response, "unauthorized", detail)
    if (statusCode === 403) return answerFor(response, "blocked", detail)
    // Telegram refuses an edit that changes nothing, so an earlier attempt has already edited the message.
    if (statusCode === 400 && /message is not modified/iu.test(textOf(json, "description") ?? "")) return delivered()
    const known = statusCode === 400 ? DESCRIPTIONS.find(([pattern]) => pattern.test(detail)) : undefined
    if (known !== undefined) return answerFor(response, known[1], detail)
    const messageId = textOf(json, "result", "message_id")
    return statusCode === 200 && fieldOf(json, "ok") === true && messageId !== null
      ? delivered({ messageId })
      : answerByStatus(response, detail)
  }
})
