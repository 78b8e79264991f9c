import { startSmtpServer } from "@mon/tooling/testbed"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MailError, makeSmtpMailer } from "../src/index.ts"
import { refusesAddress } from "../src/mail/refusesAddress.ts"
import { anEmail } from "./anEmail.ts"

const rcpt = (text: string, command = "RCPT TO") => refusesAddress({ command, code: Number(text.slice(0, 3)), text })

describe("a reply that refuses the address", () => {
  it.each([
    "550 5.1.1 <a@example.org>: Recipient address rejected: User unknown",
    "550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Please try again",
    "550 5.1.2 Domain not found",
    "554 5.1.1 unknown recipient",
    "556 5.1.10 Recipient address has null MX",
    "550 5.2.1 The email account is disabled",
    "550 No such user here",
    "551 User not local",
    "553 mailbox name not allowed"
  ])("%s", (text) => expect(rcpt(text)).toBe(true))

  it("is recognized by its enhanced code also after the content", () => {
    expect(rcpt("550 5.1.1 no such user", "DATA")).toBe(true)
    expect(rcpt("550 No such user", "DATA")).toBe(false)
  })
})

describe("a reply that refuses something else", () => {
  it.each([
    "450 4.1.1 try again later",
    "451 4.7.1 greylisted",
    "452 4.2.2 mailbox full",
    "550 5.7.1 Message rejected due to policy",
    "550 5.7.26 This mail is unauthenticated",
    "550 5.2.2 mailbox full",
    "552 5.2.2 over quota",
    "550 5.1.7 bad sender",
    "550 5.1.8 sender's domain does not exist",
    "550 5.4.1 Recipient address rejected: Access denied",
    "554 delivery error: policy",
    "550 Relay not permitted",
    "550 Your IP is listed at a DNSBL",
    "550 Blocked by our spam filter",
    "552 too much mail data",
    "503 bad sequence"
  ])("%s", (text) => expect(rcpt(text)).toBe(false))

  it("is every reply to the sender", () => {
    expect(rcpt("550 5.1.1 no such user", "MAIL FROM")).toBe(false)
  })

  it("is every reply that is not permanent, whatever a server writes", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), fc.integer({ min: 0, max: 499 }), (text, code) => {
        expect(refusesAddress({ command: "RCPT TO", code, text })).toBe(false)
      })
    )
  })

  it("is every permanent reply about policy (5.7.x), at every command", () => {
    fc.assert(
      fc.property(fc.nat(999), fc.constantFrom("RCPT TO", "DATA", ""), fc.string(), (detail, command, rest) => {
        expect(rcpt(`550 5.7.${detail} ${rest}`, command)).toBe(false)
      })
    )
  })
})

describe("the mailer", () => {
  it.each([
    [{ reply: 550, at: "recipient", text: "5.1.1 no such user" }, true],
    [{ reply: 550, at: "recipient", text: "no such user" }, true],
    [{ reply: 553, at: "sender", text: "5.1.8 who are you" }, false],
    [{ reply: 550, at: "data", text: "5.7.1 spam" }, false],
    [{ reply: 450, at: "recipient", text: "4.1.1 not now" }, false]
  ] as const)("says whether the address was refused: %j", async (behaviour, expected) => {
    const server = await startSmtpServer({ behaviour })
    const mailer = makeSmtpMailer({ from: "Mon <alerts@example.com>", url: server.url })
    try {
      const failure = await mailer.send(anEmail).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(MailError)
      expect(failure).toMatchObject({ refusesAddress: expected })
    } finally {
      mailer.close()
      await server.close()
    }
  })
})
