import type { TlsaData, Zone } from "@mon/dns"
import fc from "fast-check"
import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { checkEmailHealth } from "../src/checkEmailHealth.ts"
import { parseBimi } from "../src/extras/parseBimi.ts"
import { isUsableTlsa, judgeDane } from "../src/extras/dane.ts"
import { covers, MAX_POLICY_BYTES, parseMtaStsPolicy, readPolicyAnswer } from "../src/extras/mtaSts.ts"
import { logoProblems } from "../src/extras/tinyPs.ts"
import { parseTlsRpt } from "../src/extras/tlsRpt.ts"
import { notContacted } from "../src/network/Transport.ts"
import { readSmtpReply } from "../src/network/SmtpReply.ts"
import { encryptedHost, plainHost, policyFile, transportDouble } from "./transportDouble.ts"
import { but } from "./zones.ts"

const D = "example.com"
const policy = (...lines: ReadonlyArray<string>) => ["version: STSv1", ...lines].join("\r\n")
const GOOD = policy("mode: enforce", "mx: mail.example.com", "mx: *.example.net", "max_age: 604800")
const codesOf = async (zone: Zone, options: Parameters<typeof checkEmailHealth>[1]) =>
  (await checkEmailHealth(D, { zone, ...options })).findings.map(({ code }) => code)

describe("an MTA-STS policy", () => {
  test("has a mode, patterns of mail hosts and a lifetime", () =>
    expect(parseMtaStsPolicy(GOOD)).toEqual({
      ok: true,
      policy: { mode: "enforce", mx: ["mail.example.com", "*.example.net"], maxAge: 604_800 }
    }))
  test.each([
    ["no version", "mode: enforce\nmx: a.example.com\nmax_age: 1", "version"],
    ["another version", "version: STSv2\nmode: enforce\nmx: a.example.com\nmax_age: 1", "version"],
    ["an unknown mode", policy("mode: strict", "mx: a.example.com", "max_age: 1"), "mode"],
    ["no lifetime", policy("mode: enforce", "mx: a.example.com"), "max_age"],
    ["a lifetime of more than a year", policy("mode: enforce", "mx: a.example.com", "max_age: 31557601"), "max_age"],
    ["a negative lifetime", policy("mode: enforce", "mx: a.example.com", "max_age: -1"), "max_age"],
    ["no mail host", policy("mode: enforce", "max_age: 86400"), "mx"],
    ["a wildcard in the middle", policy("mode: testing", "mx: a.*.example.com", "max_age: 86400"), "mx"],
    ["too many bytes", `${GOOD}\n${"#".repeat(MAX_POLICY_BYTES)}`, "too_large"]
  ])("with %s is not valid", (_, text, fault) => expect(parseMtaStsPolicy(text)).toEqual({ ok: false, fault }))
  test("ignores unknown fields, and of repeated fields the later ones", () =>
    expect(parseMtaStsPolicy(`${GOOD}\nmode: none\nnew_field: x`)).toMatchObject({ policy: { mode: "enforce" } }))
  test("covers a wildcard of exactly one label (RFC 8461 section 4.1)", () => {
    const parsed = parseMtaStsPolicy(GOOD)
    const hosts = ["mail.example.com", "mx.example.net", "a.mx.example.net", "example.net", "other.example.com"]
    expect(parsed.ok && hosts.filter((host) => covers(parsed.policy, host))).toEqual([
      "mail.example.com",
      "mx.example.net"
    ])
  })
  test.each([
    ["a redirect", { ...policyFile(GOOD), status: 301 }, "redirect"],
    ["no such file", { ...policyFile(GOOD), status: 404 }, "http_status"],
    ["HTML", policyFile(GOOD, "text/html"), "content_type"],
    ["an invalid certificate", { ok: false, fault: "certificate", detail: "" }, "certificate"]
  ] as const)("is not used with %s", (_, answer, fault) =>
    expect(readPolicyAnswer(answer)).toEqual({ ok: false, fault })
  )
  test("whose host does not answer is not checked, and no finding", async () =>
    expect(
      (
        await codesOf(but({ [`_mta-sts.${D}`]: { TXT: ["v=STSv1; id=1"] } }), { transport: transportDouble(null) })
      ).filter((code) => code.startsWith("mta_sts"))
    ).toEqual([]))
  test("never throws, and gives only what the specification allows", () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 400 }),
          fc
            .array(
              fc.tuple(
                fc.constantFrom("version", "mode", "mx", "max_age", "VERSION", "x"),
                fc.oneof(fc.constantFrom("STSv1", "enforce", "none", "*.example.com", "1", "31557600"), fc.string())
              )
            )
            .map((pairs) => pairs.map(([key, value]) => `${key}: ${value}`).join("\n"))
        ),
        (text) => {
          const parsed = parseMtaStsPolicy(text)
          if (!parsed.ok) return
          expect(["enforce", "testing", "none"]).toContain(parsed.policy.mode)
          expect(parsed.policy.maxAge).toBeLessThanOrEqual(31_557_600)
          expect(parsed.policy.mode === "none" || parsed.policy.mx.length > 0).toBe(true)
          expect(parsed.policy.mx.every((pattern) => /^(?:\*\.)?[a-z0-9_.-]+$/.test(pattern))).toBe(true)
        }
      )
    ))
})

