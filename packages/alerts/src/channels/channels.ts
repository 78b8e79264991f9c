import { argumentsOf, aString } from "@mon/bundled/arguments"
import type { Channel } from "./Channel.ts"
import { apprise } from "./vendors/apprise.ts"
import { discord } from "./vendors/discord.ts"
import { googleChat } from "./vendors/googleChat.ts"
import { gotify } from "./vendors/gotify.ts"
import { matrix } from "./vendors/matrix.ts"
import { mattermost } from "./vendors/mattermost.ts"
import { ntfy } from "./vendors/ntfy.ts"
import { pagerDuty } from "./vendors/pagerDuty.ts"
import { pushover } from "./vendors/pushover.ts"
import { slack } from "./vendors/slack.ts"
import { slackApp } from "./vendors/slackApp.ts"
import { teams } from "./vendors/teams.ts"
import { telegram } from "./vendors/telegram.ts"
import { twilio } from "./vendors/twilio.ts"
import { webhookTemplate } from "./vendors/webhookTemplate.ts"

/** All channels by kind, in the order in which people see them. */
export const channels = {
  slack,
  slack_app: slackApp,
  discord,
  teams,
  google_chat: googleChat,
  telegram,
  pagerduty: pagerDuty,
  ntfy,
  webhook_template: webhookTemplate,
  apprise,
  gotify,
  pushover,
  mattermost,
  matrix,
  twilio
} as const satisfies { readonly [Kind in string]: Channel<Kind> }

/** The kinds of channels. */
export type ChannelKind = keyof typeof channels

/** The settings of a channel of one kind. */
export type SettingsOf<Kind extends ChannelKind> = Parameters<(typeof channels)[Kind]["request"]>[1]

const acceptChannelOf = /* @__PURE__ */ argumentsOf("channelOf", () => ({ kind: aString }))

const isKind = (kind: string): kind is ChannelKind => Object.hasOwn(channels, kind)

/**
 * Returns the channel of a stored kind. Null for a kind that this release does not have.
 *
 * @example
 * channelOf("slack")?.name // => "Slack"
 * channelOf("fax") // => null
 */
export const channelOf = (kind: string): Channel | null => {
  acceptChannelOf(kind)
  return isKind(kind) ? channels[kind] : null
}
