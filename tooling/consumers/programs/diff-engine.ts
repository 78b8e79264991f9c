import { readPage } from "@mon/diff-engine/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

const page = (html: string) => ({ body: new TextEncoder().encode(html), contentType: "text/html", statusCode: 200 })
const reading = await Effect.runPromise(readPage(page("<p>Starter"), {}))
const state: "ok" | "filter_not_found" | "not_applicable" | "empty" | "blocked" | "too_large" = reading.state
assert.equal(state, "ok")
