import { ConfirmationPolicy, defaultConfirmationPolicy, effectivePlan, Incident } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import assert from "node:assert/strict"

await import("./plain.ts")

const plan: "free" | "pro" | "agency" = effectivePlan("pro", new Date("2026-01-01"), new Date("2026-06-01"))
assert.equal(plan, "free")
assert.equal(Schema.is(Incident)({ id: "7" }), false)
assert.equal(
  await Effect.runPromise(Effect.map(ConfirmationPolicy, ({ confirmMs }) => confirmMs)),
  defaultConfirmationPolicy.confirmMs
)
