import { prototypeWords } from "@mon/tooling/prototypeWords"
import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkEmailHealth } from "../src/checkEmailHealth.ts"
import { correctDmarc, mergeDmarc, resemblesDmarc } from "../src/dmarc/DmarcCorrection.ts"
import { parseDmarc, policyFor, strength } from "../src/dmarc/DmarcRecord.ts"
import { evaluateDmarc } from "../src/dmarc/evaluateDmarc.ts"
import { but, healthy } from "./zones.ts"

const D = "example.com"

const organization = async (zone: Zone, from: string) =>
  (await Effect.runPromise(evaluateDmarc(makeZoneResolver(zone), { from, spf: null, dkim: [] }))).organizationalDomain

describe("a record is corrected and keeps the policy and the addresses of its owner", () => {
  test.each([
    ["v=DMARC1, p=reject, rua=mailto:a@acme.com", "v=DMARC1; p=reject; rua=mailto:a@acme.com"],
    ["v=DMARC1 p=reject; rua=mailto:security@x.org", "v=DMARC1; p=reject; rua=mailto:security@x.org"],
    ["v=DMARC1; p=reject rua=mailto:a@x.org", "v=DMARC1; p=reject; rua=mailto:a@x.org"],
    ["p=reject; v=DMARC1", "v=DMARC1; p=reject"],
    ["p=reject rua=mailto:a@x.org v=DMARC1", "v=DMARC1; p=reject; rua=mailto:a@x.org"],
    ["v=dmarc1; p=quarantine", "v=DMARC1; p=quarantine"],
    [" v=DMARC1; p=reject", "v=DMARC1; p=reject"],
    ["\u201cv=DMARC1; p=reject\u201d", "v=DMARC1; p=reject"],
    ['"v=DMARC1; p=reject"', "v=DMARC1; p=reject"],
    ["v=DMARC1\\; p=reject", "v=DMARC1; p=reject"],
    ["v=DMARC; p=reject", "v=DMARC1; p=reject"],
    ["DMARC1; p=reject", "v=DMARC1; p=reject"],
    ["v=DMARC1: p=reject", "v=DMARC1; p=reject"],
    ["v=DMARC1; p=quarentine", "v=DMARC1; p=quarantine"],
    ["v=DMARC1; p=rejct; rua=mailto:a@x.org", "v=DMARC1; p=reject; rua=mailto:a@x.org"],
    ["v=DMARC1; p=monitor", "v=DMARC1; p=none"],
    ["v=DMARC1; p=reject; sp=rejct; rua=mailto:d@x.org", "v=DMARC1; p=reject; sp=reject; rua=mailto:d@x.org"],
    ["v=DMARC1; p=none; np=yes", "v=DMARC1; p=none"],
    ["v=DMARC1; p=reject; p=none", "v=DMARC1; p=reject"],
    ["v=DMARC1; p=none; rua=a@acme.com", "v=DMARC1; p=none; rua=mailto:a@acme.com"],
    ["v=DMARC1; p=none; rua=mailto://a@acme.com", "v=DMARC1; p=none; rua=mailto:a@acme.com"],
    ["v=DMARC1; p=none; rua=mailto:a@x.org mailto:b@x.org", "v=DMARC1; p=none; rua=mailto:a@x.org,mailto:b@x.org"],
    ["v=DMARC1; p=none; rua=mailto:a@x.org; rua=mailto:b@x.org", "v=DMARC1; p=none; rua=mailto:a@x.org,mailto:b@x.org"],
    ["v=DMARC1; rua=mailto:a@x.org", "v=DMARC1; p=none; rua=mailto:a@x.org"],
    ["v=DMARC1; p=reject; adkim=strict; fo=1", "v=DMARC1; p=reject; adkim=s; fo=1"]
  ])("%j becomes %j", (text, corrected) => expect(correctDmarc(text)).toBe(corrected))
  test.each([
    "v=DMARC1; p=reject",
    "v=DMARC1;p=none;rua=mailto:a@x.org",
    "V=DMARC1; P=reject",
    "v=DMARC1; p=none; pct=50"
  ])("%j needs no correction", (text) => expect(correctDmarc(text)).toBeNull())
  test.each(["v=DMARC1; p=whatever", "v=DMARC1", "v=DMARC1; adkim=s", "hello", "", "v=spf1 -all"])(
    "%j has no obvious correction",
    (text) => expect(correctDmarc(text)).toBeNull()
  )
  test.each(["V=DMARC1; p=reject", "v=DMARC1; p=none"])("%j is a record and no near miss", (text) => {
    expect(parseDmarc(text).ok).toBe(true)
  })
  test.each(["v=dmarc1; p=none", "DMARC1; p=none", "p=none; v=DMARC1", '"v=DMARC1"', "v=DMARC1 p=none"])(
    "%j resembles a record",
    (text) => expect(resemblesDmarc(text)).toBe(true)
  )
  test.each(["v=spf1 -all", "dmarc is on", "google-site-verification=dmarc1x", "v=DKIM1; p=abc"])(
    "%j does not resemble a record",
    (text) => expect(resemblesDmarc(text)).toBe(false)
  )
  test("several records are merged to the strictest policy and all addresses", () =>
    expect(
      mergeDmarc(["v=DMARC1; p=none; rua=mailto:a@x.org", "v=DMARC1; p=quarantine; rua=mailto:b@x.org; adkim=s"])
    ).toBe("v=DMARC1; p=quarantine; rua=mailto:a@x.org,mailto:b@x.org; adkim=s"))

  const part = fc.oneof(
    fc.constantFrom("v=DMARC1", "v=dmarc1", "p=none", "p=reject", "P=rejct", "sp=none", "sp=x", "rua=mailto:a@x.org"),
    fc.constantFrom("rua=a@x.org", "t=y", "pct=50", "psd=y", "np=reject", "fo=1:d", "v=DMARC1 p=none", "ri=86400"),
    fc.string({ maxLength: 12 })
  )
  const text = fc
    .tuple(fc.array(part, { maxLength: 6 }), fc.constantFrom(";", "; ", ",", " ", "\t;"))
    .map(([parts, separator]) => parts.join(separator))
  test("a correction is a valid record, is final, and is never weaker than what receivers apply today", () =>
    fc.assert(
      fc.property(text, (before) => {
        const after = correctDmarc(before)
        if (after === null) return
        const parsed = parseDmarc(after)
        expect(parsed.ok && !parsed.record.policyIsImplied).toBe(true)
        expect(correctDmarc(after)).toBeNull()
        const old = parseDmarc(before)
        if (!old.ok || !parsed.ok) return
        for (const subject of ["domain", "subdomain", "nonexistent"] as const)
          expect(strength(policyFor(parsed.record, subject))).toBeGreaterThanOrEqual(
            strength(policyFor(old.record, subject))
          )
        expect(parsed.record.aggregate.map(({ domain }) => domain)).toEqual(
          expect.arrayContaining(old.record.aggregate.flatMap(({ domain }) => (domain === null ? [] : [domain])))
        )
      }),
      { numRuns: 2_000 }
    ))
})

