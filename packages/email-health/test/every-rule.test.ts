import type { Zone } from "@mon/dns"
import { describe, expect, test } from "vitest"
import { encryptedHost, plainHost, policyFile, transportDouble } from "./transportDouble.ts"
import { checkEmailHealth } from "../src/checkEmailHealth.ts"
import type { CheckEmailHealthOptions } from "../src/CheckOptions.ts"
import { RUBRIC } from "../src/rubric/Rubric.ts"
import type { ComponentName } from "../src/rubric/Rule.ts"
import { rsaKey, shapeOfRsaKey } from "./keys.ts"
import { but, healthy, listing, PUBLIC } from "./zones.ts"

const D = "example.com"
const txt = (...TXT: ReadonlyArray<string>) => ({ TXT })
const range = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)
const spf = (...records: ReadonlyArray<string>): Zone => ({ [D]: { ...healthy()[D], TXT: [...records] } })
const dmarc = (...records: ReadonlyArray<string>): Zone => ({ [`_dmarc.${D}`]: txt(...records) })
const hosts = (...exchanges: ReadonlyArray<string>): Zone => ({
  [D]: {
    ...healthy()[D],
    MX: exchanges.map((exchange, index) => ({ preference: exchange === "." ? 0 : index + 1, exchange }))
  }
})
const includes = (count: number): Zone => ({
  ...spf(
    `v=spf1 ${range(count)
      .map((index) => `include:i${index}.example.net`)
      .join(" ")} -all`
  ),
  "*.example.net": txt("v=spf1 ip4:8.8.8.8 -all")
})
const KEY = "abcdefgh"
const zen = (address: string, answer: string): Zone => ({
  [`2.0.0.127.${KEY}.zen.dq.spamhaus.net`]: { A: ["127.0.0.2"] },
  ...listing(address, `${KEY}.zen.dq.spamhaus.net`, answer)
})
const google = (...more: ReadonlyArray<Zone>): Zone =>
  Object.assign(
    {},
    healthy(),
    {
      [D]: { ...healthy()[D], MX: [{ preference: 1, exchange: "aspmx.l.google.com" }], TXT: ["v=spf1 -all"] },
      "aspmx.l.google.com": { A: [PUBLIC[0]] }
    },
    ...more
  )
const keyed = { listKeys: { spamhaus: KEY } }

type Case = readonly [
  codes: ReadonlyArray<string>,
  part: ComponentName | null,
  score: number | null,
  zone: Zone,
  options?: CheckEmailHealthOptions,
  domain?: string
]

