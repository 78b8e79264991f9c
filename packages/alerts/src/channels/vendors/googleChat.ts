import { answerByStatus, answerFor, delivered, textOf } from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { urlField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { asHtml, bytes, escaped, inert, replacing } from "../EscapedText.ts"
import { fitted, type ShownMessage, signOf } from "../ShownMessage.ts"
import { jsonRequest } from "./jsonRequest.ts"

/**
 * The maximum size of a message, in bytes
 * (developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create).
 */
const LIMIT_BYTES = 32_000
/** The maximum number of widgets that this channel uses. Google Chat allows at most 100 in a card. */
const WIDGETS = 90

/** Escapes texts in cards. Google Chat supports a part of HTML there, and turns addresses into links by itself. */
const asCardText = /* @__PURE__ */ inert(asHtml)
/** Escapes titles and labels, which are plain text. Chat would read angle brackets as a mention. */
const asCardTitle = /* @__PURE__ */ inert(replacing({ "<": "‹", ">": "›" }))
const paragraph = (text: string) => ({ textParagraph: { text } })
const rowWidget = ({ label, value }: ShownMessage["rows"][number]) => ({
  decoratedText: { topLabel: escaped(label, asCardTitle), text: escaped(value, asCardText) || "-", wrapText: true }
})

const sectionsOf = ({ links, rows, sections, text }: ShownMessage) => [
  ...(text === "" && rows.length === 0
    ? []
    : [
        {
          widgets: [
            ...(text === "" ? [] : [paragraph(escaped(text, asCardText).replaceAll("\n", "<br>"))]),
            ...rows.map(rowWidget)
          ]
        }
      ]),
  ...sections.map((section) => ({
    header: escaped(section.title, asCardText),
    widgets: [
      ...section.rows.map(rowWidget),
      ...(section.more === null ? [] : [paragraph(escaped(section.more, asCardText))])
    ]
  })),
  ...(links.length === 0
    ? []
    : [
        {
          widgets: [
            {
              buttonList: { buttons: links.map(({ label, url }) => ({ text: label, onClick: { openLink: { url } } })) }
            }
          ]
        }
      ])
]

const contentOf = (message: ChannelMessage, shown: ShownMessage) => {
  const title = `${signOf(message)} ${escaped(shown.title, asCardTitle)}`
  const sections = sectionsOf(shown)
  return {
    // The text that notifications on a device show.
    fallbackText: title,
    cardsV2: [
      {
        cardId: "alert",
        card: {
          header: { title },
          ...(sections.length === 0 ? {} : { sections })
        }
      }
    ],
    thread: { threadKey: message.key }
  }
}

const countWidgets = ({ cardsV2 }: ReturnType<typeof contentOf>): number =>
  (cardsV2[0]?.card.sections ?? []).reduce((sum, { widgets }) => sum + widgets.length, 0)

/**
 * The channel of Google Chat, which uses the webhook of a space. All messages of an incident form one thread, and Chat
 * recognizes repeated attempts.
 *
 * @example
 * googleChat.readAnswer({ statusCode: 200, headers: {}, nowMs: 0, body: "<html>" }).outcome // => "retry"
 */
export const googleChat = /* @__PURE__ */ defineChannel({
  kind: "google_chat",
  name: "Google Chat",
  about: "Posts to a Google Chat space through a webhook, with one thread per incident.",
  steps: [
    "In Google Chat, open the space, then choose Apps & integrations from its menu.",
    "Choose Webhooks, enter a name, and save.",
    "Copy the webhook's link into the Webhook URL field."
  ],
  appearance:
    "A card with the title, the text, the details, and the links as buttons. The recovery is a reply in the alert's thread.",
  fields: {
    url: /* @__PURE__ */ urlField({
      label: "Webhook URL",
      help: "In Google Chat, open the space menu and go to Apps & integrations > Webhooks > Copy link.",
      example: "https://chat.googleapis.com/v1/spaces/AAAAAAAAAAA/messages?key=XXXX&token=XXXX",
      isSealed: true,
      message: "Enter a URL such as https://chat.googleapis.com/v1/spaces/AAAA/messages?key=…&token=….",
      refuses: ({ hostname, pathname, searchParams }) =>
        hostname === "chat.googleapis.com" &&
        /^\/v1\/spaces\/[\w-]{1,60}\/messages$/u.test(pathname) &&
        searchParams.has("key") &&
        searchParams.has("token")
          ? null
          : "Enter the whole chat.googleapis.com webhook URL, including the key and token."
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
  limits: [{ what: "message", most: LIMIT_BYTES, unit: "bytes" }],
  rate: { messages: 1, seconds: 1 },
  compose: (message, { url }, { isCompact }) => {
    const target = new URL(url)
    target.searchParams.set("messageReplyOption", "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD")
    target.searchParams.set("requestId", message.deliveryId)
    const content = fitted(
      message,
      (shown) => contentOf(message, shown),
      (built) => bytes(JSON.stringify(built)) <= LIMIT_BYTES && countWidgets(built) <= WIDGETS,
      isCompact
    )
    return jsonRequest("POST", target.href, content)
  },
  judge: (response) => {
    const detail = textOf(response.json, "error", "message") ?? response.text
    if (response.statusCode === 200 && textOf(response.json, "name")?.startsWith("spaces/")) return delivered()
    const isKey = response.text.includes("API_KEY_INVALID") || /API key not valid/u.test(detail)
    return isKey ? answerFor(response, "unauthorized", detail) : answerByStatus(response, detail)
  }
})
