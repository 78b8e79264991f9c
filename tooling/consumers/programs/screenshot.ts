import { Screenshots } from "@mon/screenshot/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

assert.ok(Effect.flatMap(Screenshots, ({ take }) => take({ url: "https://example.com" })))
