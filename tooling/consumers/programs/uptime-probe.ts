import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

const program: Effect.Effect<string, never, UptimeProbe> = Effect.flatMap(UptimeProbe, (probe) =>
  probe.check({ url: "http://10.0.0.1/", timeoutMs: 1000 })
).pipe(Effect.map(({ outcome }) => outcome))
assert.equal(await Effect.runPromise(program.pipe(Effect.provide(UptimeProbe.layer()))), "blocked_address")
