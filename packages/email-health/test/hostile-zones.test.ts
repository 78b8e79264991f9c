import type { Zone, ZoneRecords } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { makeEmailHealth } from "../src/EmailHealth.ts"
import { evaluateSpf } from "../src/spf/evaluateSpf.ts"
import { healthy, LISTS, PUBLIC } from "./zones.ts"
import { CHECK_QUERY_BUDGET, QUERY_BUDGET } from "../src/CheckLimits.ts"

const D = "example.com"

const check = async (zone: Zone, domain = D, selectors: ReadonlyArray<string> = []) => {
  const resolver = makeZoneResolver(zone)
  const report = await Effect.runPromise(
    Effect.flatMap(makeEmailHealth(resolver), (service) => service.check(domain, { selectors }))
  )
  return { report, queries: resolver.queries.length, codes: report.findings.map(({ code }) => code) }
}

const range = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)
const chunked = (text: string): ReadonlyArray<string> => text.match(/[^]{1,255}/g) ?? []
const big = (text: string): ZoneRecords => ({ TXT: [chunked(text)] })
const latin1 = (given: string): string => Buffer.from(given).toString("latin1")
const mxs = (count: number, suffix: string) =>
  range(count).map((preference) => ({ preference, exchange: `h${preference}.${suffix}` }))

const explosion = (): Zone => ({
  ...healthy(),
  [D]: {
    ...healthy()[D],
    TXT: [
      `v=spf1 ${range(9)
        .map((index) => `include:i${index}.${D}`)
        .join(" ")} -all`
    ]
  },
  ...Object.fromEntries(
    range(9).map((index) => [
      `i${index}.${D}`,
      {
        TXT: [
          `v=spf1 ${range(10)
            .map((at) => `mx:m${index}x${at}.${D}`)
            .join(" ")} -all`
        ]
      }
    ])
  ),
  ...Object.fromEntries(
    range(9).flatMap((index) => range(10).map((at) => [`m${index}x${at}.${D}`, { MX: mxs(10, `z.${D}`) }] as const))
  ),
  ...Object.fromEntries(range(10).map((index) => [`h${index}.z.${D}`, { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] }]))
})

const HOSTILE: ReadonlyArray<readonly [string, Zone, string?]> = [
  ["includes times MX times addresses", explosion()],
  [
    "aliases in a loop",
    { [D]: { CNAME: [`b.${D}`] }, [`b.${D}`]: { CNAME: [D] }, [`_dmarc.${D}`]: { CNAME: [`_dmarc.${D}`] } }
  ],
  ["64 KiB of SPF", { [D]: big(`v=spf1 ${"include:a.example.net ".repeat(2900)}-all`) }],
  ["64 KiB of networks", { [D]: big(`v=spf1 ${"ip4:10.0.0.1 ".repeat(5000)}-all`) }],
  [
    "64 KiB of blanks in every record",
    {
      [D]: big(`v=spf1 ${" ".repeat(65_000)}-all`),
      [`_dmarc.${D}`]: big(`v=DMARC1; p=reject; rua=${" ".repeat(65_000)}\u0001`),
      [`*._domainkey.${D}`]: big(`v=DKIM1; p=${" ".repeat(65_000)}\u0001`)
    }
  ],
  ["64 KiB of one label", { [D]: big(`v=spf1 include:a.${"a".repeat(65_000)}! -all`) }],
  [
    "64 KiB of slashes and percent signs",
    { [D]: big(`v=spf1 a:${"/".repeat(30_000)} exists:${"%%".repeat(15_000)} -all`) }
  ],
  [
    "64 KiB of tags",
    {
      [D]: { TXT: ["x"] },
      [`_dmarc.${D}`]: big(`v=DMARC1; p=none;${"a=b;".repeat(16_000)}`),
      [`default._domainkey.${D}`]: big(`v=DKIM1;${"a=b;".repeat(16_000)}p=`)
    }
  ],
  [
    "64 KiB of report addresses",
    { [D]: { TXT: ["x"] }, [`_dmarc.${D}`]: big(`v=DMARC1; p=none; rua=${"mailto:a@b.example,".repeat(3000)}`) }
  ],
  [
    "octets of every kind",
    {
      [D]: {
        TXT: [String.fromCharCode(...range(256)), `v=spf1 ${String.fromCharCode(...range(256))}`],
        MX: [{ preference: 0, exchange: "\\000\\255.example.com" }]
      },
      [`_dmarc.${D}`]: { TXT: [`v=DMARC1; p=reject; ${String.fromCharCode(...range(256))}`] }
    }
  ],
  [
    "a wildcard for everything",
    {
      [`*.${D}`]: {
        TXT: ["v=spf1 include:x.example.com -all", "v=DMARC1; p=none; rua=mailto:a@x.example.com", "v=DKIM1; p=AAAA"],
        MX: mxs(20, D),
        A: ["127.0.0.2"],
        AAAA: ["::1"],
        PTR: [D],
        TLSA: [{ usage: 3, selector: 1, matchingType: 1, data: "00" }]
      },
      [D]: { MX: mxs(20, D), TXT: [`v=spf1 include:x.${D} ?all`] }
    }
  ],
  [
    "records that include themselves and each other",
    {
      [D]: { TXT: [`v=spf1 include:${D} include:a.${D} redirect=${D}`] },
      [`a.${D}`]: { TXT: [`v=spf1 include:${D} include:a.${D} include:a.${D} -all`] }
    }
  ],
  [
    "a tower of includes",
    Object.fromEntries(
      range(60).map((index) => [
        index === 0 ? D : `i${index}.${D}`,
        { TXT: [`v=spf1 include:i${index + 1}.${D} include:i${index + 1}.${D} -all`] }
      ])
    )
  ],
  ["a name of a hundred labels", { "_dmarc.com": { TXT: ["v=DMARC1; p=none"] } }, `${"a.".repeat(98)}example.com`],
  ["nothing but failures", { com: { fail: "ServFail" }, [D]: { fail: "Timeout" }, [`*.${D}`]: { fail: "Refused" } }],
  [
    "a hundred mail hosts",
    {
      ...LISTS,
      [D]: { MX: mxs(100, D), TXT: ["v=spf1 mx -all"] },
      [`*.${D}`]: { A: range(50).map((index) => `9.9.9.${index}`), AAAA: ["2620:fe::fe"] }
    }
  ]
]

