import { EmailHealthError } from "@mon/email-health"
import * as entryPoint from "@mon/email-health/effect"
import { EmailMessageError } from "@mon/email-health/message"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

const { EmailHealth, EmailMessage } = entryPoint
assert.equal(entryPoint.EmailHealthError, EmailHealthError, "one class in both entry points")
assert.equal(entryPoint.EmailMessageError, EmailMessageError, "one class in both entry points")
const score: Effect.Effect<number | null, unknown, entryPoint.EmailHealth> = Effect.flatMap(EmailHealth, (health) =>
  health.check("nosuch.example.com", {})
).pipe(Effect.map(({ score: found }) => found))
assert.equal(await Effect.runPromise(Effect.provide(score, EmailHealth.layerMemory({}))), 0)
const status: Effect.Effect<string, unknown, entryPoint.EmailMessage> = Effect.flatMap(EmailMessage, ({ check }) =>
  check("From: Ada <ada@example.com>\r\n\r\nAre you hungry yet?\r\n")
).pipe(Effect.map(({ spf }) => spf.status))
assert.equal(await Effect.runPromise(Effect.provide(status, EmailMessage.layerMemory({}))), "not_checked")
