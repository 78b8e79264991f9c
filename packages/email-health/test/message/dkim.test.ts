import { expect, test } from "vitest"
import { checkMessage } from "../../src/message/index.ts"
import { anotherRsa, ed25519, messageWith, rsa, shortRsa, sign, signAs, zoneOf } from "./signing.ts"

const check = async (message: string, records = {}) => checkMessage(message, { zone: zoneOf(records) })
const codesOf = (findings: ReadonlyArray<{ readonly code: string }>) => findings.map(({ code }) => code)

test.each(["relaxed/relaxed", "relaxed/simple", "simple/relaxed", "simple/simple"])(
  "a signature with %s of another implementation passes",
  async (canonicalization) => {
    const message = messageWith({ Subject: "A  long\r\n\tsubject " }, "Text  with \t blanks \r\n\r\nend\r\n\r\n\r\n")
    const { dkim } = await check(await sign(message, { canonicalization }))
    expect(dkim).toMatchObject({ status: "pass", signatures: [{ canonicalization, aligned: true, keyBits: 2048 }] })
  }
)

test("an Ed25519 signature and a key without SubjectPublicKeyInfo pass", async () => {
  const ed = await sign(messageWith(), { privateKey: ed25519.privateKey, selector: "ed", algorithm: "ed25519-sha256" })
  const both = await sign(ed, {})
  const report = await check(both, {
    "ed._domainkey.example.com": { TXT: [ed25519.record] },
    "s1._domainkey.example.com": { TXT: [rsa.bareRecord] }
  })
  expect(report.dkim.signatures.map(({ algorithm, status }) => [algorithm, status])).toEqual([
    ["rsa-sha256", "pass"],
    ["ed25519-sha256", "pass"]
  ])
})

test("a good message has no finding above info, and says that SPF was not checked", async () => {
  const report = await check(await sign(messageWith()))
  expect(report).toMatchObject({ verdict: "ok", incomplete: false, dmarc: { status: "pass", policy: "reject" } })
  expect(report.findings.map(({ code, severity }) => [code, severity])).toEqual([["spf_not_checked", "info"]])
})

test.each([
  ["an identity as a domain", "d=example.com; i=@mail.example.com; h=from:subject;"],
  ["an identity in quoted-printable", "d=example.com; i=a=40b@example=2Ecom; h=from:subject;"],
  ["an identity in quoted-printable of a subdomain", "d=example.com; i=a@mail=2eexample=2Ecom; h=from:subject;"],
  ["its own field among the signed ones", "d=example.com; h=from:subject:dkim-signature;"],
  ["its own field among the signed ones, twice", "d=example.com; h=DKIM-Signature:from:dkim-signature:subject;"],
  ["a semicolon at its end", "d=example.com; h=from:subject;"]
])("a signature with %s passes", async (_, tags) => {
  const { dkim } = await check(signAs(messageWith(), tags, ["from", "subject"]))
  expect(dkim).toMatchObject({ status: "pass", signatures: [{ reason: null }] })
})

test("a signature that covers another one fails without it", async () => {
  const inner = await sign(messageWith())
  const outer = await sign(inner, { headerList: ["from", "subject", "dkim-signature"] })
  const statuses = async (message: string) => (await check(message)).dkim.signatures.map(({ status }) => status)
  expect(await statuses(outer)).toEqual(["pass", "pass"])
  expect(await statuses(outer.slice(0, -inner.length) + messageWith())).toEqual(["fail"])
})

test.each([
  ["in the middle", "d=example.com;; h=from:subject;"],
  ["of blanks", "d=example.com; ; h=from:subject;"],
  ["before a semicolon at the end of the list", "d=example.com; h=from:subject;; "],
  ["at the start", "; d=example.com; h=from:subject;"]
])("a signature with an empty tag %s is malformed", async (_, tags) => {
  const { dkim } = await check(signAs(messageWith(), tags, ["from", "subject"]))
  expect(dkim.signatures).toMatchObject([{ status: "permerror", reason: "syntax" }])
})

