import { describe, expect, test } from "vitest"
import { decodeWords } from "../../src/message/mail/EncodedWords.ts"
import { parseMailboxes } from "../../src/message/mail/Mailbox.ts"
import { parseDate } from "../../src/message/mail/MessageDate.ts"
import { checkMessage } from "../../src/message/index.ts"
import { messageWith, zoneOf } from "./signing.ts"

const codesOf = async (message: string | Uint8Array, component: string) =>
  (await checkMessage(message, { zone: zoneOf() })).findings
    .filter((finding) => finding.component === component)
    .map(({ code }) => code)

const base64 = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`

test.each<readonly [string, Readonly<Record<string, string | null>>]>([
  ["from_missing", { From: null }],
  ["from_malformed", { From: "nobody" }],
  ["from_malformed", { From: "Ada <ada@example.com" }],
  ["from_several", { From: "ada@example.com, bob@example.com" }],
  ["from_name_address", { From: '"service@bank.example" <x@example.com>' }],
  ["from_name_address", { From: `${base64("ceo@bank.example")} <x@example.com>` }],
  ["from_name_address", { From: "security@bank.example <x@evil.example>" }],
  ["from_name_address", { From: `${base64("Bank (security\uff20bank.example)")} <x@evil.example>` }],
  ["from_name_address", { From: '"ceo@shop.co.uk" <x@other.co.uk>' }],
  ["from_name_host", { From: "bank.example <x@evil.example>" }],
  ["from_name_host", { From: '"https://www.bank.example/" <x@evil.example>' }],
  ["hidden_characters", { From: `${base64("Ada\u202etxt")} <ada@example.com>` }],
  ["hidden_characters", { Subject: base64("Pay\u200bPal") }],
  ["hidden_characters", { From: "=?utf-8?B?QWRh4oA=?= =?utf-8?B?rnR4dA==?= <ada@example.com>" }],
  ["reply_to_other_domain", { "Reply-To": "ada@free.example" }],
  ["reply_to_other_domain", { "Reply-To": "ada@example.com, ada@free.example" }],
  ["sender_malformed", { Sender: "nobody" }],
  ["date_missing", { Date: null }],
  ["date_malformed", { Date: "yesterday" }],
  ["date_malformed", { Date: "Mon, 31 Feb 2026 08:15:00 +0000" }],
  ["date_future", { Date: "Sat, 21 Nov 2150 08:15:00 +0000" }],
  ["message_id_missing", { "Message-ID": null }],
  ["message_id_malformed", { "Message-ID": "1@example.com" }],
  ["subject_missing", { Subject: null }],
  ["subject_missing", { Subject: "" }],
  ["recipient_missing", { To: null }],
  ["header_not_ascii", { Subject: "Grüße" }],
  ["line_too_long", { "X-Long": "x".repeat(999) }]
])("%s is found in %j", async (code, changes) => {
  expect(await codesOf(messageWith(changes), "headers")).toEqual([code])
})

test.each([
  ["from_repeated", `From: b@example.com\r\n${messageWith()}`],
  ["header_repeated", `Subject: b\r\n${messageWith()}`],
  ["header_malformed", `no field\r\n${messageWith()}`],
  ["line_ends_mixed", messageWith().replace("Hi.\r\n", "Hi.\n")],
  ["line_ends_mixed", messageWith().replace("Hi.", "H\ri.")],
  ["header_limit", `${"X: y\r\n".repeat(1_001)}${messageWith()}`]
])("%s is found", async (code, message) => {
  expect(await codesOf(message, "headers")).toContain(code)
})

test.each<Readonly<Record<string, string>>>([
  { From: '"Ada, of example.com" <ada@mail.example.com>', "Reply-To": "help@example.com" },
  { From: '"help@support.example.com" <x@mail.example.com>', "Reply-To": "help@example.com" },
  { From: '"help@example.com" <x@mail.example.com>' },
  { From: "EXAMPLE.com <x@mail.example.com>" },
  { From: "Ada.Lovelace <ada@example.com>" },
  { From: "Node.js Weekly <ada@example.com>" },
  { From: "setup.py <ada@example.com>" },
  { From: "ada@example.com (Ada (the first))" },
  { From: `${base64("Ada")} <ada@b\u00fccher.example>`, Subject: base64("Grüße \u{1f468}\u200d\u{1f469}") },
  { Date: "21 Nov 2026 08:15 GMT (a comment)" }
])("ordinary headers have no finding: %j", async (changes) => {
  const codes = await codesOf(messageWith(changes), "headers")
  expect(codes.filter((code) => code !== "header_not_ascii")).toEqual([])
})

const mixed = (parts: ReadonlyArray<string>, boundary = "b1") =>
  messageWith(
    { "Content-Type": `multipart/mixed; boundary="${boundary}"` },
    `${parts.map((part) => `--b1\r\n${part}\r\n`).join("")}--b1--\r\n`
  )

describe("content", () => {
  const TEXT = "Content-Type: text/plain\r\n\r\nHi"
  const HTML = "Content-Type: text/html\r\n\r\n<p>Hi</p>"

  test.each([
    ["text_part_missing", mixed([HTML])],
    ["text_part_missing", messageWith({ "Content-Type": "text/html" })],
    ["body_empty", messageWith({}, "\r\n")],
    ["mime_version_missing", messageWith({ "MIME-Version": null })],
    ["multipart_broken", mixed([TEXT], "other")],
    ["multipart_broken", messageWith({ "Content-Type": "multipart/mixed" })],
    ["attachment_executable", mixed([TEXT, 'Content-Disposition: attachment; filename="a.pdf.exe"\r\n\r\nx'])],
    [
      "attachment_executable",
      mixed([TEXT, 'Content-Disposition: attachment; filename="=?utf-8?Q?a.e?= =?utf-8?Q?xe?="\r\n\r\nx'])
    ],
    ["attachment_executable", mixed([TEXT, "Content-Type: application/octet-stream; name*=utf-8''a.js\r\n\r\nx"])],
    ["encoding_undeclared", messageWith({}, "Grüße")],
    ["nul_octets", messageWith({}, "a\0b")],
    ["content_limit", mixed(Array.from({ length: 300 }, () => TEXT))]
  ])("%s is found", async (code, message) => {
    expect(await codesOf(message, "content")).toEqual([code])
  })

  test("text and HTML with an attachment have no finding", async () => {
    const inner = `Content-Type: multipart/alternative; boundary=b2\r\n\r\n--b2\r\n${TEXT}\r\n--b2\r\n${HTML}\r\n--b2--`
    const message = mixed([inner, 'Content-Disposition: attachment; filename="a.pdf"\r\n\r\nx'])
    const report = await checkMessage(message, { zone: zoneOf() })
    expect(report.content).toEqual({ text: true, html: true, parts: 5, attachments: 1 })
    expect(await codesOf(message, "content")).toEqual([])
  })
})

test.each([
  ["Sat, 21 Nov 2026 08:15:00 +0000", "2026-11-21T08:15:00.000Z"],
  ["21 Nov 2026 03:15 EST", "2026-11-21T08:15:00.000Z"],
  ["Sat, 21 Nov 2026 13:45:00 +0530", "2026-11-21T08:15:00.000Z"],
  ["Sat, 21 Nov 2026 08:15:00 +0000 (a (nested) comment)", "2026-11-21T08:15:00.000Z"],
  ["Sat, 21 Nov 2026 08:15:00 +0000 (UTC) (again)", "2026-11-21T08:15:00.000Z"],
  ["Sat (day), 21 (of) Nov(ember) 2026 08:15:00(now)+0000", "2026-11-21T08:15:00.000Z"],
  ["Sat , 21 Nov 2026 08 : 15 : 00 +0000", "2026-11-21T08:15:00.000Z"],
  [String.raw`Sat, 21 Nov 2026 08:15:00 +0000 (a \) b \( c)`, "2026-11-21T08:15:00.000Z"],
  [`Sat, 21 Nov 2026 08:15:00 +0000 (${"(".repeat(500)}${")".repeat(500)})`, "2026-11-21T08:15:00.000Z"],
  ["(first) 21 Nov 2026 08:15 GMT", "2026-11-21T08:15:00.000Z"]
])("reads the date %s", (text, iso) => expect(parseDate(text)).toBe(Date.parse(iso)))

test.each([
  "21 Nov 2026 (08:15:00 +0000)",
  "21 Nov 2026 08:15:00 +0000 x (y)",
  "21 (Nov 2026 08:15:00 +0000",
  "(only a comment)"
])("reads no date in %s", (text) => expect(parseDate(text)).toBeNull())

test.each([
  ["=?utf-8?B?4oA=?= =?utf-8?B?rg==?=", "\u202e"],
  ["=?utf-8?Q?=E2=80?= =?UTF-8?Q?=AE?=", "\u202e"],
  ["=?utf-8?B?4oA=?=\t=?utf-8?Q?=AEx?=", "\u202ex"],
  ["=?utf-8?Q?=E2=80?==?utf-8?Q?=AE?=", "\u202e"],
  ["=?utf-8?Q?a?= =?iso-8859-1?Q?=E4?= =?utf-8?Q?b?=", "aäb"],
  ["=?utf-8?Q?=E2=80?= and =?utf-8?Q?=AE?=", "\ufffd and \ufffd"],
  ["=?utf-8?Q?=E2=80?= =?iso-8859-1?Q?=AE?=", "\ufffd®"],
  ["=?gb18030?B?yA==?= =?gb18030?B?yw==?=", "人"],
  ["=?none?Q?a?= =?none?Q?b?= c", "=?none?Q?a?==?none?Q?b?= c"],
  ["a =?utf-8*en?Q?b_c?= d", "a b c d"]
])("decodes the words %s together", (text, expected) => expect(decodeWords(text)).toBe(expected))

test.each([
  ["Message-ID", "<1@example.com> (a (nested) comment)"],
  ["Content-Type", "text/plain (plain; x=y); charset=utf-8 (Unicode)"],
  ["Content-Transfer-Encoding", "8bit (as it is)"]
])("reads %s with a comment", async (name, value) => {
  const report = await checkMessage(
    messageWith({ [name]: value }, name === "Content-Transfer-Encoding" ? "Gr\u00fc\u00dfe" : "Hi"),
    { zone: zoneOf() }
  )
  expect(report.findings.filter(({ component }) => component === "content" || component === "headers")).toEqual([])
})

test.each([
  ["Sat, 21 Nov 2026 08:15:00 +0100", "2026-11-21T07:15:00.000Z"],
  ["yesterday", null],
  [null, null]
])("a message with the date %s was sent at %s", async (text, sentAt) => {
  expect(await checkMessage(messageWith({ Date: text }), { zone: zoneOf() })).toMatchObject({ sentAt })
})

test.each([
  ["a@example.com", [["", "a@example.com", "example.com"]]],
  [
    "Friends: A <a@example.com>, b@EXAMPLE.com;",
    [
      ["A", "a@example.com", "example.com"],
      ["", "b@EXAMPLE.com", "example.com"]
    ]
  ],
  ['"A \\"x\\" B" <"a b"@example.com>', [['A "x" B', '"a b"@example.com', "example.com"]]]
])("reads the addresses %s", (text, expected) => {
  const { mailboxes } = parseMailboxes(text)
  expect(mailboxes.map(({ address, domain, name }) => [name, address, domain])).toEqual(expected)
})
