import { EmailHealthError } from "@mon/email-health"
import { EmailHealth, EmailHealthError as ErrorOfEffect } from "@mon/email-health/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

assert.equal(ErrorOfEffect, EmailHealthError, "one class in both entry points")
const program: Effect.Effect<number | null, unknown, EmailHealth> = Effect.flatMap(EmailHealth, (health) =>
  health.check("nosuch.example.com", {})
).pipe(Effect.map(({ score }) => score))
assert.equal(await Effect.runPromise(Effect.provide(program, EmailHealth.layerMemory({}))), 0)