const record = (change: Partial<TlsaData>): TlsaData => ({
  usage: 3,
  selector: 1,
  matchingType: 1,
  data: "e2".repeat(32),
  ...change
})

describe("DANE", () => {
  const host = encryptedHost()
  test.each([
    ["the key of the host", record({}), "matches"],
    ["the SHA-512 digest of the key", record({ matchingType: 2, data: "e5".repeat(64) }), "matches"],
    ["the certificate of the host", record({ selector: 0, data: "c2".repeat(32) }), "matches"],
    ["an authority of the chain", record({ usage: 2, data: "b2".repeat(32) }), "matches"],
    ["the host as an authority", record({ usage: 2 }), "mismatch"],
    ["another key", record({ data: "00".repeat(32) }), "mismatch"],
    ["usage 1, which does not count for SMTP", record({ usage: 1 }), "unusable"],
    ["a digest of the wrong length", record({ data: "e2" }), "unusable"],
    ["an unknown matching type", record({ matchingType: 9 }), "unusable"],
    ["no hex", record({ data: "xx".repeat(32) }), "unusable"]
  ] as const)("with %s", (_, tlsa, status) => expect(judgeDane([tlsa], true, host)).toBe(status))
  test("one of several records is enough", () =>
    expect(judgeDane([record({ data: "00".repeat(32) }), record({})], true, host)).toBe("matches"))
  test("usage 2 compares the name too (RFC 7672 section 3.1.2), usage 3 does not", () => {
    const wrong = encryptedHost(["wrong_host"])
    expect(judgeDane([record({ usage: 2, data: "b2".repeat(32) })], true, wrong)).toBe("mismatch")
    expect(judgeDane([record({})], true, wrong)).toBe("matches")
  })
  test("without DNSSEC does not count, and without an answer is not checked", () => {
    expect(judgeDane([record({})], false, host)).toBe("unsigned")
    expect(judgeDane([record({})], null, host)).toBe("not_checked")
    expect(judgeDane(null, true, host)).toBe("not_checked")
    expect(judgeDane([], true, host)).toBe("none")
    expect(judgeDane([record({})], true, notContacted("port_closed"))).toBe("not_checked")
    expect(judgeDane([record({})], true, plainHost)).toBe("mismatch")
  })
  test("a whole key is compared by its digest", () => {
    const key = "30820122"
    const sha256 = createHash("sha256").update(Buffer.from(key, "hex")).digest("hex")
    const [leaf] = host.fingerprints
    const fingerprints = leaf === undefined ? [] : [{ ...leaf, publicKey: { ...leaf.publicKey, sha256 } }]
    expect(judgeDane([record({ matchingType: 0, data: key })], true, { ...host, fingerprints })).toBe("matches")
  })
  test("any TLSA data is judged without an exception", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            usage: fc.integer({ min: 0, max: 255 }),
            selector: fc.integer({ min: 0, max: 255 }),
            matchingType: fc.integer({ min: 0, max: 255 }),
            data: fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{0,140}$/))
          })
        ),
        (records) => {
          const status = judgeDane(records, true, host)
          expect(status === "none").toBe(records.length === 0)
          if (records.slice(0, 20).some(isUsableTlsa)) expect(["matches", "mismatch"]).toContain(status)
        }
      )
    ))
})

describe("other records", () => {
  test.each([
    ["v=TLSRPTv1; rua=mailto:t@example.com", ["mailto:t@example.com"]],
    [
      "v=TLSRPTv1;rua=mailto:t@example.com, https://r.example.com/in",
      ["mailto:t@example.com", "https://r.example.com/in"]
    ],
    ["v=TLSRPTv1; rua=t@example.com", null],
    ["v=TLSRPTv1; rua=http://r.example.com/", null],
    ["v=TLSRPTv1; rua=mailto:a@example.com; rua=mailto:b@example.com", null],
    ["v=TLSRPTv1", null]
  ])("TLS-RPT %s", (text, addresses) => expect(parseTlsRpt(text)).toEqual(addresses))
  test.each([
    ["v=BIMI1; l=https://e.com/l.svg", { logo: "https://e.com/l.svg", certificate: null, declined: false }],
    ["v=BIMI1; l=; a=", { logo: null, certificate: null, declined: true }],
    ["v=BIMI1; l=http://e.com/l.svg", null],
    ["v=BIMI1; a=https://e.com/l.pem", null]
  ])("BIMI %s", (text, parsed) => expect(parseBimi(text)).toEqual(parsed))
})

