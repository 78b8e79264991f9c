import { Mailer } from "@mon/alerts/effect"
import { RefusedAddresses } from "@mon/core-store"
import { OutgoingMail } from "@mon/notifications"
import { startSmtpServer } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { addChannel } from "./ChannelWorld.ts"
import { changes, layerGround, newAccount, newDomain } from "./DeliveryWorld.ts"
import { runDeliveries } from "./runDeliveries.ts"
import { polled } from "../polled.ts"

const smtpServer = Effect.acquireRelease(
  Effect.promise(() => startSmtpServer()),
  (server) => Effect.promise(server.close)
)
const over = (url: string) => Mailer.layerSmtp({ url: Redacted.make(url), from: "Mon <mon@mon.example.com>" })

const settled = (key: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    polled(
      sql<{ readonly target: string; readonly outcome: string }>`
        select target, concat_ws(' ', status, error_code) as outcome from notification_delivery
        where notification_id = ${key}::bigint and channel = 'email' order by target`,
      (rows) => rows.length > 0 && rows.every(({ outcome }) => !outcome.startsWith("pending"))
    )
  )

const mailOf = (to: string, subject: string) => ({
  to,
  subject,
  text: "Hello\n",
  html: null,
  messageId: `<${subject}@mon.example.com>`,
  inReplyTo: null,
  references: [],
  headers: {},
  listUnsubscribe: null
})

layer(layerGround, { excludeTestServices: true, timeout: 120_000 })("an address that a mail server refuses", (it) => {
  it.effect("gets one alert, no second one, and its owner learns of it once, while others get both", () =>
    Effect.gen(function* () {
      const smtp = yield* smtpServer
      const account = yield* newAccount
      const gone = `gone-${account.id}@else.example`
      smtp.behave(({ to }) => (to.includes(gone) ? { reply: 550, text: "5.1.1 no such user" } : {}))
      const domain = yield* newDomain(account, { ccEmails: [gone, `here-${account.id}@else.example`] })
      yield* runDeliveries({ mail: over(smtp.url) })
      const down = yield* settled((yield* changes(domain, "down")).key)
      assert.deepStrictEqual(
        down.map(({ outcome }) => outcome),
        ["failed 550", "sent", "sent"]
      )
      const up = yield* settled((yield* changes(domain, "up")).key)
      assert.deepStrictEqual(
        up.map(({ outcome }) => outcome),
        ["suppressed address_refused", "sent", "sent"]
      )
      yield* Effect.promise(() => smtp.nextMail(({ subject }) => subject === `EMAIL REFUSED ${gone}`))
      const refused = yield* RefusedAddresses
      assert.deepStrictEqual(
        (yield* refused.ofAccount(account.viewer)).map(({ address, code }) => [address, code]),
        [[gone, 550]]
      )
      assert.isFalse(yield* refused.record(gone, 550, true))
      assert.lengthOf(
        smtp.mails.filter(({ subject, to }) => subject === `EMAIL REFUSED ${gone}` && to.includes(account.email)),
        1
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is not one whose server refuses the sender, is busy, or has no room", () =>
    Effect.gen(function* () {
      const smtp = yield* smtpServer
      const account = yield* newAccount
      const cc = ["policy", "listed", "full"].map((name) => `${name}-${account.id}@else.example`)
      const replies = { policy: "5.7.1 policy", listed: "your server is listed", full: "5.2.2 mailbox full" }
      smtp.behave(({ to: [to = ""] }) => {
        const text = Object.entries(replies).find(([name]) => to.startsWith(name))?.[1]
        return text === undefined ? {} : { reply: 550, text }
      })
      const domain = yield* newDomain(account, { ccEmails: cc })
      yield* runDeliveries({ mail: over(smtp.url) })
      yield* settled((yield* changes(domain, "down")).key)
      const again = yield* settled((yield* changes(domain, "up")).key)
      assert.deepStrictEqual(again.map(({ outcome }) => outcome).toSorted(), [
        "failed 550",
        "failed 550",
        "failed 550",
        "sent"
      ])
      assert.lengthOf(yield* (yield* RefusedAddresses).ofAccount(account.viewer), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("still gets emails that confirm it or protect an account, and no others", () =>
    Effect.gen(function* () {
      const smtp = yield* smtpServer
      const account = yield* newAccount
      const refused = yield* RefusedAddresses
      const outgoing = yield* OutgoingMail
      yield* refused.record(account.email.toUpperCase(), 550, false)
      yield* runDeliveries({ mail: over(smtp.url) })
      yield* outgoing.postUnlessRefused(mailOf(account.email, `report-${account.id}`))
      yield* outgoing.post(mailOf(account.email, `reset-${account.id}`))
      const sql = yield* SqlClient.SqlClient
      yield* polled(
        sql`select from job where key like ${`%-${account.id}@mon.example.com>`}`,
        (jobs) => jobs.length === 0
      )
      assert.deepStrictEqual(
        smtp.mails.map(({ subject }) => subject),
        [`reset-${account.id}`]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("of the only owner is announced in the channels of the default route", () =>
    Effect.gen(function* () {
      const smtp = yield* smtpServer
      smtp.behave({ reply: 550, at: "recipient", text: "5.2.1 disabled" })
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const messages: Array<string> = []
      yield* addChannel(account, "slack")
      yield* runDeliveries({
        mail: over(smtp.url),
        channel: ({ body }) => {
          messages.push(String(body))
          return { answered: true, responseTimeMs: 1, response: { statusCode: 200, headers: {}, body: "ok", nowMs: 0 } }
        }
      })
      yield* settled((yield* changes(domain, "down")).key)
      yield* polled(
        Effect.sync(() => messages.filter((text) => text.includes("A mail server rejected an address"))),
        (found) => found.length === 1
      )
    }).pipe(Effect.scoped)
  )
})
