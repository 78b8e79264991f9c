import { checkMessage, type CheckOptions } from "@mon/email-health/message"
import { describe, expect, it } from "vitest"
import { seenSignatures } from "../src/api/emailHealth/seenSignatures.ts"
import { makeSigningKey, signedMessage } from "./signedMessage.ts"

const [key, another] = [makeSigningKey(), makeSigningKey()]
const FROM = "ada@example.com"
/** The server is allowed to send for the author's domain. */
const ALLOWED = { clientIp: "192.0.2.1", mailFrom: FROM }
const FORGED = { clientIp: "198.51.100.1", mailFrom: FROM }

const DAY_MS = 86_400_000

const zone = {
  "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] },
  "_dmarc.example.com": { TXT: ["v=DMARC1; p=reject"] },
  "s1._domainkey.example.com": { TXT: [key.record] },
  "s1._domainkey.mail.example.com": { TXT: [key.record] },
  "s1._domainkey.example.net": { TXT: [key.record] },
  "ed._domainkey.example.com": { TXT: ["v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="] },
  "revoked._domainkey.example.com": { TXT: ["v=DKIM1; p="] },
  "silent._domainkey.example.com": { fail: "Timeout" as const }
}

const signer = (selector: string, domain = "example.com", pair = key) => ({ domain, selector, key: pair.privateKey })
const good = signer("s1")
const without = signer("s2")
const other = signer("s1", "example.com", another)

const { "_dmarc.example.com": _dmarc, ...withoutDmarc } = zone

const seenIn = async (message: string, options: CheckOptions) =>
  Object.fromEntries(seenSignatures(await checkMessage(message, { zone, ...options })))

describe("the signatures of a message that are remembered", () => {
  it.each([
    ["pass", [good], {}, { "example.com": [{ selector: "s1", result: "pass" }] }],
    [
      "pass for each domain",
      [good, signer("s1", "example.net")],
      {},
      {
        "example.com": [{ selector: "s1", result: "pass" }],
        "example.net": [{ selector: "s1", result: "pass" }]
      }
    ],
    [
      "have no key, but the server may send",
      [without],
      ALLOWED,
      { "example.com": [{ selector: "s2", result: "no_key" }] }
    ],
    [
      "have no key beside one that passes",
      [without, good],
      {},
      {
        "example.com": [
          { selector: "s2", result: "no_key" },
          { selector: "s1", result: "pass" }
        ]
      }
    ],
    [
      "have no key beside one of a subdomain that passes",
      [without, signer("s1", "mail.example.com")],
      {},
      {
        "example.com": [{ selector: "s2", result: "no_key" }],
        "mail.example.com": [{ selector: "s1", result: "pass" }]
      }
    ],
    [
      "have no key, without a DMARC record",
      [without],
      { ...ALLOWED, zone: withoutDmarc },
      { "example.com": [{ selector: "s2", result: "no_key" }] }
    ],
    ["were made with another key", [other], ALLOWED, { "example.com": [{ selector: "s1", result: "mismatch" }] }],
    [
      "were made with a key of another type",
      [signer("ed")],
      ALLOWED,
      { "example.com": [{ selector: "ed", result: "mismatch" }] }
    ],
    [
      "pass beside a damaged one of the same selector",
      [other, good, other],
      {},
      {
        "example.com": [{ selector: "s1", result: "pass" }]
      }
    ],
    [
      "are written in capitals",
      [signer("S2", "EXAMPLE.com")],
      ALLOWED,
      { "example.com": [{ selector: "s2", result: "no_key" }] }
    ]
  ])("are those that %s", async (_, signers, options, expected) => {
    expect(await seenIn(signedMessage(FROM, ...signers), options)).toEqual(expected)
  })

  it.each([
    ["of a message without signatures", [], ALLOWED],
    ["that anybody can have written", [without, other], {}],
    ["of a server that may not send", [without, other], FORGED],
    ["of such a server, without a DMARC record", [without, other], { ...FORGED, zone: withoutDmarc }],
    ["of another organization", [signer("s2", "example.net"), signer("s2", "example.com.evil.test")], ALLOWED],
    ["beside a passing one of another organization", [without, signer("s1", "example.net")], {}],
    ["that say nothing about the key", [signer("revoked"), signer("silent")], ALLOWED]
  ])("are none %s", async (_, signers, options) => {
    const seen = await seenIn(signedMessage(FROM, ...signers), options)
    delete seen["example.net"]
    expect(seen).toEqual({})
  })

  it.each([
    ["8 days ago", () => new Date(Date.now() - 8 * DAY_MS).toUTCString()],
    ["in 8 days", () => new Date(Date.now() + 8 * DAY_MS).toUTCString()],
    ["at an unknown time", () => "yesterday"]
  ])("are none of a message that was sent %s, whose key may have been replaced", async (_, date) => {
    const message = signedMessage(FROM, good, without).replace(/Date: .*/u, `Date: ${date().replace("GMT", "+0000")}`)
    expect(await seenIn(message, ALLOWED)).toEqual({})
  })

  it("are none of a header that was changed on the way, because the key made the signature", async () => {
    const message = signedMessage(FROM, good).replace(`From: ${FROM}`, `From: Ada <${FROM}>`)
    expect(await seenIn(message, ALLOWED)).toEqual({})
  })
})
