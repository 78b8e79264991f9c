import * as fc from "fast-check"
import { createTransport } from "nodemailer"
import { describe, expect, it } from "vitest"
import { type Email, emailLimits, parseAddress, parseMailbox, validateEmail } from "../src/index.ts"
import { toComposition } from "../src/mail/SmtpMailer.ts"
import { anEmail } from "./anEmail.ts"

const label = "a".repeat(63)

describe("addresses", () => {
  it.each([
    ["ann@example.com", "ann@example.com"],
    ["ann+mon.tag@Example.COM", "ann+mon.tag@example.com"],
    ["o'neil=x@sub.example.co.uk", "o'neil=x@sub.example.co.uk"],
    ["owner@localhost", "owner@localhost"],
    ["ann@münchen.example", "ann@xn--mnchen-3ya.example"],
    [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`]
  ])("takes %s", (text, address) => expect(parseAddress(text)).toBe(address))

  it.each([
    "",
    "ann",
    "@example.com",
    "ann@",
    "ann@@example.com",
    "a b@example.com",
    ".ann@example.com",
    "ann.@example.com",
    "a..b@example.com",
    "ann@example..com",
    "ann@-example.com",
    "ann@exa_mple.com",
    "ann@127.0.0.1",
    "ann@0x7f.1",
    "ann@[127.0.0.1]",
    "ann@[IPv6:::1]",
    '"a b"@example.com',
    "ann@example.com\r\nRCPT TO:<all@example.com>",
    "ann@example.com\n",
    "ann\u0000@example.com",
    "änn@example.com",
    "ann@example.com,bob@example.com",
    "ann@example.com/x",
    "ann@exam%70le.com",
    "ann@ex\u00ADample..com",
    "ann@example.com:25",
    "ann@user@example.com",
    `${"a".repeat(65)}@example.com`,
    `ann@${`${label}.`.repeat(4)}com`,
    `ann@${"a".repeat(64)}.com`
  ])("refuses %j", (text) => expect(parseAddress(text)).toBeNull())

  it.each([
    ["Ann <ann@example.com>", "Ann", "ann@example.com"],
    ['"Ann, B. \\"Bee\\"" <ann@example.com>', 'Ann, B. "Bee"', "ann@example.com"],
    ["<ann@example.com>", null, "ann@example.com"],
    ["  ann@example.com ", null, "ann@example.com"],
    ["bob@example.net <ann@example.com>", "bob@example.net", "ann@example.com"]
  ])("reads the mailbox %s", (text, name, address) => expect(parseMailbox(text)).toEqual({ name, address }))

  it.each([
    "Ann <ann@example.com> x",
    "Ann ann@example.com",
    "Ann <ann@example.com",
    "Ann\r\nBcc: b@example.com <ann@example.com>",
    "a@example.com, b@example.com"
  ])("refuses the mailbox %j", (text) => expect(parseMailbox(text)).toBeNull())

  it("reads its own answers again", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const address = parseAddress(text)
        fc.pre(address !== null)
        expect(parseAddress(address)).toBe(address)
      })
    )
  })
})

describe("emails", () => {
  it("takes a plain one", () => expect(validateEmail(anEmail)).toEqual({ valid: true }))

  const faults: ReadonlyArray<readonly [field: string, change: Partial<Email>]> = [
    ["to", { to: "ann" }],
    ["from", { from: "Mon <mon>" }],
    ["subject", { subject: " " }],
    ["subject", { subject: "x".repeat(emailLimits.subjectCharacters + 1) }],
    ["text", { text: "é".repeat(emailLimits.textBytes / 2 + 1) }],
    ["html", { html: "x".repeat(emailLimits.htmlBytes + 1) }],
    ["messageId", { messageId: "4eb7@mon.example.com" }],
    ["messageId", { messageId: "<a b@mon.example.com>" }],
    ["inReplyTo", { inReplyTo: "<a@b>\r\nX: y" }],
    ["references", { references: Array.from({ length: 51 }, (_, index) => `<${index}@b>`) }],
    ["headers", { headers: { Bcc: "all@example.com" } }],
    ["headers", { headers: { "content-type": "text/plain" } }],
    ["headers", { headers: { "X-A: b\r\nBcc": "all@example.com" } }],
    ["headers", { headers: { "X-Tag": "a\nBcc: all@example.com" } }],
    ["headers", { headers: { "X-Tag": "x".repeat(999) } }],
    ["listUnsubscribe", { listUnsubscribe: "javascript:alert(1)" }],
    ["listUnsubscribe", { listUnsubscribe: "https://mon.example.com/stop>,<https://evil.example.com" }],
    [
      "attachments",
      {
        attachments: [{ filename: "a\r\nb.png", contentType: "image/png", content: new Uint8Array(), contentId: null }]
      }
    ],
    [
      "attachments",
      {
        attachments: [{ filename: "a.png", contentType: "image/png; x=y", content: new Uint8Array(), contentId: null }]
      }
    ],
    [
      "attachments",
      {
        attachments: [
          { filename: "a.png", contentType: "image/png", content: new Uint8Array(), contentId: "no at sign" }
        ]
      }
    ],
    [
      "attachments",
      {
        attachments: [
          {
            filename: "a.bin",
            contentType: "image/png",
            content: new Uint8Array(emailLimits.attachmentBytes + 1),
            contentId: null
          }
        ]
      }
    ]
  ]
  it.each(faults.map(([field, change], index) => [field, index, change] as const))(
    "blames %s in case %i",
    (field, _index, change) => expect(validateEmail({ ...anEmail, ...change })).toMatchObject({ valid: false, field })
  )

  it.each(["\r", "\n", "\r\n", "\0", "\u0085", "\x1b"])(
    "lets no control character %j into a header field",
    (control) => {
      for (const change of [
        { subject: `a${control}b` },
        { to: `A${control} <a@example.com>` },
        { from: `A${control} <a@example.com>` },
        { headers: { "X-A": `a${control}b` } }
      ]) {
        expect(validateEmail({ ...anEmail, ...change }).valid).toBe(false)
      }
    }
  )

  it.each(["DOWN =?utf-8?Q?UP_everything_is_fine?=", `=?utf-8?B?VVA=?= ${"käse 😀 ".repeat(20).trim()}`])(
    "has its subject as it is, even if that looks like an encoded word: %s",
    async (subject) => {
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" })
      const from = { name: "=?utf-8?Q?Bank?=", address: "alerts@example.com" }
      const { message } = await transport.sendMail(toComposition({ ...anEmail, subject }, from))
      const head = message.toString().split("\n\n")[0] ?? ""
      const field = /^Subject:\s+((?:.|\n[ \t])*)$/mu.exec(head)?.[1] ?? ""
      const words = field.split(/\s+/u)
      expect(words.filter((word) => word.length > 75)).toEqual([])
      expect(words.map((word) => Buffer.from(/^=\?UTF-8\?B\?(.*)\?=$/u.exec(word)?.[1] ?? "", "base64")).join("")).toBe(
        subject
      )
      expect(head).toContain('From: "= ?utf-8?Q?Bank?=" <alerts@example.com>')
    }
  )

  it("composes exactly its own header fields, whatever a valid email says", async () => {
    const optional = new Set(["x-tag", "content-transfer-encoding"])
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" })
    const line = fc.string({ unit: "grapheme", maxLength: 120 })
    const text = fc.string({ unit: "binary", maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(line, line, line, text, async (subject, name, tag, body) => {
        const email: Email = {
          ...anEmail,
          to: `"${name.replaceAll('"', "").replaceAll("\\", "")}" <ann@example.org>`,
          subject,
          text: body,
          html: `<p>${body}</p>`,
          headers: { "X-Tag": tag }
        }
        fc.pre(validateEmail(email).valid)
        const { message } = await transport.sendMail(
          toComposition(email, { name: "Mon", address: "alerts@example.com" })
        )
        const [head = ""] = message.toString().split("\n\n")
        const names = head
          .replace(/\n[ \t]+/gu, " ")
          .split("\n")
          .map((field) => field.slice(0, field.indexOf(":")).toLowerCase())
        expect(names.filter((field) => !optional.has(field)).sort()).toEqual([
          "auto-submitted",
          "content-type",
          "date",
          "from",
          "message-id",
          "mime-version",
          "subject",
          "to",
          "x-auto-response-suppress"
        ])
      }),
      { numRuns: 60 }
    )
  })
})