describe("a report address that the owner wrote stays in the plan", () => {
  const OTHER: Zone = {
    "r.example.net": { MX: [{ preference: 1, exchange: "mx.example.net" }] },
    [`${D}._report._dmarc.r.example.net`]: { TXT: ["v=DMARC1"] }
  }
  const reportsOf = async (zone: Zone): Promise<ReadonlyArray<string>> => {
    const { records } = await checkEmailHealth(D, { zone: but({ ...OTHER, ...zone }) })
    const [text = ""] = records.find(({ host }) => host === `_dmarc.${D}`)?.values ?? []
    const parsed = parseDmarc(text)
    return parsed.ok ? parsed.record.aggregate.map(({ uri }) => uri) : []
  }
  const X = "mailto:x@r.example.net"
  const Y = "mailto:y@r.example.net"
  test.each<readonly [string, ReadonlyArray<string>]>([
    [`p=quarantine; rua=${X}`, [X]],
    [`rua=${X}`, [X]],
    [`p=quarantine; rua=${X}; v=DMARC1`, [X]],
    [`v=DMARC1 p=quarantine rua=${X}`, [X]],
    [`v=DMARC1p=quarantinerua=${X}`, [X]],
    [`v=DMARC1;p=none;rua=${X}ruf=${Y}`, [X]],
    [`v=DMARC1; p=none; p=reject; rua=${X}`, [X]],
    [`v=DMARC1; p=x; p=y; rua=${X}`, [X]],
    [`v=DMARC1; p=none; sp=x; sp=y; rua=${X}; rua=${Y}`, [X, Y]],
    [`v=DMARC2; p=reject; rua=${X}`, [X]],
    [`v=DMRAC1; p=reject; rua=${X}`, [X]],
    [`v=;DMARC1; p=quarantine; rua=${X}`, [X]],
    [`v=DMARC;1; p=quarantine; rua=${X}`, [X]],
    [`;v=DMARC1; p=quarantine; rua=${X}`, [X]],
    [`v=DMARC1|p=reject|rua=${X}`, [X]],
    [`v=DMARC1:p=reject:rua=${X}`, [X]],
    [`_dmarc.${D}. IN TXT "v=DMARC1; p=reject; rua=${X}"`, [X]],
    [`v=DMARC1; p=reject; rua=<${X}>`, [X]],
    [`v=DMARC1; p=reject; rua=mail:x@r.example.net`, [X]],
    [`v=DMARC1; p=reject; rua=mailto=x@r.example.net`, [X]],
    [`v=DMARC1; p=reject; rua=${X}/reports`, [X]],
    [`v=DMARC1; p=reject; rau=${X}`, [X]],
    [`v=DMARC1; p=reject; ${X}`, [X]],
    [`v=DMARC1; p=reject; rua=${X};${Y}`, [X, Y]],
    [`v=DMARC1, p=reject, rua=mailto:o'neil+dmarc@r.example.net`, ["mailto:o'neil+dmarc@r.example.net"]]
  ])("%j", async (record, reports) => expect(await reportsOf({ [`_dmarc.${D}`]: { TXT: [record] } })).toEqual(reports))
  test.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    [
      "in records that receivers cannot choose between",
      [`v=DMARC1; p=none; rua=${X}`, `v=DMARC1; p=x; rua=${Y}`],
      [X, Y]
    ],
    ["in a record beside one that nobody can read", [`v=DMARC1; p=none; p=reject; rua=${X}`, "v=DMARC1"], [X]],
    [
      "in a record that receivers ignore beside one with a fault",
      [`v=DMARC1; p=none; rua=${X}; fo=9`, `p=none; rua=${Y}`],
      [X, Y]
    ]
  ])("%s", async (_, TXT, reports) => expect(await reportsOf({ [`_dmarc.${D}`]: { TXT } })).toEqual(reports))
  test("in a record of another kind it is none", async () =>
    expect(await reportsOf({ [`_dmarc.${D}`]: { TXT: [`v=TLSRPTv1; rua=${X}`] } })).toEqual([`mailto:postmaster@${D}`]))
  test.each(["v=DMARC1; p=quarantine", "v=;DMARC1; p=quarantine", "v=DMARC;1; p=quarantine", "DMARC1 p=quarantine"])(
    "in %j at the domain itself, and a later step names the policy",
    async (text) => {
      const zone = but({
        ...OTHER,
        [D]: { ...healthy()[D], TXT: ["v=spf1 mx -all", `${text}; rua=${X}`] },
        [`_dmarc.${D}`]: {}
      })
      const { records, steps } = await checkEmailHealth(D, { zone })
      expect(records.find(({ host }) => host === `_dmarc.${D}`)?.values).toEqual([`v=DMARC1; p=none; rua=${X}`])
      expect(records.find(({ host, type }) => host === D && type === "TXT")).toMatchObject({
        values: [],
        replaces: [`${text}; rua=${X}`]
      })
      expect(steps.find(({ kind }) => kind === "review")?.text).toContain('your policy "quarantine"')
    }
  )
  test("an SPF record that contains a DMARC record stays at the domain", async () => {
    const text = "v=spf1 mx -all; v=DMARC1; p=none"
    const { findings } = await checkEmailHealth(D, { zone: but({ [D]: { ...healthy()[D], TXT: [text] } }) })
    expect(findings.map(({ code }) => code)).not.toContain("dmarc_misplaced")
  })
  test.each(["8.8.4.44", `mx1.${D}`, `gone.${D}`])(
    "at the domain itself while a null MX stands beside %s",
    async (exchange) => {
      const MX = [
        { preference: 0, exchange: "." },
        { preference: 10, exchange }
      ]
      const zone = {
        [D]: { ...healthy()[D], MX },
        [`_dmarc.${D}`]: { TXT: [`v=DMARC1 p=quarantine; rua=mailto:d@${D}`] }
      }
      expect(await reportsOf(zone)).toEqual([`mailto:d@${D}`])
    }
  )
})

