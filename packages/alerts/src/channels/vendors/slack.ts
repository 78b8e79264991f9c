import { answerByStatus, answerFor, type ChannelReason, delivered, reasonIn } from "../ChannelAnswer.ts"
import { urlField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { jsonRequest } from "./jsonRequest.ts"
import { slackContent, slackLimits } from "./slackBlocks.ts"

/**
 * The reasons for a refusal, by Slack's error words (docs.slack.dev/messaging/sending-messages-using-incoming-webhooks,
 * "Handling errors").
 */
const REASONS: Readonly<Record<string, ChannelReason>> = {
  invalid_payload: "rejected",
  no_text: "rejected",
  too_many_attachments: "rejected",
  user_not_found: "gone",
  channel_not_found: "gone",
  channel_is_archived: "gone",
  no_service: "gone",
  no_service_id: "gone",
  no_team: "gone",
  no_active_hooks: "gone",
  team_disabled: "gone",
  invalid_token: "unauthorized",
  action_prohibited: "blocked",
  posting_to_general_channel_denied: "blocked",
  rollup_error: "unavailable"
}

const HOSTS = /^hooks\.slack(?:-gov)?\.com$/u

/**
 * The channel of Slack with an incoming webhook. The URL belongs to one channel of a workspace.
 *
 * @example
 * slack.readAnswer({ statusCode: 410, headers: {}, nowMs: 0, body: "channel_is_archived" }).outcome // => "refused"
 */
export const slack = /* @__PURE__ */ defineChannel({
  kind: "slack",
  name: "Slack",
  about: "Posts to one Slack channel through an incoming webhook.",
  steps: [
    "Open api.slack.com/apps, create an app for your workspace, and switch on Incoming Webhooks.",
    "Choose Add New Webhook to Workspace and select the channel.",
    "Copy the webhook URL into the Webhook URL field."
  ],
  appearance:
    "A title with a coloured circle, the text, the details in two columns, and the links. Everything is plain text, so a name cannot mention anyone.",
  fields: {
    url: /* @__PURE__ */ urlField({
      label: "Webhook URL",
      help: "In your Slack app's settings, under Incoming Webhooks.",
      example: "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
      isSealed: true,
      message: "Enter a URL such as https://hooks.slack.com/services/T000/B000/XXXX.",
      refuses: ({ hostname, pathname }) => {
        if (!HOSTS.test(hostname)) return "Enter a hooks.slack.com webhook URL."
        if (/^\/(?:triggers|workflows)\//u.test(pathname))
          return "This URL starts a Slack workflow. Enter the URL of an incoming webhook, which contains /services/."
        return /^\/services\/[^/]+\/[^/]+\/[^/]+$/u.test(pathname)
          ? null
          : "Enter the whole webhook URL: it has three parts after /services/."
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
  limits: slackLimits,
  rate: { messages: 1, seconds: 1 },
  compose: (message, { url }, { isCompact }) => jsonRequest("POST", url, slackContent(message, isCompact)),
  judge: (response) => {
    const reason = response.statusCode < 400 ? undefined : reasonIn(REASONS, response.text)
    if (response.statusCode === 200 && response.text === "ok") return delivered()
    return reason === undefined ? answerByStatus(response) : answerFor(response, reason, response.text)
  }
})
