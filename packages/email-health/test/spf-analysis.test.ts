import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import { analyseSpf } from "../src/spf/analyseSpf.ts"
import { correctSpf, isNearMiss, mergeSpf } from "../src/spf/SpfCorrection.ts"
import { parseSpf } from "../src/spf/SpfRecord.ts"

const analyse = (zone: Zone, domain = "example.com") => Effect.runPromise(analyseSpf(makeZoneResolver(zone), domain))
const txt = (...TXT: ReadonlyArray<string>) => ({ TXT })

describe("the include tree", () => {
  test("reports the lookups of each branch, including redirect", async () => {
    const { tree, lookups } = await analyse({
      "example.com": txt("v=spf1 include:a.example.net mx redirect=b.example.net"),
      "a.example.net": txt("v=spf1 include:c.example.net a:host.example.net -all"),
      "b.example.net": txt("v=spf1 ip4:192.0.2.1 ~all"),
      "c.example.net": txt("v=spf1 ip4:192.0.2.128/25 -all"),
      "host.example.net": { A: ["192.0.2.5"] }
    })
    expect(lookups).toBe(5)
    expect(tree.terms.map(({ text, lookups: cost }) => [text, cost])).toEqual([
      ["include:a.example.net", 3],
      ["mx", 1],
      ["redirect=b.example.net", 1]
    ])
    expect(tree.children.map(({ domain }) => domain)).toEqual(["a.example.net", "b.example.net"])
  })

  test("lists the terms without records by address family", async () => {
    const { voids, breaks } = await analyse({
      "example.com": txt("v=spf1 a:gone.example.com mx:none.example.com exists:x.example.com a:six.example.com -all"),
      "none.example.com": { A: ["192.0.2.1"] },
      "six.example.com": { AAAA: ["2001:db8::1"] }
    })
    expect(voids.map(({ name, families }) => [name, families])).toEqual([
      ["gone.example.com", [4, 6]],
      ["none.example.com", [4, 6]],
      ["x.example.com", [4, 6]],
      ["six.example.com", [4]]
    ])
    expect(breaks.map(({ code }) => code)).toEqual(["too_many_voids"])
  })

  test("merges the networks that pass", async () => {
    const { networks, ipv4Addresses, otherwise } = await analyse({
      "example.com": {
        TXT: [
          "v=spf1 ip4:192.0.2.0/25 ip4:192.0.2.128/25 ip4:192.0.2.7 a mx -ip4:203.0.113.0/24 include:i.example.com ~all"
        ],
        A: ["198.51.100.1"],
        MX: [{ preference: 1, exchange: "mx.example.com" }]
      },
      "mx.example.com": { A: ["198.51.100.0"], AAAA: ["2001:db8::1"] },
      "i.example.com": txt("v=spf1 ip6:2001:db8::/127 ?all")
    })
    expect(networks).toEqual(["192.0.2.0/24", "198.51.100.0/31", "2001:db8::/127"])
    expect([ipv4Addresses, otherwise]).toEqual([258, "softfail"])
  })

  test.each<readonly [string, Zone, string, string]>([
    [
      "a loop",
      {
        "example.com": txt("v=spf1 include:a.example.com -all"),
        "a.example.com": txt("v=spf1 include:example.com -all")
      },
      "loop",
      "example.com"
    ],
    [
      "an include without record",
      { "example.com": txt("v=spf1 include:dead.example.net -all") },
      "no_record",
      "dead.example.net"
    ],
    ["two records", { "example.com": txt("v=spf1 -all", "v=spf1 mx ~all") }, "multiple", "example.com"],
    [
      "a fault in an included record",
      { "example.com": txt("v=spf1 include:a.example.com -all"), "a.example.com": txt("v=spf1 ip4:1.2.3 -all") },
      "syntax",
      "a.example.com"
    ]
  ])("reports a permanent error for %s", async (_what, zone, code, at) => {
    const { breaks } = await analyse(zone)
    expect(breaks[0]).toMatchObject({ code, at })
  })

  test("reports an unanswered branch as unanswered, not as missing", async () => {
    const { breaks, unanswered } = await analyse({
      "example.com": txt("v=spf1 include:slow.example.com -all"),
      "slow.example.com": { fail: "Timeout" }
    })
    expect(breaks).toEqual([])
    expect(unanswered).toEqual([{ name: "slow.example.com", reason: "Timeout" }])
  })

  test("marks the networks as incomplete when a term depends on the message", async () => {
    const { dynamic, lookups } = await analyse({
      "example.com": txt("v=spf1 exists:%{i}.s.example.com include:%{d}.s.example.com -all"),
      "example.com.s.example.com": txt("v=spf1 -all")
    })
    expect([dynamic, lookups]).toEqual([true, 2])
  })
})