const CASES: ReadonlyArray<Case> = [
  [["mx_missing"], "mx", 0, { [D]: txt("x") }],
  [["mx_null_mixed"], "mx", 30, but(hosts(".", `mx1.${D}`, `mx2.${D}`))],
  [
    ["mx_all_private", "mx_private"],
    "mx",
    0,
    but({ [`mx1.${D}`]: { A: ["10.0.0.1"] }, [`mx2.${D}`]: { A: ["192.168.0.1"] } })
  ],
  [["mx_special_name"], "mx", 60, but(hosts(`mx1.${D}`, `mx2.${D}`, "x.msv1.invalid"))],
  [["mx_duplicate"], "mx", 100, but(hosts(`mx1.${D}`, `mx2.${D}`, `mx1.${D}`))],
  [
    ["mx_unchecked"],
    "mx",
    null,
    but({
      ...hosts(...range(12).map((index) => `h${index}.${D}`)),
      ...Object.fromEntries(range(12).map((index) => [`h${index}.${D}`, { A: [PUBLIC[0]] }]))
    })
  ],
  [["mx_alias"], "mx", 100, { ...healthy(), "alias.example.net": { CNAME: [D] } }, {}, "alias.example.net"],
  [["mx_reverse"], "mx", 90, but({ [`mx1.${D}`]: { A: ["1.1.1.1"] } })],
  [
    ["spf_loop"],
    "spf",
    20,
    but({ ...spf("v=spf1 include:a.example.net -all"), "a.example.net": txt(`v=spf1 include:${D} -all`) })
  ],
  [
    ["spf_too_many_hosts"],
    "spf",
    20,
    but({
      ...spf("v=spf1 mx:many.example.net -all"),
      "many.example.net": { MX: range(11).map((preference) => ({ preference, exchange: `mx1.${D}` })) }
    })
  ],
  [["spf_lookups_many"], "spf", 98, but(includes(8))],
  [["spf_voids_near", "spf_void"], "spf", 95, but(spf("v=spf1 mx a:g1.example.net a:g2.example.net -all"))],
  [
    ["spf_long"],
    "spf",
    97,
    but(
      spf(
        `v=spf1 mx ${range(30)
          .map((index) => `ip4:9.9.${index}.9`)
          .join(" ")} ${range(6)
          .map((index) => `ip4:9.10.${index}.17`)
          .join(" ")} -all`
      )
    )
  ],
  [
    ["spf_large_answer"],
    "spf",
    100,
    but(spf("v=spf1 mx -all", ...range(8).map((index) => `${index}${"x".repeat(200)}`)))
  ],
  [["spf_sender_id"], "spf", 98, but(spf("v=spf1 mx -all", "spf2.0/pra mx -all"))],
  [["spf_host_bits"], "spf", 100, but(spf("v=spf1 mx ip4:9.9.9.9/24 -all"))],
  [["spf_redirect_ignored"], "spf", 100, but(spf("v=spf1 mx redirect=x.example.net -all"))],
  [["spf_near_miss", "spf_missing"], "spf", 0, but(spf("v=spf1;mx -all"))],
  [["dkim_testing"], "dkim", 95, but({ [`s1._domainkey.${D}`]: txt(`v=DKIM1; t=y; p=${rsaKey(2048)}`) })],
  [["dkim_large_key"], "dkim", 100, but({ [`s1._domainkey.${D}`]: txt(`v=DKIM1; p=${shapeOfRsaKey(4104)}`) })],
  [["dmarc_invalid"], "dmarc", 10, but(dmarc("v=DMARC1; p=rejekt"))],
  [
    ["dmarc_own_broken", "dmarc_inherited"],
    "dmarc",
    90,
    {
      ...healthy(),
      [`shop.${D}`]: { A: [PUBLIC[0]] },
      [`_dmarc.shop.${D}`]: txt("v=DMARC1; p=none", "v=DMARC1; p=none")
    },
    {},
    `shop.${D}`
  ],
  [["dmarc_near_miss", "dmarc_missing"], "dmarc", 0, but(dmarc("v=dmarc1; p=reject"))],
  [
    ["dmarc_misplaced", "dmarc_missing"],
    "dmarc",
    0,
    but({ ...spf("v=spf1 mx -all", "v=DMARC1; p=reject"), [`_dmarc.${D}`]: txt("x") })
  ],
  [["dmarc_testing_quarantine"], "dmarc", 55, but(dmarc(`v=DMARC1; p=quarantine; t=y; rua=mailto:d@${D}`))],
  [["dmarc_nonexistent_weaker"], "dmarc", 95, but(dmarc(`v=DMARC1; p=reject; np=none; rua=mailto:d@${D}`))],
  [["dmarc_dead_reports"], "dmarc", 95, but(dmarc(`v=DMARC1; p=reject; rua=mailto:d@gone.${D}`))],
  [
    ["dmarc_unauthorised_reports"],
    "dmarc",
    90,
    but({ ...dmarc("v=DMARC1; p=reject; rua=mailto:d@r.example.net"), "r.example.net": { A: [PUBLIC[0]] } })
  ],
  [["dmarc_syntax"], "dmarc", 95, but(dmarc(`v=DMARC1; p=reject; aspf=x; rua=mailto:d@${D}`))],
  [["dmarc_implied_policy", "dmarc_none"], "dmarc", 50, but(dmarc(`v=DMARC1; rua=mailto:d@${D}`))],
  [["dmarc_spf_in_place"], "dmarc", 100, but(dmarc(`v=DMARC1; p=reject; rua=mailto:d@${D}`, "v=spf1 -all"))],
  [["listed_tier1"], "blacklist", 0, but(zen(PUBLIC[0], "127.0.0.2")), keyed],
  [["listed_tier1_shared"], "blacklist", 50, google(zen(PUBLIC[0], "127.0.0.3")), keyed],
  [["listed_tier2_shared"], "blacklist", 80, google(listing(PUBLIC[0], "bl.spamcop.net"))],
  [["listed_tier3_shared"], "blacklist", 93, google(listing(PUBLIC[0], "psbl.surriel.com"))],
  [["listed_policy"], "blacklist", 90, but(zen(PUBLIC[0], "127.0.0.10")), keyed],
  [["listed_policy_shared"], "blacklist", 95, google(zen(PUBLIC[0], "127.0.0.11")), keyed],
  [["listed_info"], "blacklist", 100, but(zen(PUBLIC[0], "127.0.0.30")), keyed],
  [["blacklist_refused"], "blacklist", 100, but(zen(PUBLIC[0], "127.255.255.254")), keyed],
  [["mta_sts_missing", "tls_rpt_missing", "bimi_missing", "dnssec_missing"], null, null, healthy()],
  [
    ["mta_sts_invalid", "tls_rpt_invalid", "bimi_invalid"],
    null,
    null,
    but({
      [`_mta-sts.${D}`]: txt("v=STSv1; id="),
      [`_smtp._tls.${D}`]: txt("v=TLSRPTv1; rua=x"),
      [`default._bimi.${D}`]: txt("v=BIMI1; l=http://x")
    })
  ],
  [
    ["mta_sts_policy"],
    null,
    null,
    but({ [`_mta-sts.${D}`]: txt("v=STSv1; id=1") }),
    { transport: transportDouble(policyFile("version: STSv2")) }
  ],
  [
    ["mta_sts_host"],
    null,
    null,
    but({ [`_mta-sts.${D}`]: txt("v=STSv1; id=1") }),
    { transport: transportDouble(policyFile(`version: STSv1\nmode: enforce\nmx: mx1.${D}\nmax_age: 604800`)) }
  ],
  [
    ["mta_sts_host_testing", "mta_sts_testing", "mta_sts_short"],
    null,
    null,
    but({ [`_mta-sts.${D}`]: txt("v=STSv1; id=1") }),
    { transport: transportDouble(policyFile(`version: STSv1\nmode: testing\nmx: mx1.${D}\nmax_age: 3600`)) }
  ],
  [
    ["mta_sts_none"],
    null,
    null,
    but({ [`_mta-sts.${D}`]: txt("v=STSv1; id=1") }),
    { transport: transportDouble(policyFile("version: STSv1\nmode: none\nmax_age: 604800")) }
  ],
  [
    ["mta_sts_no_tls", "mta_sts_certificate"],
    null,
    null,
    but({ [`_mta-sts.${D}`]: txt("v=STSv1; id=1") }),
    {
      startTls: true,
      transport: transportDouble(policyFile(`version: STSv1\nmode: enforce\nmx: *.${D}\nmax_age: 604800`), {
        [`mx1.${D}`]: plainHost,
        [`mx2.${D}`]: encryptedHost(["wrong_host"])
      })
    }
  ],
  [
    ["starttls_missing", "starttls_certificate"],
    null,
    null,
    healthy(),
    {
      startTls: true,
      transport: transportDouble(null, { [`mx1.${D}`]: plainHost, [`mx2.${D}`]: encryptedHost(["expired"]) })
    }
  ],
  [
    ["starttls_broken"],
    null,
    null,
    healthy(),
    { startTls: true, transport: transportDouble(null, { [`mx1.${D}`]: { ...plainHost, status: "broken" } }) }
  ],
  [
    ["bimi_policy", "bimi_no_certificate"],
    null,
    null,
    but({
      ...dmarc(`v=DMARC1; p=none; rua=mailto:d@${D}`),
      [`default._bimi.${D}`]: txt(`v=BIMI1; l=https://${D}/l.svg`)
    })
  ],
  [
    ["bimi_logo", "bimi_certificate"],
    null,
    null,
    but({ [`default._bimi.${D}`]: txt(`v=BIMI1; l=https://${D}/l.svg; a=https://${D}/l.pem`) }),
    { transport: transportDouble(policyFile("<html>")) }
  ]
]

describe("every rule is found when it applies, and deducts what the rubric says", () => {
  test.each(
    CASES.map(([codes, part, score, zone, options = {}, domain = D]) => ({ codes, part, score, zone, options, domain }))
  )("$codes", async ({ codes, part, score, zone, options, domain }) => {
    const report = await checkEmailHealth(domain, { ...options, zone })
    expect(report.findings.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]))
    expect(report.findings.filter(({ message }) => /\{\w+\}/.test(message))).toEqual([])
    if (part !== null && score !== null) expect(report[part].score).toBe(score)
    const helped = new Set<string>(report.steps.flatMap((step) => step.findings))
    const serious = report.findings.filter(({ severity }) => severity === "critical" || severity === "high")
    expect(serious.filter(({ code, record }) => record === null && !helped.has(code))).toEqual([])
  })

  test("codes are lower-case words", () =>
    expect([...RUBRIC.keys()].filter((code) => !/^[a-z][a-z0-9_]+$/.test(code))).toEqual([]))
})
