import type { ChannelMessage } from "../ChannelMessage.ts"
import { escaped, escapedWithin, replacing, safeUrl, verbatim } from "../EscapedText.ts"
import { fitted, rowText, type ShownMessage, signOf } from "../ShownMessage.ts"

/** The limits of Block Kit (docs.slack.dev/reference/block-kit), and the limit of the fallback text. */
const SLACK = { header: 150, text: 3_000, field: 2_000, fields: 10, blocks: 50, fallback: 3_000 } as const

/** Escapes Slack's three control characters. A text without them cannot contain mentions, links or commands. */
const asSlackText = /* @__PURE__ */ replacing({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })

/** Makes a `plain_text` object, which shows characters unchanged, without markup, mentions and links. */
const plainText = (text: string, limit: number) => ({
  type: "plain_text",
  text: escapedWithin(text, verbatim, limit),
  emoji: false
})

const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const sectionText = ({ more, rows, title }: ShownMessage["sections"][number]): string =>
  [title, ...rows.map(rowText), ...(more === null ? [] : [more])].join("\n")

const blocksOf = (sign: string, { links, rows, sections, text, title }: ShownMessage) => [
  { type: "header", text: plainText(`${sign} ${title}`, SLACK.header) },
  ...(text === "" ? [] : [{ type: "section", text: plainText(text, SLACK.text) }]),
  ...chunksOf(rows, SLACK.fields).map((chunk) => ({
    type: "section",
    fields: chunk.map(({ label, value }) => plainText(`${label}\n${value}`, SLACK.field))
  })),
  ...sections.map((section) => ({ type: "section", text: plainText(sectionText(section), SLACK.text) })),
  ...(links.length === 0
    ? []
    : [
        {
          type: "section",
          text: {
            type: "mrkdwn",
            text: links.map(({ label, url }) => `<${safeUrl(url)}|${escaped(label, asSlackText)}>`).join("   "),
            verbatim: true
          }
        }
      ])
]

export const slackContent = (message: ChannelMessage, isCompact: boolean) =>
  fitted(
    message,
    (shown) => ({
      text: escapedWithin(
        [`${signOf(message)} ${shown.title}`, shown.text].filter((line) => line !== "").join("\n"),
        asSlackText,
        SLACK.fallback
      ),
      blocks: blocksOf(signOf(message), shown),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false
    }),
    ({ blocks, text }) =>
      blocks.length <= SLACK.blocks &&
      text.length <= SLACK.fallback &&
      blocks.every((block) => !("text" in block) || (block.text?.text.length ?? 0) <= SLACK.text),
    isCompact
  )

export const slackLimits = [
  { what: "title", most: SLACK.header, unit: "characters" },
  { what: "text", most: SLACK.text, unit: "characters" },
  { what: "blocks", most: SLACK.blocks, unit: "entries" }
] as const
