import { checkMessage, MESSAGE_RULES } from "@mon/email-message"
import { EmailMessage } from "@mon/email-message/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

const message = "From: Ada <ada@example.com>\r\n\r\nAre you hungry yet?\r\n"
const zone = { "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] } }
const report = await checkMessage(message, { zone, clientIp: "192.0.2.1", mailFrom: "ada@example.com" })
const status: string = report.spf.status
assert.equal(status, "pass")
assert.equal(MESSAGE_RULES.get("dkim_none")?.severity, "high")

const program: Effect.Effect<string, unknown, EmailMessage> = Effect.flatMap(EmailMessage, ({ check }) =>
  check(message)
).pipe(Effect.map(({ spf }) => spf.status))
assert.equal(await Effect.runPromise(Effect.provide(program, EmailMessage.layerMemory({}))), "not_checked")
