import { MailError } from "@mon/alerts"
import { ChannelSender, Mailer, MailError as ErrorOfEffect, SentMail } from "@mon/alerts/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import { email } from "./plain.ts"

assert.equal(ErrorOfEffect, MailError, "one class in both entry points")
const program: Effect.Effect<string, unknown, Mailer | SentMail> = Effect.gen(function* () {
  const mailer = yield* Mailer
  yield* mailer.send(email)
  return (yield* (yield* SentMail).next()).subject
})
assert.equal(await Effect.runPromise(program.pipe(Effect.provide(Mailer.layerMemory))), email.subject)

const sent = Effect.gen(function* () {
  const sender = yield* ChannelSender
  return yield* sender.send({ method: "POST", url: "https://example.com/", headers: {}, body: "" })
})
const response = { statusCode: 200, headers: {}, body: "ok", nowMs: 0 }
const memory = ChannelSender.layerMemory(() => ({ answered: true, responseTimeMs: 1, response }))
assert.deepEqual(await Effect.runPromise(sent.pipe(Effect.provide(memory))), {
  answered: true,
  responseTimeMs: 1,
  response
})