const fixOf = ({ findings }: Awaited<ReturnType<typeof checkEmailHealth>>) =>
  findings.find(({ code }) => code === "dmarc_implied_policy")?.fix?.value

describe("RFC 9989 section 4.10.1", () => {
  test.each([
    ["v=DMARC1; p=reject; sp=rejct; rua=mailto:d@x.org"],
    ["v=DMARC1; p=reject; np=no; rua=mailto:d@x.org"],
    ["v=DMARC1; p=rejct; rua=mailto:d@x.org"],
    ["v=DMARC1; sp=reject; rua=mailto:d@x.org"]
  ])("%j counts as the policy none, because reports have an address", (record) =>
    expect(parseDmarc(record)).toMatchObject({
      ok: true,
      record: { policy: "none", policyIsImplied: true, subdomainPolicy: null, nonexistentPolicy: null }
    })
  )
  test.each(["v=DMARC1; p=reject; sp=rejct", "v=DMARC1; p=reject; np=no; rua=d@x.org", "v=DMARC1; p=x"])(
    "%j has no effect",
    (record) => expect(parseDmarc(record)).toMatchObject({ ok: false, fault: { code: "no_policy" } })
  )
  test("an invalid sp costs the domain its grade; the fix starts with today's policy, and goes on to the owner's", async () => {
    const zone = but({ [`_dmarc.${D}`]: { TXT: [`v=DMARC1; p=reject; sp=rejct; rua=mailto:d@${D}`] } })
    const [report, reviewed] = await Promise.all([
      checkEmailHealth(D, { zone }),
      checkEmailHealth(D, { zone, repair: { reportsReviewed: true } })
    ])
    expect(report.dmarc).toMatchObject({ effectivePolicy: "none" })
    expect(report.dmarc.score).toBeLessThanOrEqual(50)
    expect(fixOf(report)).toBe(`v=DMARC1; p=none; rua=mailto:d@${D}`)
    expect(report.steps.find(({ kind }) => kind === "review")?.text).toContain('your policy "reject"')
    expect(fixOf(reviewed)).toBe(`v=DMARC1; p=reject; rua=mailto:d@${D}`)
  })
  test("a domain's own record without any valid policy ends the search: no DMARC applies", async () =>
    expect(
      await Effect.runPromise(
        evaluateDmarc(
          makeZoneResolver({
            "_dmarc.a.example.com": { TXT: ["v=DMARC1; p=x"] },
            "_dmarc.example.com": { TXT: ["v=DMARC1; p=reject"] }
          }),
          { from: "a.example.com", spf: null, dkim: [] }
        )
      )
    ).toMatchObject({ result: "none", policy: null }))
})

