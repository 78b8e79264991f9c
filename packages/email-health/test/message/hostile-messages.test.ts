import { prototypeWords } from "@mon/tooling/prototypeWords"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkMessage, MESSAGE_RULES } from "../../src/message/index.ts"
import { MAX_HEADER_FIELDS, MAX_SIGNATURES, QUERY_BUDGET } from "../../src/message/limits.ts"
import { parseMessage } from "../../src/message/mail/Message.ts"
import { hostileMessages } from "./hostileMessages.ts"
import { messageWith, seal, sign, zoneOf } from "./signing.ts"

const check = (message: string | Uint8Array) =>
  checkMessage(message, { zone: zoneOf(), clientIp: "192.0.2.1", helo: "a.example.com" })

test.each(Object.entries(hostileMessages))("%s ends with a small report", async (_, make) => {
  const report = await check(make())
  expect(report.dkim.signatures.length).toBeLessThanOrEqual(MAX_SIGNATURES)
  expect(report.queries).toBeLessThanOrEqual(QUERY_BUDGET)
  expect(JSON.stringify(report).length).toBeLessThan(50_000)
})

test("no more than 1,000 fields and 256 KiB of headers are read", () => {
  const { fields, form } = parseMessage(Buffer.from(hostileMessages["100,000 header fields"]?.() ?? ""))
  expect([fields.length, form.truncatedHeader]).toEqual([MAX_HEADER_FIELDS, true])
})

describe("any message", () => {
  const lines = fc.constantFrom(
    "From: a@example.com",
    "From: =?utf-8?q?a?= <b@c.example>",
    "DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s1; h=from; bh=AA==; b=AA==",
    "ARC-Seal: i=1; cv=none; a=rsa-sha256; d=example.com; s=s1; b=AA==",
    "ARC-Message-Signature: i=1; a=rsa-sha256; d=example.com; s=s1; h=from; bh=AA==; b=AA==",
    "ARC-Authentication-Results: i=1; x",
    "Content-Type: multipart/mixed; boundary=b",
    "--b",
    "--b--",
    "List-Unsubscribe: <https://a.example/>",
    "Return-Path: <>",
    " folded",
    "",
    "\0"
  )
  const ends = fc.constantFrom("\r\n", "\n", "\r", "\r\n\r\n")
  const message = fc
    .array(fc.tuple(fc.oneof(lines, fc.string({ unit: "binary", maxLength: 30 })), ends), { maxLength: 30 })
    .map((parts) => parts.flat().join(""))
    .filter((text) => text !== "")

  test("gets a report with known codes and plain texts", async () => {
    await fc.assert(
      fc.asyncProperty(message, async (text) => {
        const { findings } = await check(text)
        for (const finding of findings) {
          expect(MESSAGE_RULES.has(finding.code)).toBe(true)
          expect(`${finding.message}${finding.step ?? ""}`).not.toMatch(/\{\w+\}|[\p{Cc}\p{Cf}]/u)
        }
      }),
      { numRuns: 300 }
    )
  })

  test("of any octets gets a report", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (bytes) => {
        expect((await check(bytes)).size).toBe(bytes.length)
      }),
      { numRuns: 300 }
    )
  })

  test("that is damaged anywhere never passes where the damage is signed", async () => {
    const signed = await sign(messageWith(), { headerList: ["from", "to", "subject", "date"] })
    const start = signed.indexOf("Subject: Dinner") + "Subject: ".length
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: start, max: start + 5 }),
        fc.constantFrom(..."abcdefxyz!?"),
        async (at, letter) => {
          fc.pre(signed[at] !== letter)
          const { dkim } = await check(signed.slice(0, at) + letter + signed.slice(at + 1))
          expect(dkim.status).toBe("fail")
        }
      ),
      { numRuns: 50 }
    )
  })

  test("that was sealed and then damaged is still judged", async () => {
    const sealed = await seal(await sign(messageWith()), "one.example", 1)
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.integer({ min: 0, max: 255 }), async (at, octet) => {
        const bytes = Buffer.from(sealed)
        bytes[at] = octet
        expect(["none", "pass", "fail", "unknown"]).toContain((await check(bytes)).arc.status)
      }),
      { numRuns: 200 }
    )
  })
})

describe.each(prototypeWords)("the word %j", (word) => {
  test("is a header and a parameter without a meaning", async () => {
    const codes = async (headers: Readonly<Record<string, string>>) =>
      (await check(messageWith(headers))).findings.map(({ code }) => code)
    const type = "text/plain; charset=utf-8"
    expect(await codes({ [word]: word, "Content-Type": `${type}; ${word}=x; ${word}*0=y` })).toEqual(await codes({}))
  })
  test("is no type, charset, encoding, algorithm or result that is known", async () => {
    const message = messageWith({
      "Content-Type": `text/html; charset=${word}`,
      "Content-Transfer-Encoding": word,
      "DKIM-Signature": `v=1; a=${word}; c=${word}/${word}; d=example.com; s=s1; h=from:${word}; bh=AA==; b=AA==; ${word}=1`,
      "Authentication-Results": `${word}.example; ${word}=pass ${word}.${word}=${word}`,
      Date: `Mon, 1 ${word} 2026 08:15:00 ${word}`
    })
    const report = await check(message)
    expect([report.dkim.status, report.dkim.signatures.length]).toEqual(["permerror", 1])
    expect(report.findings.map(({ code }) => code)).toContain("date_malformed")
    expect(JSON.stringify(report)).not.toContain("[native code]")
  })
})
