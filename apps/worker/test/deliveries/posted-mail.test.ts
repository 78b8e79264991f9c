import { MailError, Mailer, SentMail } from "@mon/alerts/effect"
import { MailOutbox, Secrets } from "@mon/core-store"
import { layerOutboxMailer, openOutboxMail, OutgoingMail } from "@mon/notifications"
import { startSmtpServer } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { attemptsOf, changes, layerGround, newAccount, newDomain, settles } from "./DeliveryWorld.ts"
import { runDeliveries } from "./runDeliveries.ts"
import { polled } from "../polled.ts"

let posted = 0
const newMail = () => {
  posted += 1
  return {
    to: `guest-${posted}@else.example`,
    subject: "Your invitation",
    text: "The code is 123456.\n",
    html: null,
    messageId: `<invite-${posted}@mon.example.com>`,
    inReplyTo: null,
    references: [],
    headers: {},
    listUnsubscribe: null
  }
}

const jobOf = (messageId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ sealed: string; isDead: boolean }>`
        select payload ->> 'sealed' as sealed, dead_at is not null as "isDead" from job where key = ${messageId}`,
      ([row]) => row
    )
  )

const ends = (messageId: string) => polled(jobOf(messageId), (job) => job === undefined)

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an email in the outbox", (it) => {
  it.effect("is sent by the worker, and deleted", () =>
    Effect.gen(function* () {
      const mail = newMail()
      const sql = yield* SqlClient.SqlClient
      const outgoing = yield* OutgoingMail
      yield* sql.withTransaction(Effect.andThen(outgoing.post(newMail()), Effect.fail("undo"))).pipe(Effect.ignore)
      yield* outgoing.post(mail)
      assert.notInclude((yield* jobOf(mail.messageId))?.sealed, "123456")
      const memory = yield* Layer.build(Mailer.layerMemory)
      yield* runDeliveries({ mail: Layer.succeedContext(memory) })
      const sent = yield* Effect.provideContext(
        Effect.flatMap(SentMail, ({ next }) => next()),
        memory
      )
      assert.deepStrictEqual(sent, mail)
      yield* ends(mail.messageId)
      assert.lengthOf(
        yield* Effect.provideContext(
          Effect.flatMap(SentMail, ({ all }) => all),
          memory
        ),
        1
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is given up after a permanent rejection, and deleted", () =>
    Effect.gen(function* () {
      const mail = newMail()
      yield* (yield* OutgoingMail).post(mail)
      yield* runDeliveries({
        mail: Layer.succeed(
          Mailer,
          Mailer.over(() =>
            Effect.fail(new MailError({ reason: "Refused", responseCode: 550, detail: "no such user" }))
          )
        )
      })
      yield* ends(mail.messageId)
    }).pipe(Effect.scoped)
  )

  it.effect("is stored in the outbox without a mail server", () =>
    Effect.gen(function* () {
      const mail = newMail()
      const outbox = yield* MailOutbox
      yield* (yield* OutgoingMail).post(mail)
      const secrets = Layer.succeed(Secrets, yield* Secrets)
      yield* runDeliveries({
        mail: Layer.provide(layerOutboxMailer, [Layer.succeed(MailOutbox, outbox), secrets])
      })
      yield* ends(mail.messageId)
      const [stored] = yield* outbox.list(1, mail.to)
      if (stored === undefined) return assert.fail("nothing is stored")
      assert.strictEqual(stored.messageId, mail.messageId)
      assert.deepInclude(yield* openOutboxMail(stored), { subject: mail.subject, text: mail.text })
    }).pipe(Effect.scoped)
  )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a mail server", (it) => {
  it.effect.each([
    ["that drops the connection after the content", { drop: "data" }],
    ["that goes silent", { hang: "recipient" }],
    ["that defers the content", { reply: 452, at: "data" }]
  ] as const)("%s is asked again", ([, behaviour]) =>
    Effect.gen(function* () {
      const smtp = yield* Effect.acquireRelease(
        Effect.promise(() => startSmtpServer({ behaviour })),
        (server) => Effect.promise(server.close)
      )
      const sql = yield* SqlClient.SqlClient
      const { key } = yield* changes(yield* newDomain(yield* newAccount), "down")
      const mailer = { url: Redacted.make(smtp.url), from: "Mon <mon@mon.example.com>" }
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* runDeliveries({ mail: Mailer.layerSmtp({ ...mailer, sendTimeoutMs: 500, silenceTimeoutMs: 300 }) })
          yield* polled(attemptsOf(key), ([first]) => first?.status === "failed")
        })
      )
      // The mailer of this worker waits long enough for a busy machine.
      yield* runDeliveries({ mail: Mailer.layerSmtp(mailer) })
      smtp.behave({})
      // This skips the minute until the retry.
      yield* sql`update notification_delivery set next_at = mon_now() where notification_id = ${key}::bigint`
      yield* settles(key, "sent")
      assert.strictEqual(new Set(smtp.mails.map(({ headers }) => headers["message-id"])).size, 1)
      assert.strictEqual(smtp.mails.filter(({ acknowledged }) => acknowledged).length, 1)
      assert.deepStrictEqual(
        (yield* attemptsOf(key)).map(({ status }) => status),
        ["failed", "sent"]
      )
    }).pipe(Effect.scoped)
  )
})
