import {
  apprise,
  channelOf,
  discord,
  googleChat,
  gotify,
  matrix,
  mattermost,
  ntfy,
  pagerDuty,
  plainMessage,
  pushover,
  slack,
  slackApp,
  teams,
  telegram,
  twilio,
  webhookTemplate
} from "@mon/alerts/channels"
import { nextOccurrences } from "@mon/alerts/maintenance"
import { verifyWebhook as verifyWithWebCrypto } from "@mon/alerts/verify"
import {
  ChannelError,
  composeEmail,
  factMessage,
  makeMessageClient,
  makeWebhookSecret,
  verifyWebhook,
  webhookPayload
} from "@mon/alerts"
import assert from "node:assert/strict"

const shop = { id: "7", name: "Shop", url: "https://shop.example.com/" }
export const email = composeEmail(
  {
    kind: "up",
    monitor: shop,
    incident: {
      id: "42",
      startedAt: "2026-11-21T13:05:09.000Z",
      resolvedAt: "2026-11-21T13:06:09.000Z",
      triggerStatusCode: 503,
      resolutionStatusCode: 200,
      triggerError: null,
      checks: []
    }
  },
  {
    to: "ann@example.org",
    timeZone: "Europe/Berlin",
    service: "Mon",
    messageDomain: "mon.example.com",
    settingsUrl: "https://mon.example.com/settings",
    stopUrl: null
  }
)
const subject: string = email.subject
assert.match(subject, /Shop/)
assert.equal(
  webhookPayload({ type: "test", domain: shop }, { id: "d1", createdAt: "2026-01-01T00:00:00.000Z" }).id,
  "d1"
)
assert.match(makeWebhookSecret(), /^whsec_/)
assert.equal(typeof verifyWebhook, "function")

const unsigned = { secret: makeWebhookSecret(), headers: {}, rawBody: "{}" }
assert.deepEqual(await verifyWithWebCrypto(unsigned), verifyWebhook(unsigned))

const channels = [
  apprise,
  discord,
  googleChat,
  gotify,
  matrix,
  mattermost,
  ntfy,
  pagerDuty,
  pushover,
  slack,
  slackApp,
  teams,
  telegram,
  twilio,
  webhookTemplate
]
for (const channel of channels) assert.equal(channelOf(channel.kind)?.name, channel.name)
const settings = { url: "https://hooks.slack.com/services/T0/B0/abc" }
const message = plainMessage({ deliveryId: "d1", title: "Backup done", text: "", link: "https://example.com/" })
assert.match(slack.request(message, settings).body, /Backup done/)
const fact = factMessage({ kind: "unreadable", type: "ssl_expiry", key: "a:7" }, { deliveryId: "d1", timeZone: "UTC" })
assert.match(telegram.request(fact, { token: "1:a", chatId: "1", topicId: "", sound: "all" }).body, /ssl_expiry/)

const failed = await makeMessageClient({
  resolve: async () => ({ status: "ok", addresses: ["127.0.0.1"] }),
  schedule: { delaysSeconds: [], jitter: 0, longestRetryAfterSeconds: null }
})
  .send(slack, settings, { title: "Backup done", text: "", severity: "info" })
  .then(
    () => null,
    (error: unknown) => error
  )
if (!(failed instanceof ChannelError)) assert.fail(`not a ChannelError: ${String(failed)}`)
assert.deepEqual([failed.name, failed.code, failed.attempts], ["ChannelError", "blocked", 1])

const nightly = { startsAt: 0, minutes: 30, timeZone: "Europe/Berlin", recurrence: "FREQ=DAILY" }
assert.equal(nextOccurrences(nightly, 0, 5).length, 5)
