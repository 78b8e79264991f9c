import {
  startApprise,
  startDiscord,
  startGoogleChat,
  startGotify,
  startMatrix,
  startMattermost,
  startNtfy,
  startPagerDuty,
  startPushover,
  startSlackApi,
  startSlackWebhook,
  startTeams,
  startTelegram,
  startTemplateReceiver,
  startTwilio,
  type VendorServer
} from "@mon/tooling/testbed"
import { type Channel, type ChannelKind, type ChannelMessage, channels, plainMessage } from "../src/channels.ts"
import { factMessage, type RenderableFact } from "../src/index.ts"
import { link } from "./facts.ts"

export const everyChannel = Object.entries(channels) as ReadonlyArray<readonly [ChannelKind, Channel]>

/** The test servers, each of which handles requests like the channel's vendor. */
export const vendors: Readonly<Record<ChannelKind, () => Promise<VendorServer>>> = {
  slack: startSlackWebhook,
  slack_app: startSlackApi,
  discord: startDiscord,
  teams: startTeams,
  google_chat: startGoogleChat,
  telegram: startTelegram,
  pagerduty: startPagerDuty,
  ntfy: startNtfy,
  webhook_template: startTemplateReceiver,
  apprise: startApprise,
  gotify: startGotify,
  pushover: startPushover,
  mattermost: startMattermost,
  matrix: startMatrix,
  twilio: startTwilio
}

/** Returns the examples of the required settings, and of the optional settings that a channel needs in addition. */
export const exampleSettings = (kind: ChannelKind): Readonly<Record<string, string>> => {
  const channel: Channel = channels[kind]
  const required = Object.entries(channel.fields).filter(([, field]) => !field.isOptional)
  const examples = Object.fromEntries(required.map(([name, { example }]) => [name, example]))
  const read = channel.readSettings(kind === "apprise" ? { ...examples, key: "mon" } : examples)
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  return read.settings
}

export const acknowledgeLink = "https://mon.example.com/acknowledge/019aa0b8?token=AAAA_BBBB-CCCC"

/** Makes the message of a fact, with both links. */
export const messageOf = (fact: RenderableFact, deliveryId = "d1", phase?: ChannelMessage["phase"]): ChannelMessage =>
  factMessage(fact, {
    deliveryId,
    timeZone: "Europe/Berlin",
    link,
    acknowledgeLink,
    ...(phase === undefined ? {} : { phase })
  })

/** Makes a message without a fact, with both links. */
export const ownMessage = (title: string, text: string, more: Partial<ChannelMessage> = {}): ChannelMessage => ({
  ...plainMessage({ deliveryId: "d1", title, text, link }),
  key: "019aa0b8-0000-7000-8000-0000000000aa",
  acknowledge: { label: "Acknowledge", url: acknowledgeLink },
  ...more
})

/** Formats a request for comparison by people. */
export const printed = (channel: Channel, message: ChannelMessage): string => {
  const { body, headers, method, url } = channel.request(message, exampleSettings(channel.kind as ChannelKind))
  const content = body.startsWith("{") ? JSON.stringify(JSON.parse(body), null, 2) : body.replaceAll("&", "\n&")
  return [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", content].join(
    "\n"
  )
}
