import { DisposableCheck } from "@mon/disposable-check/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

const program = Effect.gen(function* () {
  const checked = yield* (yield* DisposableCheck).check("x.y@duck.com", { aliases: "flag" })
  return checked.valid && checked.disposable
})
assert.equal(await Effect.runPromise(Effect.provide(program, DisposableCheck.layer)), true)
