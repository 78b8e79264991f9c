import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import { checkEmailHealth } from "../src/checkEmailHealth.ts"
import { makeEmailHealth } from "../src/EmailHealth.ts"
import { detectProvider } from "../src/mx/detectProvider.ts"
import { MAIL_PROVIDERS } from "../src/mx/providers.ts"
import { RUBRIC, WEIGHTS } from "../src/rubric/Rubric.ts"
import { parseSpf } from "../src/spf/SpfRecord.ts"
import { policyFile, transportDouble } from "./transportDouble.ts"
import { but, healthy } from "./zones.ts"

const D = "example.com"
const report = (zone: Zone, domain = D) => checkEmailHealth(domain, { zone })
const txt = (...TXT: ReadonlyArray<string>) => ({ TXT })
const fixOf = async (zone: Zone, code: string, domain = D) =>
  (await report(zone, domain)).findings.find((finding) => finding.code === code)?.fix

describe("the rubric", () => {
  test("has weights that add up to a hundred", () =>
    expect(Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBe(100))
  test("does not score the extras", () =>
    expect(
      [...RUBRIC.values()].filter(
        ({ component, cap, deduct }) => component === "extras" && (cap !== undefined || deduct !== undefined)
      )
    ).toEqual([]))
  test("has a reference for each rule", () =>
    expect([...RUBRIC].filter(([, { reference }]) => !/^(?:RFC \d+|draft-|M3AAWG)/.test(reference))).toEqual([]))
})

describe("fixes are complete records", () => {
  test("suggests an SPF record for the mailbox provider", async () =>
    expect(await fixOf({ [D]: { MX: [{ preference: 1, exchange: "aspmx.l.google.com" }] } }, "spf_missing")).toEqual({
      type: "TXT",
      host: D,
      value: "v=spf1 include:_spf.google.com ~all"
    }))
  test("corrects an SPF record with a clear intent", async () =>
    expect((await fixOf({ [D]: txt("v=spf1 ipv4:8.8.8.8 -all") }, "spf_syntax"))?.value).toBe(
      "v=spf1 ip4:8.8.8.8 -all"
    ))
  test("merges two SPF records", async () =>
    expect(
      (await fixOf(but({ [D]: { ...healthy()[D], TXT: ["v=spf1 mx -all", "v=spf1 a ~all"] } }), "spf_multiple"))?.value
    ).toBe("v=spf1 mx a -all"))
  test("corrects a record that is almost SPF", async () =>
    expect((await fixOf(but({ [D]: { ...healthy()[D], TXT: ["v=spf1; mx -all"] } }), "spf_near_miss"))?.value).toBe(
      "v=spf1 mx -all"
    ))
  test("corrects a mechanism that is written as a modifier", async () =>
    expect((await fixOf(but({ [D]: { ...healthy()[D], TXT: ["v=spf1 ip4=8.8.8.8 -all"] } }), "spf_slip"))?.value).toBe(
      "v=spf1 ip4:8.8.8.8 -all"
    ))
  test("suggests a null MX", async () =>
    expect(await fixOf({ [D]: txt("v=spf1 -all") }, "mx_parked_without_null")).toEqual({
      type: "MX",
      host: D,
      value: "0 ."
    }))
  test("suggests a DMARC record with reports", async () =>
    expect(await fixOf(but({ [`_dmarc.${D}`]: txt("x") }), "dmarc_missing")).toEqual({
      type: "TXT",
      host: `_dmarc.${D}`,
      value: `v=DMARC1; p=none; rua=mailto:postmaster@${D}`
    }))
  test("suggests a stricter DMARC record only to an owner who has read the reports", async () => {
    const zone = but({ [`_dmarc.${D}`]: txt(`v=DMARC1;p=none; sp=none; rua=mailto:d@${D}`) })
    expect(await fixOf(zone, "dmarc_none")).toBeNull()
    const reviewed = await checkEmailHealth(D, { zone, repair: { reportsReviewed: true } })
    expect(reviewed.findings.find(({ code }) => code === "dmarc_none")?.fix?.value).toBe(
      `v=DMARC1; p=quarantine; rua=mailto:d@${D}`
    )
  })
  test("adds reports to a DMARC record without reports first", async () =>
    expect((await fixOf(but({ [`_dmarc.${D}`]: txt("v=DMARC1; p=none;") }), "dmarc_none_blind"))?.value).toBe(
      `v=DMARC1; p=none; rua=mailto:postmaster@${D}`
    ))
  test("suggests the authorisation record for external reports", async () =>
    expect(
      await fixOf(
        but({
          [`_dmarc.${D}`]: txt("v=DMARC1; p=reject; rua=mailto:d@reports.example.net"),
          "reports.example.net": { A: ["192.0.2.1"] }
        }),
        "dmarc_unauthorised_reports"
      )
    ).toEqual({ type: "TXT", host: `${D}._report._dmarc.reports.example.net`, value: "v=DMARC1" }))
  test("every SPF fix is a valid record", async () => {
    const { findings } = await report({ [D]: txt("v=spf1 ip:8.8.8.8 ~all all") })
    const records = findings.flatMap(({ fix }) => (fix?.value.startsWith("v=spf1") ? [fix.value] : []))
    expect(records.length).toBeGreaterThan(0)
    expect(records.filter((text) => parseSpf(text).errors.length > 0)).toEqual([])
  })
})

describe("a report", () => {
  test("accepts a wildcard as authorisation", async () =>
    expect(
      await fixOf(
        but({
          [`_dmarc.${D}`]: txt("v=DMARC1; p=reject; rua=mailto:d@r.example.net"),
          "*._report._dmarc.r.example.net": txt("v=DMARC1")
        }),
        "dmarc_unauthorised_reports"
      )
    ).toBeUndefined())

  test("applies the subdomain policy of the organizational domain", async () => {
    const { dmarc } = await report(
      {
        ...but({ [`_dmarc.${D}`]: txt(`v=DMARC1; p=reject; sp=quarantine; np=none; rua=mailto:d@${D}`) }),
        [`shop.${D}`]: { A: ["8.8.8.8"] }
      },
      `shop.${D}`
    )
    expect([dmarc.policy, dmarc.effectivePolicy, dmarc.inheritedFrom, dmarc.below]).toEqual([
      "reject",
      "quarantine",
      D,
      { subdomain: "quarantine", nonexistent: "none" }
    ])
  })

  test("takes the provider from a key's alias, and reports an alias without a target", async () => {
    const { dkim, findings } = await report(
      but({
        [`selector1._domainkey.${D}`]: { CNAME: ["selector1-example-com._domainkey.contoso.onmicrosoft.com"] },
        [`selector2._domainkey.${D}`]: { CNAME: ["selector2-example-com._domainkey.contoso.onmicrosoft.com"] },
        "selector1-example-com._domainkey.contoso.onmicrosoft.com": {
          TXT: healthy()[`default._domainkey.${D}`]?.TXT ?? []
        },
        [`k2._domainkey.${D}`]: { CNAME: ["not-yet.example.net"] },
        "not-yet.example.net": { A: ["192.0.2.1"] }
      })
    )
    expect(dkim.keys.map(({ selector, provider }) => [selector, provider])).toEqual([
      ["selector1", "Microsoft 365"],
      ["default", null]
    ])
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(["dkim_dangling", "dkim_not_published"]))
  })

  test("does not count a wildcard below _domainkey as a key", async () => {
    const zone = { ...healthy(), [`*._domainkey.${D}`]: healthy()[`default._domainkey.${D}`] ?? {} }
    const { dkim, findings } = await report(zone)
    expect([dkim.keys, dkim.wildcard]).toEqual([[], "key"])
    expect(findings.map(({ code }) => code)).toContain("dkim_wildcard")
  })

  test("does not take a policy at every name for a key", async () => {
    const { dkim } = await report({ [`*.${D}`]: { TXT: ["v=DMARC1; p=reject"] } })
    expect([dkim.keys, dkim.wildcard]).toEqual([[], null])
  })
  test("does not report a wildcard alias as a dangling key", async () =>
    expect(
      (
        await report({
          [D]: { TXT: ["v=spf1 -all"], A: ["8.8.8.8"] },
          [`*.${D}`]: { CNAME: ["park.example.net"] },
          "park.example.net": { A: ["8.8.8.8"] }
        })
      ).dkim.dangling
    ).toEqual([]))

  test("finds a key in spite of a wildcard", async () =>
    expect(
      (await report({ ...healthy(), [`*._domainkey.${D}`]: txt("v=DKIM1; p=") })).dkim.keys.map(
        ({ selector }) => selector
      )
    ).toEqual(["default"]))

  test("queries the caller's selectors first", async () => {
    const { dkim } = await checkEmailHealth(D, {
      zone: { ...healthy(), [`x2026._domainkey.${D}`]: txt("p=") },
      selectors: ["X2026", "not a selector"]
    })
    expect([dkim.keys[0]?.selector, dkim.selectorsProbed]).toEqual(["x2026", 51])
  })

  test("reports DKIM as unknown when the DNS does not answer", async () =>
    expect(
      (
        await report(
          but({ [`*._domainkey.${D}`]: { fail: "ServFail" }, [`default._domainkey.${D}`]: { fail: "ServFail" } })
        )
      ).dkim.status
    ).toBe("unknown"))

  test("contains the requirements for bulk senders", async () =>
    expect(
      (await report(healthy())).extras.bulkSender
        .filter(({ provider }) => provider === "google")
        .map(({ audience, id, met }) => [audience, id, met])
    ).toEqual([
      ["all", "spf_or_dkim", true],
      ["all", "reverse_dns", null],
      ["all", "tls", null],
      ["all", "message_format", null],
      ["all", "spam_rate", null],
      ["bulk", "spf", true],
      ["bulk", "dkim", true],
      ["bulk", "dmarc", true],
      ["bulk", "alignment", true],
      ["bulk", "one_click_unsubscribe", null]
    ]))

  test("says of each requirement that the DNS does not show why it is not checked", async () => {
    const { bulkSender } = (await report({ [D]: txt("x") })).extras
    expect(
      bulkSender.filter(({ met }) => met === null).every(({ explanation }) => explanation.startsWith("Not checked: "))
    ).toBe(true)
    expect(bulkSender.filter(({ met }) => met === false).map(({ id, provider }) => `${provider} ${id}`)).toContain(
      "yahoo dmarc"
    )
  })

  test("never contains a list key", async () => {
    const { blacklist, ...rest } = await checkEmailHealth(D, {
      zone: healthy(),
      listKeys: { spamhaus: "topsecretkey" }
    })
    expect(blacklist.checked.some(({ listId }) => listId === "spamhaus-zen")).toBe(true)
    expect(JSON.stringify({ blacklist, rest })).not.toContain("topsecretkey")
  })

  test("contains extras without scoring them", async () => {
    const { extras, score } = await checkEmailHealth(D, {
      zone: but({
        [`_mta-sts.${D}`]: txt("v=STSv1; id=20260101"),
        [`_smtp._tls.${D}`]: txt(`v=TLSRPTv1; rua=mailto:t@${D}`),
        [`default._bimi.${D}`]: txt("v=BIMI1; l=http://insecure.example/x.svg"),
        [`_25._tcp.mx1.${D}`]: { TLSA: [{ usage: 3, selector: 1, matchingType: 1, data: "aa".repeat(32) }] }
      }),
      transport: transportDouble(policyFile(`version: STSv1\nmode: enforce\nmx: *.${D}\nmax_age: 86400`))
    })
    expect([
      extras.mtaSts.policy?.mode,
      extras.tlsRpt.valid,
      extras.bimi.valid,
      extras.dane[0]?.records,
      score
    ]).toEqual(["enforce", true, false, 1, 100])
  })

  test("does not check the reverse DNS of shared hosts", async () =>
    expect(
      (
        await report({
          ...healthy(),
          [D]: { MX: [{ preference: 1, exchange: "aspmx.l.google.com" }], TXT: ["v=spf1 -all"] },
          "aspmx.l.google.com": { A: ["9.9.9.9"] }
        })
      ).findings.map(({ code }) => code)
    ).not.toContain("mx_reverse"))
})

