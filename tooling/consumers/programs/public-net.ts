import { NetworkPolicy } from "@mon/public-net/effect"
import { SafeFetchError, safeFetch } from "@mon/public-net/undici"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

const program = Effect.map(NetworkPolicy, (policy) => policy.allows("127.0.0.1"))
assert.equal(
  await Effect.runPromise(program.pipe(Effect.provide(NetworkPolicy.layer({ allow: ["127.0.0.0/8"] })))),
  true
)

const refused: unknown = await safeFetch("http://169.254.169.254/latest/user-data").catch((error: unknown) => error)
assert.equal(refused instanceof SafeFetchError ? refused.code : "", "blocked_address")