describe("hostile zones", () => {
  test.each(HOSTILE.map(([what, zone, domain = D]) => ({ what, zone, domain })))(
    "returns a report within the budget for $what",
    { timeout: 20_000 },
    async ({ zone, domain }) => {
      const { report, queries } = await check(zone, domain)
      expect(queries).toBeLessThanOrEqual(CHECK_QUERY_BUDGET)
      expect(JSON.parse(JSON.stringify(report))).toEqual(report)
    }
  )

  test.each(HOSTILE.map(([what, zone]) => ({ what, zone })))(
    "evaluates SPF in finite time for $what",
    async ({ zone }) => {
      const resolver = makeZoneResolver(zone)
      const { result } = await Effect.runPromise(evaluateSpf(resolver, { ip: "192.0.2.99", sender: `a@${D}` }))
      expect(["pass", "fail", "softfail", "neutral", "none", "permerror", "temperror"]).toContain(result)
      expect(resolver.queries.length).toBeLessThan(130)
    }
  )

  test("never throws for records made of grammar and garbage", async () => {
    const word = fc.oneof(
      fc.constantFrom(
        "v=spf1",
        "v=DMARC1;",
        "v=DKIM1;",
        "p=",
        "p=reject;",
        "include:",
        "a:",
        "mx",
        "/33",
        "//",
        "%{",
        "%{d}",
        "%{ir}",
        "redirect=",
        "-all",
        "rua=mailto:a@b.example,",
        ";",
        " ",
        "ip6:::1/64",
        "ptr",
        "=",
        "t=y;"
      ),
      fc.string({ maxLength: 8, unit: "binary" })
    )
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(""))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 3, maxLength: 3 }), async ([spf = "", dmarc = "", dkim = ""]) => {
        const { report } = await check({
          [D]: { TXT: [latin1(`v=spf1 ${spf}`), latin1(dmarc)] },
          [`_dmarc.${D}`]: { TXT: [latin1(`v=DMARC1; ${dmarc}`)] },
          [`default._domainkey.${D}`]: { TXT: [latin1(dkim)] }
        })
        expect(report.domain).toBe(D)
      }),
      { numRuns: 60 }
    )
  })
})

describe("query budgets", () => {
  test("add up to 233 queries", () => expect(CHECK_QUERY_BUDGET).toBe(233))

  test("make only their own component unknown when they are exhausted", async () => {
    const zone = explosion()
    const few = {
      ...zone,
      [D]: {
        ...zone[D],
        TXT: [
          `v=spf1 ${range(5)
            .map((index) => `mx:m0x${index}.${D}`)
            .join(" ")} -all`
        ]
      },
      ...Object.fromEntries(range(5).map((index) => [`m0x${index}.${D}`, { MX: mxs(10, `z${index}.${D}`) }]))
    }
    const wild = {
      ...few,
      ...Object.fromEntries(
        range(5).flatMap((index) =>
          range(10).map((at) => [`h${at}.z${index}.${D}`, { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] }])
        )
      )
    }
    const { report, codes } = await check(wild as Zone)
    expect(codes).toContain("spf_budget")
    expect([
      report.mx.status,
      report.spf.status,
      report.dkim.status,
      report.dmarc.status,
      report.blacklist.status
    ]).toEqual(["ok", "unknown", "ok", "ok", "ok"])
    expect(report.incomplete).toBe(true)
  })

  test("do not hide the error of too many SPF lookups", async () =>
    expect((await check(explosion())).codes).toContain("spf_too_many_lookups"))

  test("are sufficient for an ordinary domain with five dual-stack mail hosts", async () => {
    const zone: Zone = {
      ...healthy(),
      [D]: { MX: mxs(5, D), TXT: [`v=spf1 mx include:a.example.net include:b.example.net -all`] },
      ...Object.fromEntries(
        range(5).map((index) => [`h${index}.${D}`, { A: [`8.8.8.${index}`], AAAA: [`2001:4860:4860::${index}`] }])
      ),
      "a.example.net": { TXT: [`v=spf1 ip4:${PUBLIC[0]} -all`] },
      "b.example.net": { TXT: ["v=spf1 a:h0.example.com -all"] }
    }
    const { codes, queries } = await check(zone, D, ["one", "two"])
    expect(codes.filter((code) => code.endsWith("_budget"))).toEqual([])
    expect(queries).toBeLessThan(150)
  })

  test("grow with the caller's selectors", async () => {
    const { report } = await check(
      healthy(),
      D,
      range(30).map((index) => `mine${index}`)
    )
    expect(report.dkim.selectorsProbed).toBe(70)
    expect(QUERY_BUDGET.dkim).toBe(56)
    expect(report.dkim.status).toBe("ok")
  })
})
