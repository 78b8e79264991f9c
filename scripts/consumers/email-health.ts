import { checkEmailHealth, correctSpf, parseDmarc } from "@mon/email-health"
import { EmailHealth } from "@mon/email-health/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

const report = await checkEmailHealth("example.com", {
  zone: { "example.com": { MX: [{ preference: 10, exchange: "aspmx.l.google.com" }] } }
})
const provider: string | null = report.mx.provider
assert.equal(provider, "Google Workspace")
assert.equal(correctSpf("v=spf1 include=_spf.example.com -all"), "v=spf1 include:_spf.example.com -all")
assert.equal(parseDmarc("v=DMARC1; p=none").ok, true)

const program: Effect.Effect<number | null, unknown, EmailHealth> = Effect.flatMap(EmailHealth, (health) =>
  health.check("nosuch.example.com", {})
).pipe(Effect.map(({ score }) => score))
assert.equal(await Effect.runPromise(Effect.provide(program, EmailHealth.layerMemory({}))), 0)
