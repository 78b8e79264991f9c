import { describe, expect, test } from "vitest"
import { checkMessage, type CheckOptions } from "../../src/message/index.ts"
import { messageWith, rsa, sign, zoneOf } from "./signing.ts"

const check = (message: string, options: CheckOptions = {}) => checkMessage(message, { zone: zoneOf(), ...options })
const codesOf = (findings: ReadonlyArray<{ readonly code: string }>) => findings.map(({ code }) => code)

/** Returns a Received header that names a client, in the form in which a host adds it. */
const received = (ip: string, by: string) =>
  `Received: from mail.example.com (x [${ip}])\r\n by ${by} with ESMTP;\r\n Sat, 21 Nov 2026 08:15:00 +0000\r\n`

const recordOf = (text: string) => ({ "_dmarc.example.com": { TXT: [text] } })

describe("SPF", () => {
  test("passes for a server in the record, and DMARC accepts it", async () => {
    const report = await check(messageWith(), { clientIp: "192.0.2.1", mailFrom: "ada@example.com" })
    expect(report).toMatchObject({
      spf: { status: "pass", domain: "example.com", term: "ip4:192.0.2.0/24", sender: "envelope", aligned: true },
      dmarc: { status: "pass" }
    })
  })

  test("fails for another server, and so does DMARC without a signature", async () => {
    const report = await check(messageWith(), { clientIp: "198.51.100.1", mailFrom: "<ada@example.com>" })
    expect(report).toMatchObject({
      verdict: "fail",
      spf: { status: "fail" },
      dmarc: { status: "fail", policy: "reject" }
    })
    expect(report.findings[0]).toMatchObject({ code: "dmarc_fail", severity: "critical" })
  })

  test.each([
    ["the IP address", {}, "the IP address of the sending server"],
    ["the sender", { clientIp: "192.0.2.1" }, "the sender"],
    ["HELO of a bounce", { clientIp: "192.0.2.1", mailFrom: "" }, "the sender"]
  ])("is not checked without %s, and DMARC does not fail", async (_, options, what) => {
    const report = await check(messageWith(), options)
    expect(report).toMatchObject({ spf: { status: "not_checked", domain: null }, dmarc: { status: "unknown" } })
    expect(report.findings.find(({ code }) => code === "spf_not_checked")?.message).toContain(what)
  })

  test("of a bounce checks the HELO name", async () => {
    const report = await check(messageWith(), { clientIp: "192.0.2.1", mailFrom: "<>", helo: "example.com" })
    expect(report.spf).toMatchObject({ status: "pass", sender: "helo", domain: "example.com", aligned: true })
  })

  test("uses Return-Path only without a given sender", async () => {
    const message = `Return-Path: <ada@example.com>\r\n${messageWith()}`
    expect((await check(message, { clientIp: "192.0.2.1" })).spf).toMatchObject({
      status: "pass",
      sender: "return_path"
    })
    const given = await check(message, { clientIp: "192.0.2.1", mailFrom: "x@example.org" })
    expect(given.spf).toMatchObject({ status: "none", domain: "example.org" })
  })

  test("trusts no Received header unless the receiving host is named, and then only the topmost one", async () => {
    const message = [
      received("10.0.0.1", "inner.example.net"),
      received("192.0.2.7", "MX.example.net"),
      received("203.0.113.9", "mx.example.net"),
      messageWith()
    ].join("")
    const options = { mailFrom: "ada@example.com" }
    expect((await check(message, options)).spf).toMatchObject({ status: "not_checked", ip: null })
    expect((await check(message, { ...options, receivedBy: "mx.example.net" })).spf).toMatchObject({
      status: "pass",
      ip: "192.0.2.7"
    })
    expect((await check(message, { ...options, receivedBy: "mx.example.org" })).spf.status).toBe("not_checked")
  })

  test("reads an IPv6 address in a Received header", async () => {
    const message = `Received: from a.example.com ([IPv6:2001:db8::1]) by mx.example.net; x\r\n${messageWith()}`
    const { spf } = await check(message, { mailFrom: "ada@example.com", receivedBy: "mx.example.net" })
    expect(spf).toMatchObject({ status: "fail", ip: "2001:db8::1" })
  })

  test.each([
    ["softfail", "v=spf1 ~all", "spf_softfail"],
    ["neutral", "v=spf1", "spf_neutral"],
    ["none", "x", "spf_none"],
    ["permerror", "v=spf1 ip5:1 -all", "spf_permerror"]
  ])("%s is a finding", async (status, record, code) => {
    const zone = zoneOf({ "example.com": { TXT: [record] } })
    const report = await check(messageWith(), { zone, clientIp: "192.0.2.1", mailFrom: "ada@example.com" })
    expect(report.spf.status).toBe(status)
    expect(codesOf(report.findings)).toContain(code)
  })

  test.each([
    ["v=spf1 +all", true],
    ["v=spf1 all", true],
    ["v=spf1 a ALL", true],
    ["v=spf1 ip4:198.51.100.7/0 -all", true],
    ["v=spf1 a/0 -all", true],
    ["v=spf1 ip4:192.0.2.0/24 +all", false],
    ["v=spf1 ip4:128.0.0.0/1 -all", false],
    ["v=spf1 ip4:192.0.2.0/30 -all", false]
  ])("a server that passes by %s is one of all servers: %s", async (record, isAny) => {
    const zone = zoneOf({ "example.com": { TXT: [record], A: ["203.0.113.1"] } })
    const report = await check(await sign(messageWith()), { zone, clientIp: "192.0.2.1", mailFrom: "ada@example.com" })
    expect(report.spf.status).toBe("pass")
    expect(codesOf(report.findings)).toEqual(isAny ? ["spf_pass_all"] : [])
  })

  test("a DNS fault is unknown, not a failure", async () => {
    const zone = zoneOf({ "example.com": { fail: "Timeout" } })
    const report = await check(messageWith(), { zone, clientIp: "192.0.2.1", mailFrom: "ada@example.com" })
    expect(report).toMatchObject({ incomplete: true, spf: { status: "temperror" }, dmarc: { status: "unknown" } })
    expect(codesOf(report.findings)).toContain("spf_temperror")
  })
})

