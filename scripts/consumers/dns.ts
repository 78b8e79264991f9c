import { makeUdpClient, makeZoneClient } from "@mon/dns"
import { DnsResolver, layerZone } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

const zone = makeZoneClient({ "example.com": { MX: [{ preference: 0, exchange: "." }] } })
const { records } = await zone.query("example.com", "MX")
const preference: number | undefined = records[0]?.preference
assert.equal(preference, 0)
await makeUdpClient({ servers: ["192.0.2.1:53"] }).close()

const program = Effect.flatMap(DnsResolver, (resolver) => resolver.query("nosuch.example.com", "TXT")).pipe(
  Effect.map(({ status }) => status),
  Effect.catchTag("DnsError", ({ reason }) => Effect.succeed(reason))
)
assert.equal(
  await Effect.runPromise(Effect.provide(program, layerZone({ "example.com": { A: ["192.0.2.1"] } }))),
  "nxdomain"
)
