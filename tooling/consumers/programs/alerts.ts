import { ChannelError, MailError } from "@mon/alerts"
import { slack } from "@mon/alerts/channels"
import {
  ChannelError as ChannelErrorOfEffect,
  ChannelSender,
  Mailer,
  MailError as ErrorOfEffect,
  MessageSender,
  SentMail
} from "@mon/alerts/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import assert from "node:assert/strict"
import { email } from "./plain.ts"

assert.equal(ErrorOfEffect, MailError, "one class in both entry points")
assert.equal(ChannelErrorOfEffect, ChannelError, "one class in both entry points")
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

const receipt = Effect.gen(function* () {
  const sender = yield* MessageSender
  const settings = { url: "https://hooks.slack.com/services/T0/B0/abc" }
  return yield* sender.send(slack, settings, { title: "Backup done", text: "", deliveryId: "d1" })
})
assert.deepEqual(
  await Effect.runPromise(receipt.pipe(Effect.provide(Layer.provide(MessageSender.layerNoDeps(), memory)))),
  { deliveryId: "d1", state: null, settings: null, attempts: 1 }
)
