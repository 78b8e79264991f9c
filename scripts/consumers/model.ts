import { confirmationPace, effectivePlan, Incident, newDomainMemory, Pace, stepDomain } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import assert from "node:assert/strict"

const plan: "free" | "pro" | "agency" = effectivePlan("pro", new Date("2026-01-01"), new Date("2026-06-01"))
assert.equal(plan, "free")
const look = { at: 0, verdict: "up", deterministic: false, held: false } as const
assert.equal(stepDomain(newDomainMemory, look, 300_000, confirmationPace).memory.state, "up")
assert.equal(Schema.is(Incident)({ id: "7" }), false)
assert.equal(await Effect.runPromise(Effect.map(Pace, ({ confirmMs }) => confirmMs)), confirmationPace.confirmMs)
