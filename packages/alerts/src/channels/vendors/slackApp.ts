import {
  answerByStatus,
  answerFor,
  type ChannelReason,
  delivered,
  fieldOf,
  reasonIn,
  textOf
} from "../ChannelAnswer.ts"
import { textField } from "../ChannelField.ts"
import { defineChannel } from "../defineChannel.ts"
import { jsonRequest } from "./jsonRequest.ts"
import { slackContent, slackLimits } from "./slackBlocks.ts"

/** The reasons for a refusal, by the errors of chat.postMessage and chat.update (docs.slack.dev/reference/methods). */
const REASONS: Readonly<Record<string, ChannelReason>> = {
  ratelimited: "rate_limited",
  rate_limited: "rate_limited",
  internal_error: "unavailable",
  fatal_error: "unavailable",
  service_unavailable: "unavailable",
  request_timeout: "unavailable",
  team_added_to_org: "unavailable",
  not_authed: "unauthorized",
  invalid_auth: "unauthorized",
  account_inactive: "unauthorized",
  token_revoked: "unauthorized",
  token_expired: "unauthorized",
  no_permission: "unauthorized",
  missing_scope: "unauthorized",
  not_allowed_token_type: "unauthorized",
  access_denied: "unauthorized",
  ekm_access_denied: "blocked",
  restricted_action: "blocked",
  not_in_channel: "blocked",
  channel_not_found: "gone",
  is_archived: "gone",
  thread_not_found: "state_lost",
  message_not_found: "state_lost",
  cant_update_message: "state_lost",
  edit_window_closed: "state_lost",
  msg_too_long: "too_large",
  msg_blocks_too_long: "too_large"
}

/**
 * The channel of Slack with the token of an app. A recovery replies in the thread of its alarm, and is also shown in
 * the channel.
 *
 * @example
 * slackApp.readAnswer({ statusCode: 200, headers: {}, nowMs: 0, body: '{"ok":false}' }).outcome // => "retry"
 */
export const slackApp = /* @__PURE__ */ defineChannel({
  kind: "slack_app",
  name: "Slack app",
  about: "Posts to a Slack channel as an app, and replies in the alert's thread.",
  steps: [
    "Open api.slack.com/apps, create an app, add the bot scope chat:write, and install it in your workspace.",
    "Copy the Bot User OAuth Token, which begins with xoxb-, into the Bot token field.",
    "Invite the app to the channel with /invite, and copy the channel ID from the channel's details."
  ],
  appearance:
    "Messages have the same layout as with Slack webhooks. When someone acknowledges the alert, the message says so. Reminders and the recovery are replies to the alert. The recovery also appears in the channel.",
  fields: {
    token: /* @__PURE__ */ textField({
      label: "Bot token",
      help: "In your Slack app's settings, under OAuth & Permissions.",
      example: "xoxb-00000000000-000000000000-XXXXXXXXXXXXXXXXXXXXXXXX",
      isSealed: true,
      pattern: /^xox[bp]-[A-Za-z0-9-]{10,250}$/u,
      maximum: 255,
      message: "Enter a token that begins with xoxb-."
    }),
    channel: /* @__PURE__ */ textField({
      label: "Channel ID",
      help: "At the end of the channel's details in Slack. A name such as #alerts works for public channels.",
      example: "C024BE91L",
      pattern: /^(?:[CDG][A-Z0-9]{6,20}|#[^\s#<>&,]{1,80})$/u,
      maximum: 81,
      message: "Enter a channel ID such as C024BE91L, or a name such as #alerts."
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
  limits: slackLimits,
  rate: { messages: 1, seconds: 1 },
  compose: (message, { channel, token }, { isCompact, state }) => {
    const ts = state?.["ts"]
    const headers = { Authorization: `Bearer ${token}` }
    if (ts !== undefined && (message.phase === "opened" || message.phase === "acknowledged")) {
      const { blocks, text } = slackContent(message, isCompact)
      const changed = { channel: state?.["channel"] ?? channel, ts, text, blocks }
      return jsonRequest("POST", "https://slack.com/api/chat.update", changed, headers)
    }
    const thread =
      ts === undefined ? {} : { thread_ts: ts, ...(message.phase === "resolved" ? { reply_broadcast: true } : {}) }
    const content = { channel: state?.["channel"] ?? channel, ...slackContent(message, isCompact), ...thread }
    return jsonRequest("POST", "https://slack.com/api/chat.postMessage", content, headers)
  },
  judge: (response) => {
    const { json, statusCode } = response
    const error = fieldOf(json, "ok") === false ? textOf(json, "error") : null
    const reason = reasonIn(REASONS, error)
    if (reason !== undefined) return answerFor(response, reason, error)
    if (statusCode === 200 && error !== null) return answerFor(response, "rejected", error)
    const ts = textOf(json, "message", "thread_ts") ?? textOf(json, "ts")
    const channel = textOf(json, "channel")
    if (statusCode !== 200 || fieldOf(json, "ok") !== true || ts === null) return answerByStatus(response)
    return delivered({ ts, ...(channel === null ? {} : { channel }) })
  }
})
