import { checkMessage, EmailMessageError, MESSAGE_RULES } from "@mon/email-message"
import assert from "node:assert/strict"

const message = "From: Ada <ada@example.com>\r\n\r\nAre you hungry yet?\r\n"
const zone = { "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] } }
const report = await checkMessage(message, { zone, clientIp: "192.0.2.1", mailFrom: "ada@example.com" })
const status: string = report.spf.status
assert.equal(status, "pass")
assert.equal(MESSAGE_RULES.get("dkim_none")?.severity, "high")

const refused = await checkMessage("", { zone }).catch((error: unknown) => error)
if (!(refused instanceof EmailMessageError)) assert.fail(`not an EmailMessageError: ${String(refused)}`)
assert.deepEqual([refused.name, refused.code], ["EmailMessageError", "EmptyMessage"])
