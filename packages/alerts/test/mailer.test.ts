import { assert, describe, it } from "@effect/vitest"
import { startSmtpServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Mailer, MailError, SentMail } from "../src/effect.ts"
import { anEmail } from "./anEmail.ts"

const send = (email = anEmail) => Mailer.use((mailer) => mailer.send(email))
const invalid = { ...anEmail, to: "nobody" }

const over = (url: string) =>
  Mailer.layerSmtp({ url: Redacted.make(url), from: "alerts@example.com", maxConnections: 1 })

describe("the mailer that remembers", () => {
  it.effect("gives its emails to those who wait, in order", () =>
    Effect.gen(function* () {
      const sent = yield* SentMail
      const waiting = yield* Effect.forkChild(
        sent.next(({ subject }) => subject.startsWith("UP")),
        { startImmediately: true }
      )
      yield* send()
      yield* send({ ...anEmail, subject: "UP shop.example.com" })
      assert.strictEqual((yield* Fiber.join(waiting)).subject, "UP shop.example.com")
      assert.strictEqual((yield* sent.next()).subject, "DOWN shop.example.com")
      assert.lengthOf(yield* sent.all, 2)
    }).pipe(Effect.provide(Mailer.layerMemory))
  )

  it.effect("keeps an email for the next one when a waiter was interrupted", () =>
    Effect.gen(function* () {
      const sent = yield* SentMail
      const waiting = yield* Effect.forkChild(sent.next(), { startImmediately: true })
      yield* Fiber.interrupt(waiting)
      yield* send()
      assert.strictEqual((yield* sent.next()).messageId, anEmail.messageId)
    }).pipe(Effect.provide(Mailer.layerMemory))
  )

  it.effect("fails as it is set to, and refuses what is not valid", () =>
    Effect.gen(function* () {
      const sent = yield* SentMail
      const down = new MailError({ reason: "Deferred", responseCode: 451, detail: "later" })
      yield* sent.failWith(down)
      assert.strictEqual(yield* Effect.flip(send()), down)
      yield* sent.failWith(null)
      assert.strictEqual((yield* Effect.flip(send(invalid))).reason, "Invalid")
      yield* send()
      assert.lengthOf(yield* sent.all, 1)
    }).pipe(Effect.provide(Mailer.layerMemory))
  )
})

describe("a mailer of one's own", () => {
  it.effect("is never given what is not valid", () =>
    Effect.gen(function* () {
      const outbox: Array<string> = []
      const mailer = Mailer.over((email) =>
        Effect.sync(() => ({
          messageId: email.messageId,
          responseCode: 250,
          response: `kept ${outbox.push(email.to)}`
        }))
      )
      assert.strictEqual((yield* Effect.flip(mailer.send(invalid))).reason, "Invalid")
      assert.strictEqual((yield* mailer.send(anEmail)).response, "kept 1")
    })
  )
})

describe("the mailer over SMTP", () => {
  const Server = Effect.acquireRelease(
    Effect.promise(() => startSmtpServer()),
    (server) => Effect.promise(() => server.close())
  )

  it.live("sends, and ends its connections with its layer", () =>
    Effect.gen(function* () {
      const server = yield* Server
      const receipt = yield* send().pipe(Effect.provide(over(server.url)))
      assert.strictEqual(receipt.responseCode, 250)
      assert.strictEqual((yield* Effect.promise(() => server.nextMail())).subject, anEmail.subject)
      yield* Effect.promise(() => server.whenIdle())
      assert.strictEqual(server.connections, 0)
    })
  )

  it.live("stops sending an email when it is interrupted", () =>
    Effect.gen(function* () {
      const server = yield* Server
      server.behave({ hang: "data" })
      yield* Effect.gen(function* () {
        const sending = yield* Effect.forkChild(send(), { startImmediately: true })
        yield* Effect.promise(() => server.nextMail())
        yield* Fiber.interrupt(sending)
        server.behave({})
        yield* send({ ...anEmail, messageId: "<second@mon.example.com>" })
        assert.deepStrictEqual(
          server.mails.map(({ acknowledged }) => acknowledged),
          [false, true]
        )
      }).pipe(Effect.provide(over(server.url)))
    })
  )

  it.effect("says at the start what is wrong with its settings", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Effect.provide(send(), over("smtp://ann@mail.example.com")))
      assert.include(String(exit), "both a user and a password, or neither")
      assert.include(String(yield* Effect.exit(Layer.build(over("ftp://mail.example.com")))), "TypeError")
    })
  )
})