describe("RFC 9989 section 4.8", () => {
  test.each(["V=DMARC1; P=reject", "v = DMARC1; P = REJECT"])("%j is valid: names ignore case", (record) =>
    expect(parseDmarc(record)).toMatchObject({ ok: true, record: { policy: "reject", warnings: [] } })
  )
  test.each(["v=dmarc1; p=reject", "v=Dmarc1; p=reject"])(
    "%j is no record: the version does not ignore case",
    (record) => expect(parseDmarc(record)).toEqual({ ok: false, fault: null })
  )
  test("a tag that occurs twice in different case makes the record invalid", () =>
    expect(parseDmarc("v=DMARC1; p=none; P=reject")).toMatchObject({ fault: { code: "duplicate_tag" } }))
})

describe("RFC 9989 section 4.10.2", () => {
  test("a record with psd=y and no policy is the boundary of organizations", async () =>
    expect(
      await organization(
        {
          "_dmarc.psd.example": { TXT: ["v=DMARC1; psd=y"] },
          "_dmarc.deep.sub.psd.example": { TXT: ["v=DMARC1; p=none"] }
        },
        "deep.sub.psd.example"
      )
    ).toBe("sub.psd.example"))
  test("a record with psd=n and no policy is the top of an organization", async () =>
    expect(
      await organization(
        {
          "_dmarc.a.b.example.com": { TXT: ["v=DMARC1; p=none"] },
          "_dmarc.b.example.com": { TXT: ["v=DMARC1; psd=n"] },
          "_dmarc.example.com": { TXT: ["v=DMARC1; p=reject"] }
        },
        "a.b.example.com"
      )
    ).toBe("b.example.com"))
})

