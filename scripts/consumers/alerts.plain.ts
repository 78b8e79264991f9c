import { verifyWebhook as verifyWithWebCrypto } from "@mon/alerts/verify"
import { composeEmail, makeWebhookSecret, verifyWebhook, webhookPayload } from "@mon/alerts"
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
