import { DnsError } from "@mon/dns"
import { DnsError as ErrorOfEffect, DnsResolver, layerZone } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

assert.equal(ErrorOfEffect, DnsError, "one class in both entry points")
const program = Effect.flatMap(DnsResolver, (resolver) => resolver.query("nosuch.example.com", "TXT")).pipe(
  Effect.map(({ status }) => status),
  Effect.catchTag("DnsError", ({ reason }) => Effect.succeed(reason))
)
assert.equal(
  await Effect.runPromise(Effect.provide(program, layerZone({ "example.com": { A: ["192.0.2.1"] } }))),
  "nxdomain"
)
