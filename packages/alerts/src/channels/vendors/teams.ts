import { answerByStatus, answerFor, delivered, textOf } from "../ChannelAnswer.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"
import { urlField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { bytes } from "../EscapedText.ts"
import { fitted, type ShownMessage, signOf } from "../ShownMessage.ts"
import { jsonRequest } from "./jsonRequest.ts"

/**
 * The maximum size of a message, in bytes: about 28 KB in total (learn.microsoft.com/connectors/teams, known issues and
 * limitations).
 */
const LIMIT_BYTES = 28 * 1024
/** The bytes reserved for the message in which the flow wraps the card. */
const WRAPPING_BYTES = 1024

const COLOURS = { critical: "Attention", error: "Attention", warning: "Warning", info: "Accent" } as const

/** Makes a line of text runs. A text run shows characters unchanged, but a text block would read them as Markdown. */
const line = (runs: ReadonlyArray<object>) => ({
  type: "RichTextBlock",
  inlines: runs.map((run) => ({ type: "TextRun", ...run }))
})

const rowLine = ({ label, value }: ShownMessage["rows"][number]) =>
  line([...(label === "" ? [] : [{ text: `${label}  `, weight: "Bolder" }]), { text: value }])

const cardOf = (message: ChannelMessage, { links, rows, sections, text, title }: ShownMessage) => ({
  type: "AdaptiveCard",
  $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
  version: "1.4",
  msteams: { width: "Full" },
  body: [
    line([
      {
        text: `${signOf(message)} ${title}`,
        size: "Large",
        weight: "Bolder",
        color: message.phase === "resolved" ? "Good" : COLOURS[message.severity]
      }
    ]),
    ...text
      .split("\n")
      .filter((part) => part !== "")
      .map((part) => line([{ text: part }])),
    ...rows.map(rowLine),
    ...sections.flatMap((section) => [
      line([{ text: section.title, weight: "Bolder" }]),
      ...section.rows.map(rowLine),
      ...(section.more === null ? [] : [line([{ text: section.more }])])
    ])
  ],
  actions: links.map(({ label, url }) => ({ type: "Action.OpenUrl", title: label, url }))
})

const OLD_CONNECTOR = /(?:^|\.)webhook\.office(?:365)?\.com$|^outlook\.office(?:365)?\.com$/u

/**
 * The channel of Microsoft Teams, which uses a flow of the Workflows app. The addresses of old connectors are refused.
 *
 * @example
 * teams.readSettings({ url: "https://contoso.webhook.office.com/webhookb2/1" }).ok // => false
 */
export const teams = /* @__PURE__ */ defineChannel({
  kind: "teams",
  name: "Microsoft Teams",
  about: "Posts to a Teams channel or chat through a flow in the Workflows app.",
  steps: [
    "In Teams, open the channel's menu and choose Workflows.",
    "Select Send webhook alerts to a channel, and save it. Create the flow with a shared account, because a flow stops working when its owner's account is deleted.",
    "Copy the URL that Teams displays into the Workflow URL field."
  ],
  appearance:
    "An adaptive card with a coloured title, the text, the details, and the links as buttons. The recovery is a new card, because a flow does not return a message id.",
  fields: {
    url: /* @__PURE__ */ urlField({
      label: "Workflow URL",
      help: "Teams shows the URL when you save the workflow.",
      example: "https://prod-00.westeurope.logic.azure.com:443/workflows/0000/triggers/manual/paths/invoke?sig=XXXX",
      isSealed: true,
      message: "Enter a Teams workflow's URL.",
      refuses: ({ hostname, search }) => {
        if (OLD_CONNECTOR.test(hostname))
          return "Microsoft has switched off webhook.office.com connectors. Create a workflow in Teams, and enter its URL."
        return search.includes("sig=") ? null : "Enter the complete workflow URL, including the sig parameter."
      }
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
  limits: [{ what: "message", most: LIMIT_BYTES, unit: "bytes" }],
  rate: { messages: 4, seconds: 1 },
  compose: (message, { url }, { isCompact }) =>
    fitted(
      message,
      (shown) =>
        jsonRequest("POST", url, {
          type: "message",
          attachments: [
            {
              contentType: "application/vnd.microsoft.card.adaptive",
              contentUrl: null,
              content: cardOf(message, shown)
            }
          ]
        }),
      // Teams counts UTF-16 in one place and UTF-8 in another, so the message must fit in both encodings.
      ({ body }) => Math.max(body.length * 2, bytes(body)) <= LIMIT_BYTES - WRAPPING_BYTES,
      isCompact
    ),
  judge: (response) => {
    const code = textOf(response.json, "error", "code")
    const detail = textOf(response.json, "error", "message") ?? response.text
    if (code === "WorkflowTriggerIsNotEnabled" || code === "WorkflowNotFound" || code === "WorkflowDisabled")
      return answerFor(response, "gone", detail)
    const { header, statusCode, text } = response
    // A flow that accepts a message returns an empty body, or the body of its own step "Response".
    // Old connectors returned 1 on success, but also returned status 200 with an error text.
    const isAccepted = text === "" || text === "1" || (header("x-ms-workflow-run-id") !== null && code === null)
    return (statusCode === 202 || statusCode === 200) && isAccepted ? delivered() : answerByStatus(response, detail)
  }
})