describe("DMARC", () => {
  const outside = { clientIp: "198.51.100.1", mailFrom: "x@example.com" }

  test.each([
    ["reject", "critical"],
    ["quarantine", "high"],
    ["none", "medium"]
  ])("a failure under the policy %s is %s", async (policy, severity) => {
    const zone = zoneOf({ "_dmarc.example.com": { TXT: [`v=DMARC1; p=${policy}`] } })
    const { findings } = await check(messageWith(), { zone, ...outside })
    expect(findings.find(({ code }) => code === "dmarc_fail")?.severity).toBe(severity)
  })

  test("a domain without a record gets a record that is safe to publish", async () => {
    const report = await check(messageWith(), { zone: zoneOf({ "_dmarc.example.com": {} }), ...outside })
    expect(report.dmarc).toMatchObject({ status: "none", policy: null })
    expect(report.findings.find(({ code }) => code === "dmarc_none")?.fix).toEqual({
      type: "TXT",
      host: "_dmarc.example.com",
      value: "v=DMARC1; p=none"
    })
  })

  const NO_RECORD = { "_dmarc.example.com": {} }
  test.each([
    ["example.com", NO_RECORD, true, "none"],
    ["news.example.com", NO_RECORD, true, "none"],
    ["example.org", NO_RECORD, false, "none"],
    ["example.com", recordOf("v=DMARC1; p=none"), true, "pass"],
    ["news.example.com", recordOf("v=DMARC1; p=none"), true, "pass"],
    ["example.com", recordOf("v=DMARC1; p=none; aspf=s; adkim=s"), true, "pass"],
    ["news.example.com", recordOf("v=DMARC1; p=none; aspf=s; adkim=s"), false, "fail"]
  ])(
    "a message from %s with SPF and DKIM of example.com and %j is aligned: %s",
    async (from, record, aligned, status) => {
      const report = await check(await sign(messageWith({ From: `ada@${from}` })), {
        zone: zoneOf(record),
        clientIp: "192.0.2.1",
        mailFrom: "bounce@example.com"
      })
      expect(report).toMatchObject({
        spf: { status: "pass", aligned },
        dkim: { status: "pass", signatures: [{ aligned }] },
        dmarc: { status }
      })
      const notAligned = codesOf(report.findings).filter((code) => code.endsWith("_not_aligned"))
      expect(notAligned).toEqual(aligned ? [] : ["dkim_not_aligned", "spf_not_aligned"])
    }
  )

  test("SPF and DKIM of other domains are not aligned", async () => {
    const message = messageWith({ From: "shop@shop.example" })
    const report = await check(await sign(message), {
      zone: zoneOf({ "_dmarc.shop.example": { TXT: ["v=DMARC1; p=none"] } }),
      clientIp: "192.0.2.1",
      mailFrom: "bounce@example.com"
    })
    expect(report).toMatchObject({
      spf: { status: "pass", aligned: false },
      dkim: { status: "pass", signatures: [{ aligned: false }] },
      dmarc: { status: "fail" }
    })
    expect(codesOf(report.findings)).toEqual(expect.arrayContaining(["spf_not_aligned", "dkim_not_aligned"]))
  })

  test("a signature of the organizational domain is aligned, unless the record is strict", async () => {
    const message = await sign(messageWith({ From: "ada@mail.example.com" }))
    expect((await check(message)).dmarc).toMatchObject({ status: "pass", recordDomain: "example.com" })
    const zone = zoneOf({ "_dmarc.example.com": { TXT: ["v=DMARC1; p=reject; adkim=s"] } })
    expect((await check(message, { zone, ...outside })).dmarc.status).toBe("fail")
  })

  test("names each aligned signature, not only the first", async () => {
    const inner = await sign(messageWith(), { signingDomain: "mail.example.com" })
    const other = await sign(inner, { signingDomain: "list.example" })
    const report = await check(await sign(other), {
      zone: zoneOf({
        "s1._domainkey.mail.example.com": { TXT: [rsa.record] },
        "s1._domainkey.list.example": { TXT: [rsa.record] }
      })
    })
    expect(report.dkim.signatures.map(({ aligned, domain }) => [domain, aligned])).toEqual([
      ["example.com", true],
      ["list.example", false],
      ["mail.example.com", true]
    ])
  })

  const GOOD = "ada@example.com"
  const BANK = "Bank <ceo@bank.example>"
  const both = (join: (first: string, second: string) => string) => [join(GOOD, BANK), join(BANK, GOOD)]

  test.each([
    ["in a list", both((first, second) => `${first}, ${second}`)],
    ["in a group", both((first, second) => `Team: ${first}, ${second};`)],
    ["beside a group", both((first, second) => `Team: ${first};, ${second}`)],
    ["with a comment", both((first, second) => `${first} (one), ${second} (two)`)],
    ["of a subdomain", [`${GOOD}, x@mail.example.com`, `x@mail.example.com, ${GOOD}`]],
    ["without a comma", [`<${GOOD}> <ceo@bank.example>`, `<ceo@bank.example> <${GOOD}>`]],
    ["behind an address", [`<${GOOD}> ceo@bank.example`, `<ceo@bank.example> ${GOOD}`]],
    ["before a colon", [`ceo@bank.example: ${GOOD}`, `${GOOD}: ceo@bank.example;`]],
    ["that nobody can read", [`${GOOD}, ceo@bank..example`, `ceo@bank..example, ${GOOD}`]],
    ["in a string without an end", [`${GOOD}, "Bank <ceo@bank.example>`, `${GOOD}, (Bank <ceo@bank.example>`]],
    ["behind a hundred addresses", [`${`${GOOD}, `.repeat(100)}${BANK}`]]
  ])("does not apply to author domains %s, in any order", async (_, froms) => {
    const zone = zoneOf({ "_dmarc.bank.example": { TXT: ["v=DMARC1; p=reject"] } })
    for (const From of froms) {
      const options = { zone, clientIp: "192.0.2.1", mailFrom: GOOD }
      const report = await check(await sign(messageWith({ From })), options)
      expect(report, From).toMatchObject({ verdict: "fail", from: null, dmarc: { status: "not_applicable" } })
      expect(codesOf(report.findings)).toContain("dmarc_no_author")
    }
  })

  test.each([
    "ada@example.com, Bob <bob@EXAMPLE.com>",
    "Team: ada@example.com, bob@example.com.;",
    '"ceo@bank.example" <ada@example.com>',
    "ada@example.com (ceo@bank.example)",
    "Acme, Inc. <ada@example.com>"
  ])("applies to one author domain: %s", async (From) => {
    const report = await check(await sign(messageWith({ From })))
    expect(report).toMatchObject({ from: { domain: "example.com" }, dmarc: { status: "pass" } })
  })

  test("applies to nothing without exactly one author", async () => {
    for (const message of [messageWith({ From: null }), `From: b@example.net\r\n${messageWith()}`]) {
      const report = await check(message, outside)
      expect(report).toMatchObject({ verdict: "fail", from: null, dmarc: { status: "not_applicable" } })
      expect(codesOf(report.findings)).toContain("dmarc_no_author")
    }
  })
})

test.each([
  ["EmptyMessage", "", {}],
  ["TooLarge", "x".repeat(1_048_577), {}],
  ["InvalidClientIp", "x", { clientIp: "192.0.2" }],
  ["InvalidHelo", "x", { helo: "a b" }],
  ["InvalidMailFrom", "x", { mailFrom: "nobody" }],
  ["InvalidMailFrom", "x", { mailFrom: `${"a".repeat(300)}@example.com` }]
])("refuses with %s", async (reason, message, options) => {
  await expect(checkMessage(message, { zone: {}, ...options })).rejects.toMatchObject({
    _tag: "EmailMessageError",
    reason
  })
})
