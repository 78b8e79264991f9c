import { parseSpf } from "@mon/email-health/core"
import { checkEmailHealth, correctSpf, EmailHealthError, parseDmarc } from "@mon/email-health"
import { checkMessage, EmailMessageError, MESSAGE_RULES } from "@mon/email-health/message"
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

const message = "From: Ada <ada@example.com>\r\n\r\nAre you hungry yet?\r\n"
const zone = { "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] } }
const { spf } = await checkMessage(message, { zone, clientIp: "192.0.2.1", mailFrom: "ada@example.com" })
const status: string = spf.status
assert.equal(status, "pass")
assert.equal(MESSAGE_RULES.get("dkim_none")?.severity, "high")

const empty = await checkMessage("", { zone }).catch((error: unknown) => error)
if (!(empty instanceof EmailMessageError)) assert.fail(`not an EmailMessageError: ${String(empty)}`)
assert.deepEqual([empty.name, empty.code], ["EmailMessageError", "EmptyMessage"])
