import { parseSpf } from "@mon/email-health/core"
import { checkEmailHealth, correctSpf, EmailHealthError, parseDmarc } from "@mon/email-health"
import assert from "node:assert/strict"

const report = await checkEmailHealth("example.com", {
  zone: { "example.com": { MX: [{ preference: 10, exchange: "aspmx.l.google.com" }] } }
})
const provider: string | null = report.mx.provider
assert.equal(provider, "Google Workspace")
assert.equal(correctSpf("v=spf1 include=_spf.example.com -all"), "v=spf1 include:_spf.example.com -all")
assert.equal(parseDmarc("v=DMARC1; p=none").ok, true)

const refused = await checkEmailHealth("not a domain", { zone: {} }).catch((error: unknown) => error)
if (!(refused instanceof EmailHealthError)) assert.fail(`not an EmailHealthError: ${String(refused)}`)
assert.deepEqual([refused.name, refused.reason], ["EmailHealthError", "InvalidDomain"])

assert.equal(parseSpf("v=spf1 -all").errors.length, 0)
