import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import { parseDmarc } from "../src/dmarc/DmarcRecord.ts"
import { evaluateDmarc } from "../src/dmarc/evaluateDmarc.ts"
import { walkNames } from "../src/dmarc/treeWalk.ts"
import type { DmarcRequest } from "../src/dmarc/DmarcOutcome.ts"

const evaluate = (zone: Zone, request: Partial<DmarcRequest> & { readonly from: string }) =>
  Effect.runPromise(evaluateDmarc(makeZoneResolver(zone), { spf: null, dkim: [], ...request }))
const at = (text: string, ...more: ReadonlyArray<string>) => ({ TXT: [text, ...more] })

describe("RFC 9989 section 4.10", () => {
  test("walks the names of the example in the RFC", () =>
    expect(walkNames("a.b.c.d.e.f.g.h.i.j.mail.example.com")).toEqual([
      "a.b.c.d.e.f.g.h.i.j.mail.example.com",
      "g.h.i.j.mail.example.com",
      "h.i.j.mail.example.com",
      "i.j.mail.example.com",
      "j.mail.example.com",
      "mail.example.com",
      "example.com",
      "com"
    ]))
  test.each([1, 2, 7, 8, 9, 60])("a name of %i labels takes at most eight queries", (count) => {
    const domain = Array.from({ length: count }, (_, index) => `l${index}`).join(".")
    expect(walkNames(domain).length).toBe(Math.min(count, 8))
  })
  test("ignores several records at one name and continues the walk", async () =>
    expect(
      await evaluate(
        {
          "_dmarc.a.example.com": at("v=DMARC1; p=none", "v=DMARC1; p=none"),
          "_dmarc.example.com": at("v=DMARC1; p=reject")
        },
        { from: "a.example.com" }
      )
    ).toMatchObject({ policy: "reject", recordDomain: "example.com" }))
  test("returns temperror when the resolver fails", async () =>
    expect((await evaluate({ "_dmarc.example.com": { fail: "ServFail" } }, { from: "example.com" })).result).toBe(
      "temperror"
    ))
  test("psd=y at a parent makes the domain below it the organizational domain", async () =>
    expect(
      await evaluate({ "_dmarc.bank.example": at("v=DMARC1; p=reject; psd=y") }, { from: "mail.giant.bank.example" })
    ).toMatchObject({ organizationalDomain: "giant.bank.example", recordDomain: "bank.example", policy: "reject" }))
  test("psd=n makes a subtree its own organization", async () =>
    expect(
      await evaluate(
        { "_dmarc.a.example.com": at("v=DMARC1; p=reject; psd=n"), "_dmarc.example.com": at("v=DMARC1; p=none") },
        { from: "a.example.com", dkim: ["example.com"] }
      )
    ).toMatchObject({ result: "fail", organizationalDomain: "a.example.com" }))
})

describe("without a record", () => {
  test.each<readonly [from: string, other: string, isAligned: boolean, zone: Zone]>([
    ["example.com", "example.com", true, {}],
    ["Example.com", "EXAMPLE.COM", true, {}],
    ["example.com", "bounce.example.com", true, {}],
    ["news.example.com", "example.com", true, {}],
    ["news.example.com", "bounce.example.com", true, {}],
    ["shop.co.uk", "bounce.shop.co.uk", true, {}],
    ["shop.co.uk", "other.co.uk", false, {}],
    ["ada.github.io", "bob.github.io", false, {}],
    ["example.com", "example.org", false, {}],
    ["example.com", "notexample.com", false, {}],
    ["example.com", "mail.example.com", true, { "_dmarc.example.com": at("v=DMARC1; p=nothing") }],
    ["example.com", "mail.example.com", true, { "_dmarc.example.com": at("v=DMARC1; p=none", "v=DMARC1; p=none") }]
  ])("alignment is relaxed: %s and %s, %s, %j", async (from, other, isAligned, zone) => {
    const aligned = isAligned ? other.toLowerCase() : null
    expect(await evaluate(zone, { from, spf: other, dkim: ["third.example", other] })).toEqual({
      result: "none",
      policy: null,
      organizationalDomain: null,
      recordDomain: null,
      aligned: { spf: aligned, dkim: aligned }
    })
  })
})

describe("which policy applies", () => {
  const record = { "_dmarc.example.com": at("v=DMARC1; p=reject; sp=quarantine; np=none") }
  test.each<readonly [string, Zone, string, string]>([
    ["the domain itself", {}, "example.com", "reject"],
    ["a name below that exists", { "a.example.com": { TXT: ["x"] } }, "a.example.com", "quarantine"],
    ["a name below that does not", {}, "b.example.com", "none"],
    [
      "an alias to nothing, which exists",
      { "c.example.com": { CNAME: ["gone.example.net"] } },
      "c.example.com",
      "quarantine"
    ]
  ])("%s", async (_what, zone, from, policy) =>
    expect((await evaluate({ ...record, ...zone }, { from })).policy).toBe(policy)
  )
})

describe("RFC 9989 section 4.7", () => {
  test.each([
    ["v=DMARC1;p=none", true],
    ["v = DMARC1 ; p = none ;", true],
    ["v=DMARC1; p=none; unknown=1", true],
    ["v=DMARC1; rua=mailto:a@example.com", true],
    ["v=DMARC1; p=nonsense; rua=mailto:a@example.com", true],
    ["v=DMARC1", false],
    ["v=DMARC1; p=nonsense", false],
    ["v=DMARC1; p=none; p=reject", false],
    ["v=dmarc1; p=none", false],
    ["p=none; v=DMARC1", false],
    ["v=DMARC1x; p=none", false],
    [" v=DMARC1; p=none", false],
    ["", false]
  ])("%j is used: %s", (text, used) => expect(parseDmarc(text).ok).toBe(used))

  test.each([
    ["v=DMARC1; sp=reject; rua=https://r.example.com/x", true],
    ["v=DMARC1; p=rejct; rua=https://r.example.com/x", true],
    ["v=DMARC1; rua=ftp://r.example.com/x", true],
    ["v=DMARC1; rua=r.example.com", false],
    ["v=DMARC1; rua=mailto:nobody", false],
    ["v=DMARC1; p=rejct; rua=https://", false]
  ])("%j without a valid policy has the policy none, as it has a valid report URI: %s", (text, used) => {
    const parsed = parseDmarc(text)
    expect(parsed.ok && [parsed.record.policy, parsed.record.policyIsImplied]).toEqual(used && ["none", true])
  })

  test("reports the parts of a record that receivers ignore", () => {
    const parsed = parseDmarc(
      "v=DMARC1; p=reject; sp=rejct; pct=50; what; rua=mailto:a@example.com!10m, https://example.com/x; foo=bar"
    )
    expect(parsed.ok && parsed.record.warnings.map(({ code, tag }) => [code, tag])).toEqual([
      ["malformed_tag", "what"],
      ["bad_value", "sp"],
      ["historic_tag", "pct"],
      ["unknown_tag", "foo"],
      ["report_size", "rua"],
      ["bad_report_address", "rua"]
    ])
    expect(parsed.ok && [parsed.record.percent, parsed.record.subdomainPolicy]).toEqual([50, null])
  })
})