describe("corrections", () => {
  test.each([
    ["v=spf1 ipv4:192.0.2.1 -all", "v=spf1 ip4:192.0.2.1 -all"],
    ["v=spf1 include:_spf.google.com-all", "v=spf1 include:_spf.google.com -all"],
    ["v=spf1 include:_spf.google.com-all ~all", "v=spf1 include:_spf.google.com ~all"],
    ["v=spf1include:_spf.google.com-all", "v=spf1 include:_spf.google.com -all"],
    ["v=spf1 ip4: 192.0.2.1 -all", "v=spf1 ip4:192.0.2.1 -all"],
    ["v=spf1 include: _spf.google.com ~all", "v=spf1 include:_spf.google.com ~all"],
    ["v=spf1 mx ~allgoogle-site-verification=abc", "v=spf1 mx ~all"],
    ["v=spf1 192.0.2.1 mail.example.com -all", "v=spf1 ip4:192.0.2.1 a:mail.example.com -all"],
    ["v=spf1 _spf.google.com 2001:db8::1 -all", "v=spf1 include:_spf.google.com ip6:2001:db8::1 -all"],
    ["v=spf1 includ:_spf.google.com -al", "v=spf1 include:_spf.google.com -all"],
    ["v=spf1 mx inlcude:_spf.google.com ~alll", "v=spf1 mx include:_spf.google.com ~all"],
    ["v=spf1 ip4:192.0.2.0/24include:_spf.google.com ~all", "v=spf1 ip4:192.0.2.0/24 include:_spf.google.com ~all"],
    ["v=spf1 ip4:192.0.2.1ip4:192.0.2.2 -all", "v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 -all"],
    ["v=spf1 ip:192.0.2.1 -all", "v=spf1 ip4:192.0.2.1 -all"],
    ["v=spf1 ip4=192.0.2.1 -all", "v=spf1 ip4:192.0.2.1 -all"],
    ["v=spf1 ip4:2001:db8::1 -all", "v=spf1 ip6:2001:db8::1 -all"],
    ["v=spf1 a:192.0.2.1 -all", "v=spf1 ip4:192.0.2.1 -all"],
    ["v=spf1 ip4:mail.example.com -all", "v=spf1 a:mail.example.com -all"],
    ["v=spf1 ip4:192.0.2.1~all", "v=spf1 ip4:192.0.2.1 ~all"],
    ["v=spf1 include=_spf.example.com, \u2013all", "v=spf1 include:_spf.example.com -all"],
    ["v=spf1 include:_spf.example.com\u200b ~all", "v=spf1 include:_spf.example.com ~all"],
    ["v=spf1\tmx\r\n-all", "v=spf1 mx -all"],
    ["v=spf1 mx v=spf1 a ~all", "v=spf1 mx a ~all"],
    ["v=spf1; mx ~all", "v=spf1 mx ~all"],
    [" v=spf1 mx ~all", "v=spf1 mx ~all"],
    ["v=spf1 redirect:_spf.example.com", "v=spf1 redirect=_spf.example.com"]
  ])("%j is corrected to %j", (wrong, right) => expect(correctSpf(wrong)).toBe(right))

  test.each(["v=spf1 nonsense -all", "v=spf1 ip4:300.1.1.1 -all", "hello", "v=spf1 mx -all"])(
    "%j has no obvious correction",
    (text) => expect(correctSpf(text)).toBeNull()
  )

  test("merges two records into one with the strictest end", () =>
    expect(mergeSpf(["v=spf1 mx -all", "v=spf1 mx a ~all"])).toBe("v=spf1 mx a -all"))

  test.each(["v=spf1;mx -all", '"v=spf1 mx -all"', "v=spf mx -all", "v = spf1 mx"])(
    "%j resembles an SPF record",
    (text) => expect(isNearMiss(text)).toBe(true)
  )
  test.each(["v=spf1 mx", "v=spf10", "spf2.0/pra mx", "v=DMARC1"])("%j does not resemble one, or is one", (text) =>
    expect(isNearMiss(text)).toBe(false)
  )
})

test("errors have offsets that point to their cause", () => {
  const text = "v=spf1 ip4:192.0.2.0/33 a:exa\u00admple.com foo -all"
  expect(parseSpf(text).errors.map(({ code, offset, length }) => [code, text.slice(offset, offset + length)])).toEqual([
    ["bad_prefix_length", "/33"],
    ["bad_character", "\u00admple.com"],
    ["unknown_mechanism", "foo"]
  ])
})
