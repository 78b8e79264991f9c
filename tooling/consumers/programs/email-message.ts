import { EmailMessageError } from "@mon/email-message"
import { EmailMessage, EmailMessageError as ErrorOfEffect } from "@mon/email-message/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

assert.equal(ErrorOfEffect, EmailMessageError, "one class in both entry points")
const program: Effect.Effect<string, unknown, EmailMessage> = Effect.flatMap(EmailMessage, ({ check }) =>
  check("From: Ada <ada@example.com>\r\n\r\nAre you hungry yet?\r\n")
).pipe(Effect.map(({ spf }) => spf.status))
assert.equal(await Effect.runPromise(Effect.provide(program, EmailMessage.layerMemory({}))), "not_checked")