test.each([
  ["body_changed", (text: string) => text.replace("hungry", "thirsty")],
  ["headers_changed", (text: string) => text.replace("Dinner", "Supper")],
  ["syntax", (text: string) => text.replace("v=1;", "v=2;")],
  ["syntax", (text: string) => text.replace("v=1;", "v=1; v=1;")],
  ["syntax", (text: string) => text.replace("d=example.com", "d=")],
  ["syntax", (text: string) => text.replace("v=1;", "v=1; i=@example.net;")],
  ["syntax", (text: string) => text.replace("v=1;", "v=1; i=@example=2Enet;")],
  ["syntax", (text: string) => text.replace("v=1;", "v=1; q=http;")],
  ["syntax", (text: string) => text.replace("a=rsa-sha256", "a=rsa-md5")],
  ["sha1", (text: string) => text.replace("a=rsa-sha256", "a=rsa-sha1")],
  ["from_not_signed", (text: string) => text.replace(/h=[^;]+;/, "h=Subject;")],
  ["body_length", (text: string) => text.replace("v=1;", "v=1; l=999999;")],
  ["expired", (text: string) => text.replace("v=1;", "v=1; x=1000;").replace(/ t=\d+;/, "")]
])("a signature that was changed is refused with %s", async (reason, change) => {
  const { dkim } = await check(change(await sign(messageWith())))
  expect(dkim.signatures).toMatchObject([{ reason }])
  expect(dkim.status).not.toBe("pass")
})

test.each([
  ["key_missing", {}],
  ["key_missing", { TXT: ["something else"] }],
  ["key_revoked", { TXT: ["v=DKIM1; p="] }],
  ["key_invalid", { TXT: ["v=DKIM1; p=AAAA"] }],
  ["key_type", { TXT: [ed25519.record] }],
  ["key_mismatch", { TXT: [shortRsa.record] }],
  ["key_mismatch", { TXT: [anotherRsa.record] }],
  ["key_mismatch", { TXT: [shortRsa.record, anotherRsa.record] }]
])("a key that cannot verify is refused with %s", async (reason, records) => {
  const report = await check(await sign(messageWith()), { "s1._domainkey.example.com": records })
  expect(report.dkim.signatures).toMatchObject([{ reason }])
})

test("a DNS fault is unknown, and DMARC does not fail because of it", async () => {
  const report = await check(await sign(messageWith()), { "s1._domainkey.example.com": { fail: "ServFail" } })
  expect(report).toMatchObject({
    verdict: "unknown",
    incomplete: true,
    dkim: { status: "temperror", signatures: [{ reason: "key_unanswered" }] },
    dmarc: { status: "unknown" }
  })
})

test("a strict key refuses the identity of a subdomain", async () => {
  const message = await sign(messageWith(), { identity: "@mail.example.com" })
  const strict = { "s1._domainkey.example.com": { TXT: [`t=s; ${rsa.record.replace("v=DKIM1; ", "")}`] } }
  const [signature] = (await check(message, strict)).dkim.signatures
  // The test means nothing unless the signer wrote the identity into the signature.
  expect(message).toContain("i=@mail.example.com")
  expect(signature).toMatchObject({ status: "permerror", reason: "strict_identity" })
})

test("content below a body length limit is reported", async () => {
  const message = await sign(messageWith({}, "Signed.\r\n"), { maxBodyLength: 5 })
  const report = await check(`${message}Not signed.\r\n`)
  expect(report.dkim).toMatchObject({ status: "pass", signatures: [{ bodyLength: 5, unsignedOctets: 17 }] })
  expect(codesOf(report.findings)).toContain("dkim_partial_body")
})

test("short, test and repeated keys are reported", async () => {
  const message = await sign(messageWith(), { privateKey: shortRsa.privateKey })
  const record = shortRsa.record.replace("k=rsa;", "k=rsa; t=y;")
  const report = await check(message, { "s1._domainkey.example.com": { TXT: [record, rsa.record] } })
  expect(report.dkim.status).toBe("pass")
  expect(codesOf(report.findings)).toEqual(
    expect.arrayContaining(["dkim_key_short", "dkim_testing", "dkim_several_keys"])
  )
})

test("a failing signature matters less if another one passes", async () => {
  const list = await sign(messageWith(), { signingDomain: "list.example", selector: "x" })
  const report = await check(await sign(list))
  expect(report.verdict).toBe("ok")
  expect(report.findings.filter(({ code }) => code === "dkim_key_missing")).toMatchObject([{ severity: "low" }])
})

test("only the ten topmost signatures are verified", async () => {
  const one = await sign(messageWith())
  const header = one.slice(0, one.indexOf("From:"))
  const report = await check(header.repeat(11) + one)
  expect(report.dkim.signatures).toHaveLength(10)
  expect(report.dkim.skipped).toBe(2)
  expect(codesOf(report.findings)).toContain("dkim_too_many")
})
