import { MailError } from "@mon/alerts"
import { Mailer, MailError as ErrorOfEffect, SentMail } from "@mon/alerts/effect"
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
