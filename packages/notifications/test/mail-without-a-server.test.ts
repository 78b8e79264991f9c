import { layerPostgresBytes, MailOutbox, type OutboxMail, Secrets, writeBackup } from "@mon/core-store"
import { layerTestDatabase } from "@mon/core-store/testing"
import { startSmtpServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import { assert, layer } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import type { Email } from "@mon/alerts"
import { Mailer } from "@mon/alerts/effect"
import { layerMailer, openOutboxMail, sealOutbox } from "../src/index.ts"

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

const SECRET = "a secret of tests that is long enough"
const layerOutbox = MailOutbox.layer.pipe(
  Layer.provideMerge(layerTestDatabase),
  Layer.provideMerge(Secrets.layer([SECRET]))
)

const opened = (mails: ReadonlyArray<OutboxMail>) => Effect.forEach(mails, openOutboxMail)

/** Returns everything that the database stores about the emails, as text. */
const storedText = Effect.gen(function* () {
  const sql = yield* SqlClient
  const rows = yield* sql<{ row: string }>`select o::text as row from email_outbox o`
  return rows.map(({ row }) => row).join("\n")
})
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
          stored.map(({ recipient }) => recipient),
          ["grace@example.org", "Ada <ada@example.org>"]
        )
        assert.deepStrictEqual(
          (yield* opened(stored)).map((content) => content?.subject),
          ["UP shop", "DOWN shop"]
        )
        assert.strictEqual(stored[1]?.messageId, one.messageId)
        assert.deepInclude((yield* opened(stored))[1], { text: one.text, html: null })
        assert.deepStrictEqual(yield* outbox.find(stored[1]?.id ?? ""), stored[1])
        assert.deepStrictEqual((yield* outbox.list(10, "GRACE@example.org")).length, 1)
        assert.isNull(yield* outbox.find("x"))
      })
    )

    it.effect("is stored encrypted, with its subject, links and codes", () =>
      Effect.gen(function* () {
        const link = "https://mon.example.org/invite/3fT0kEn"
        yield* (yield* Mailer).send(
          mail({
            subject: "4711 opens the results",
            text: `Open ${link}`,
            html: `<a href="${link}">Open</a>`,
            listUnsubscribe: "https://mon.example.org/stop/5toPt0ken"
          })
        )
        const text = yield* storedText
        for (const secret of ["4711", "3fT0kEn", "5toPt0ken"]) assert.notInclude(text, secret)
        const [stored] = yield* (yield* MailOutbox).list(1)
        if (stored === undefined) return assert.fail("nothing is stored")
        assert.deepInclude(yield* openOutboxMail(stored), { subject: "4711 opens the results", text: `Open ${link}` })
        const other = Layer.fresh(Secrets.layer(["another secret of tests, as long as that"]))
        assert.isNull(yield* Effect.provide(openOutboxMail(stored), other))
      })
    )

    it.effect("is not readable in a backup", () =>
      Effect.gen(function* () {
        yield* (yield* Mailer).send(mail({ text: "https://mon.example.org/reset/l1veT0ken" }))
        const folder = yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "mon outbox "))),
          (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
        )
        const file = join(folder, "outbox.mon")
        yield* writeBackup({
          file,
          program: "1.0.0",
          images: "included",
          secret: null,
          proof: null,
          onProgress: () => {}
        }).pipe(Effect.provide(layerPostgresBytes))
        const contents = gunzipSync(readFileSync(file))
        assert.isTrue(contents.includes("email_outbox"))
        assert.isFalse(contents.includes("l1veT0ken"))
      })
    )

    it.effect("that an older release stored as plain text is encrypted later", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const outbox = yield* MailOutbox
        const plain = { subject: "Set a new password", text: "https://mon.example.org/reset/0ldT0ken", html: null }
        yield* sql`
          insert into email_outbox (public_id, message_id, recipient, subject, text_body, details)
          values (gen_random_uuid(), '<plain@mon.example.org>', 'ada@example.org', ${plain.subject}, ${plain.text}, '{"from": null}')`
        assert.deepInclude((yield* opened(yield* outbox.list(1)))[0], plain)
        assert.strictEqual(yield* sealOutbox(10), 1)
        assert.strictEqual(yield* sealOutbox(10), 0)
        assert.notInclude(yield* storedText, "0ldT0ken")
        assert.deepInclude((yield* opened(yield* outbox.list(1)))[0], plain)
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