describe("providers", () => {
  test.each([
    ["aspmx.l.google.com", "google"],
    ["example-com.mail.protection.outlook.com", "microsoft365"],
    ["mx1-eu1.ppe-hosted.com", "proofpoint-essentials"],
    ["eu-smtp-inbound-1.mimecast.com", "mimecast"],
    ["in1-smtp.messagingengine.com", "fastmail"],
    ["MX.ZOHO.EU.", "zoho"]
  ])("%s is %s", (host, id) => expect(detectProvider(host)?.id).toBe(id))
  test.each(["notgoogle.com", "google.com.example.net", "com", ""])("%j has no known provider", (host) =>
    expect(detectProvider(host)).toBeNull()
  )
  test("each suffix belongs to one provider", () => {
    const suffixes = MAIL_PROVIDERS.flatMap((provider) => provider.suffixes)
    expect(new Set(suffixes).size).toBe(suffixes.length)
  })
})

describe("the option fresh", () => {
  test("ignores cached answers, which otherwise last for their time to live", async () => {
    const resolver = makeZoneResolver(healthy())
    const service = await Effect.runPromise(makeEmailHealth(resolver))
    const count = async (fresh: boolean): Promise<number> => {
      const before = resolver.queries.length
      await Effect.runPromise(service.check(D, { fresh }))
      return resolver.queries.length - before
    }
    const first = await count(false)
    expect(first).toBeGreaterThan(60)
    // The random label differs in each check, so only the two control queries are new.
    expect(await count(false)).toBe(2)
    expect(await count(true)).toBe(first)
  })
})