const svg = (attributes: string, inside = "<title>Example</title><path d='M0 0'/>") =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`
const TINY = 'version="1.2" baseProfile="tiny-ps" viewBox="0 0 64 64"'

describe("a BIMI logo", () => {
  test("of the profile tiny-ps has no problem", () => expect(logoProblems(svg(TINY))).toEqual([]))
  test.each([
    ["<html></html>", ["not_svg"]],
    [svg('version="1.1" viewBox="0 0 64 64"'), ["no_base_profile", "wrong_version"]],
    [svg('version="1.2" baseProfile="tiny-ps" viewBox="0 0 64 32"'), ["not_square"]],
    [svg(TINY, "<path/>"), ["no_title"]],
    [svg(TINY, `<title>${"a".repeat(65)}</title>`), ["long_title"]],
    [svg(TINY, "<title>a</title><script>x</script>"), ["script"]],
    [svg(TINY, '<title>a</title><path onclick="x"/>'), ["script"]],
    [svg(TINY, '<title>a</title><use xlink:href="https://e.com/a.svg#b"/>'), ["external_reference"]],
    [svg(TINY, '<title>a</title><image href="data:image/png;base64,AA"/>'), ["image"]],
    [svg(TINY, "<title>a</title><animate/>"), ["animation"]],
    [svg(`${TINY} x="0"`), ["position"]],
    [`<!DOCTYPE svg>${svg(TINY)}`, ["doctype"]]
  ])("%s", (text, problems) => expect(logoProblems(text)).toEqual(problems))
  test("may refer to its own parts, and comments do not count", () =>
    expect(logoProblems(svg(TINY, '<!-- <script> --><title>a</title><use href="#b"/>'))).toEqual([]))
  test("of any text is judged without an exception", () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 300 }),
          fc
            .array(
              fc.constantFrom("<", ">", "svg", "<!--", "-->", "<![CDATA[", "/", '"', "=", " href", "title", "&", "\n")
            )
            .map((parts) => parts.join(""))
        ),
        (text) => {
          expect(logoProblems(text)).toBeInstanceOf(Array)
        }
      )
    ))
})

describe("a reply of an SMTP server", () => {
  test("has a code and lines", () =>
    expect(readSmtpReply("250-mx.example.com\r\n250-SIZE 1\r\n250 STARTTLS\r\n")).toEqual({
      state: "reply",
      reply: { code: 250, lines: ["mx.example.com", "SIZE 1", "STARTTLS"] }
    }))
  test.each([
    ["", "more"],
    ["250-mx\r\n25", "more"],
    ["HTTP/1.1 400 Bad Request\r\n", "invalid"],
    ["x".repeat(20_000), "invalid"],
    ["220-a\r\n".repeat(200), "invalid"]
  ])("%#", (text, state) => expect(readSmtpReply(text).state).toBe(state))
  test("of any bytes is read without an exception", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(["reply", "more", "invalid"]).toContain(readSmtpReply(text).state)
      })
    ))
})

describe("findings about encrypted delivery", () => {
  const dane = (data: string): Zone => ({ [`_25._tcp.mx1.${D}`]: { TLSA: [record({ data })] } })
  test("a mail host is contacted only when the caller asks for it", async () => {
    const { extras } = await checkEmailHealth(D, {
      zone: but({}),
      transport: transportDouble(null, { [`mx1.${D}`]: plainHost })
    })
    expect(extras.mailHosts.map(({ reason, status }) => [status, reason])).toEqual([
      ["not_checked", "not_requested"],
      ["not_checked", "not_requested"]
    ])
  })
  test("a closed port 25 is not checked, and no finding", async () =>
    expect(
      (await codesOf(but({}), { startTls: true, transport: transportDouble(null) })).filter((code) =>
        code.startsWith("starttls")
      )
    ).toEqual([]))
  test("TLSA records of a zone without DNSSEC are not compared", async () => {
    const { extras } = await checkEmailHealth(D, { zone: but(dane("00".repeat(32))) })
    expect(["unsigned", "not_checked"]).toContain(extras.dane[0]?.status)
  })
})