describe("what the DNS does not answer is unknown", () => {
  test("an unanswered DMARC query does not make ~all a weakness", async () => {
    const zone = but({
      [D]: { ...healthy()[D], TXT: ["v=spf1 mx ~all"] },
      [`_dmarc.${D}`]: { fail: "ServFail" }
    })
    const report = await checkEmailHealth(D, { zone })
    expect(report.dmarc.status).toBe("unknown")
    expect(report.findings.map(({ code }) => code)).not.toContain("spf_softfail_alone")
  })
})

describe("a policy without working reports", () => {
  const codes = async (dmarc: string) =>
    (await checkEmailHealth(D, { zone: but({ [`_dmarc.${D}`]: { TXT: [dmarc] } }) })).findings.map(({ code }) => code)
  test("has no reports when its only address is malformed", async () => {
    expect(await codes("v=DMARC1; p=none; rua=reports@example.com")).toContain("dmarc_none_blind")
    expect(await codes("v=DMARC1; p=reject; rua=reports@example.com")).toContain("dmarc_no_reports")
  })
  test("has none when the only recipient has not authorised them", async () =>
    expect(await codes("v=DMARC1; p=none; rua=mailto:a@other.example")).toContain("dmarc_none_blind"))
})

describe.each(prototypeWords)("the word %j", (word) => {
  test("is no policy, no value and no tag", () => {
    expect(correctDmarc(`v=DMARC1; p=${word}; rua=mailto:a@x.org`)).toBe("v=DMARC1; p=none; rua=mailto:a@x.org")
    expect(correctDmarc(`v=DMARC1; p=reject; p=${word}; adkim=${word}`)).toBe("v=DMARC1; p=reject")
    const parsed = parseDmarc(`v=DMARC1; p=reject; adkim=${word}; ${word}=1`)
    expect(parsed).toMatchObject({ ok: true, record: { policy: "reject", dkimAlignment: "r" } })
  })
  test("in every record of a domain is unknown there", async () => {
    const zone = but({
      [D]: { ...healthy()[D], TXT: [`v=spf1 ${word} ${word}:a ${word}=b -all`] },
      [`_dmarc.${D}`]: { TXT: [`v=DMARC1; p=${word}; ${word}=1`] },
      [`s1._domainkey.${D}`]: { TXT: [`v=DKIM1; k=${word}; h=${word}; p=AAAA; ${word}=1`] },
      [`_mta-sts.${D}`]: { TXT: [`v=STSv1; id=${word}; ${word}=1`] },
      [`_smtp._tls.${D}`]: { TXT: [`v=TLSRPTv1; rua=${word}; ${word}=1`] }
    })
    const { findings } = await checkEmailHealth(D, { zone })
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(["spf_syntax"]))
    expect(JSON.stringify(findings)).not.toContain("[native code]")
  })
})
