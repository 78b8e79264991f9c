import { assert, describe, expect, it, layer } from "@effect/vitest"
import type { Email } from "@mon/alerts"
import { ChannelSender, Mailer, SentMail } from "@mon/alerts/effect"
import { ChannelTargets, RefusedAddresses, Secrets } from "@mon/core-store"
import { layerTestDatabase } from "@mon/core-store/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ChannelDestinations, DeliveryIdentity, MAIL_LABEL, OutgoingMail, sendQueuedMail } from "../src/index.ts"
import { readQueuedEmail, writeQueuedEmail } from "../src/mail/OutgoingMail.ts"

const email: Email = {
  to: "Ann <ann@example.org>",
  from: "Mon <mon@mon.example.com>",
  subject: "Your code",
  text: "The code is 123456.\n",
  html: "<p>123456</p>",
  messageId: "<code-1@mon.example.com>",
  inReplyTo: "<code-0@mon.example.com>",
  references: ["<code-0@mon.example.com>"],
  headers: { "X-Mon": "1" },
  listUnsubscribe: null,
  attachments: [
    { filename: "a.png", contentType: "image/png", content: new Uint8Array([0, 128, 255]), contentId: "a@mon" }
  ]
}
const { from: _, attachments: __, ...plain } = email

const unreadable = [
  "",
  "no JSON",
  "null",
  "[]",
  "{}",
  JSON.stringify({ ...plain, text: null }),
  JSON.stringify({ ...plain, references: "<code-0@mon.example.com>" }),
  JSON.stringify({ ...plain, attachments: [{ filename: "a.png", contentType: "image/png", content: { 0: 1 } }] })
]

describe("a queued email", () => {
  it.each([email, plain])("comes back as it was", (each) => {
    expect(readQueuedEmail(writeQueuedEmail(each))).toEqual(each)
  })

  it.each(unreadable)("is null when it cannot be read: %s", (text) => expect(readQueuedEmail(text)).toBeNull())
})

/** Services that only a refusal needs. No refusal happens in this test. */
const layerUnused = Layer.mergeAll(
  Layer.mock(RefusedAddresses)({}),
  Layer.mock(OutgoingMail)({}),
  Layer.mock(ChannelTargets)({}),
  Layer.mock(ChannelSender)({}),
  Layer.mock(ChannelDestinations)({ targets: [] }),
  Layer.mock(DeliveryIdentity)({ baseUrl: "https://mon.example.com", service: "Mon" }),
  layerTestDatabase
)

layer(Layer.mergeAll(Secrets.layer(["a secret of tests that is long enough"]), Mailer.layerMemory, layerUnused))(
  "sending a queued email",
  (sending) => {
    sending.effect("gives up one that cannot be read, and sends the others", () =>
      Effect.gen(function* () {
        const secrets = yield* Secrets
        for (const [index, text] of [...unreadable, writeQueuedEmail(plain)].entries()) {
          const messageId = `<code-${index}@mon.example.com>`
          const sealed = yield* secrets.seal(MAIL_LABEL, text, messageId)
          yield* sendQueuedMail({ messageId, sealed }, { attempt: 1 })
        }
        assert.deepStrictEqual(yield* (yield* SentMail).all, [plain])
      })
    )
  }
)
