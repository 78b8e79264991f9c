import { layerMailOutbox, MailOutbox } from "@mon/core-store"
import { layerTestDatabase } from "@mon/core-store/testing"
import { startSmtpServer } from "@mon/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, layer } from "@effect/vitest"
import type { Email } from "@mon/alerts"
import { Mailer } from "@mon/alerts/effect"
import { layerMailer } from "../src/index.ts"

const mail = (more: Partial<Email> = {}): Email => ({
  to: "Ada <ada@example.org>",
  subject: "DOWN shop",
  text: "It does not answer.",
  html: null,
  messageId: `<${crypto.randomUUID()}@mon.example.org>`,
  inReplyTo: null,
  references: [],
  headers: { "X-Mon-Event": "status_change" },
  listUnsubscribe: null,
  ...more
})

const layerOutbox = layerMailOutbox.pipe(Layer.provideMerge(layerTestDatabase))
const from = "Mon <mon@example.org>"

layer(layerMailer({ smtpUrl: null, from }).pipe(Layer.provideMerge(layerOutbox)), { excludeTestServices: true })(
  "without an SMTP server an email",
  (it) => {
    it.effect("is stored in the outbox, once for each Message-ID", () =>
      Effect.gen(function* () {
        const mailer = yield* Mailer
        const outbox = yield* MailOutbox
        const one = mail()
        yield* mailer.send(one)
        yield* mailer.send(one)
        yield* mailer.send(mail({ to: "grace@example.org", subject: "UP shop" }))
        const stored = yield* outbox.list(10)
        assert.deepStrictEqual(
          stored.map(({ recipient, subject }) => [recipient, subject]),
          [
            ["grace@example.org", "UP shop"],
            ["Ada <ada@example.org>", "DOWN shop"]
          ]
        )
        assert.deepInclude(stored[1], { messageId: one.messageId, text: one.text, html: null })
        assert.deepStrictEqual(yield* outbox.find(stored[1]?.id ?? ""), stored[1])
        assert.deepStrictEqual((yield* outbox.list(10, "GRACE@example.org")).length, 1)
        assert.isNull(yield* outbox.find("x"))
      })
    )

    it.effect("is refused and not stored if it is invalid", () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip((yield* Mailer).send(mail({ subject: "Hi\r\nBcc: all@example.org" })))
        assert.strictEqual(error.reason, "Invalid")
      })
    )
  }
)

layer(layerOutbox, { excludeTestServices: true })("with an SMTP server a mail", (it) => {
  it.effect("is sent to the server and not stored in the outbox", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startSmtpServer()),
        (smtp) => Effect.promise(() => smtp.close())
      )
      const one = mail()
      yield* Mailer.use((mailer) => mailer.send(one)).pipe(
        Effect.provide(layerMailer({ smtpUrl: Redacted.make(server.url), from }))
      )
      const received = yield* Effect.promise(() => server.nextMail())
      assert.include(received.headers["message-id"] ?? "", one.messageId)
      assert.deepStrictEqual(yield* (yield* MailOutbox).list(10), [])
    }).pipe(Effect.scoped)
  )
})
