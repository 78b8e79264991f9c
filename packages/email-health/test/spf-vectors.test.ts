import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import { evaluateSpf } from "../src/spf/evaluateSpf.ts"
import type { SpfRequest } from "../src/spf/SpfOutcome.ts"

const D = "example.com"

const check = (zone: Zone, request: Partial<SpfRequest> = {}) =>
  Effect.runPromise(
    evaluateSpf(makeZoneResolver(zone), { ip: "192.0.2.1", sender: `user@${D}`, helo: "mail.example.net", ...request })
  )

const record = (text: string, more: Zone = {}): Zone => ({ [D]: { TXT: [text] }, ...more })
const includes = (count: number): Zone => ({
  [D]: { TXT: [`v=spf1 ${Array.from({ length: count }, (_, index) => `include:i${index}.${D}`).join(" ")} -all`] },
  ...Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`i${index}.${D}`, { TXT: ["v=spf1 ip4:203.0.113.0/24"] }])
  )
})
const absent = (count: number): Zone =>
  record(`v=spf1 ${Array.from({ length: count }, (_, index) => `a:gone${index}.${D}`).join(" ")} -all`)

const VECTORS: ReadonlyArray<
  readonly [section: string, says: string, zone: Zone, result: string, request?: Partial<SpfRequest>]
> = [
  [
    "2.4",
    "a bounce is checked as postmaster of the HELO name",
    {
      "mail.example.net": { TXT: ["v=spf1 exists:%{l}.%{d} -all"] },
      "postmaster.mail.example.net": { A: ["127.0.0.2"] }
    },
    "pass",
    { sender: "" }
  ],
  ["3.1", "characters outside of ASCII break a record", record("v=spf1 a:\u00e9.example.com -all"), "permerror"],
  ["3.2", "two records break the policy", { [D]: { TXT: ["v=spf1 -all", "v=spf1 +all"] } }, "permerror"],
  ["3.3", "chunks join without a space", { [D]: { TXT: [["v=spf1 ip4:192.0", ".2.1 -all"]] } }, "pass"],
  ["4.3", "a single label has no policy", {}, "none", { sender: "user@localhost" }],
  ["4.3", "an address literal has no policy", {}, "none", { sender: "user@[192.0.2.1]" }],
  ["4.4", "a resolver that fails is a temporary error", { [D]: { fail: "ServFail" } }, "temperror"],
  ["4.5", "no record", { [D]: { A: ["192.0.2.1"] } }, "none"],
  ["4.5", "no such domain", {}, "none"],
  ["4.5", "v=spf10 is another version", record("v=spf10 -all"), "none"],
  ["4.5", "a leading blank is no version", record(" v=spf1 -all"), "none"],
  ["4.5", "the version is read in any case", record("V=SPF1 -ALL"), "fail"],
  ["4.6", "a fault behind the term that matches counts", record("v=spf1 ip4:192.0.2.1 foo -all"), "permerror"],
  ["4.6.4", "ten terms that ask are fine", includes(10), "fail"],
  ["4.6.4", "eleven are not", includes(11), "permerror"],
  ["4.6.4", "two void terms are fine", absent(2), "fail"],
  ["4.6.4", "three are not", absent(3), "permerror"],
  [
    "4.6.4",
    "eleven MX hosts are too many",
    record("v=spf1 mx -all", {
      [D]: {
        TXT: ["v=spf1 mx -all"],
        MX: Array.from({ length: 11 }, (_, index) => ({ preference: index, exchange: `mx${index}.${D}` }))
      }
    }),
    "permerror"
  ],
  [
    "4.6.4",
    "void hosts of one mx are one term that found something",
    {
      [D]: {
        TXT: ["v=spf1 mx -all"],
        MX: [0, 1, 2, 3].map((index) => ({ preference: index, exchange: `gone${index}.${D}` }))
      }
    },
    "fail"
  ],
  ["4.7", "no term matches", record("v=spf1 ip4:203.0.113.1"), "neutral"],
  [
    "4.8",
    "a name with an empty label matches nothing",
    record("v=spf1 a:%{l}.example.com ?all"),
    "neutral",
    { sender: "a..b@example.com" }
  ],
  ["5.1", "terms behind all are read but not used", record("v=spf1 ~all ip4:192.0.2.1"), "softfail"],
  [
    "5.2",
    "an included fail is no match",
    record(`v=spf1 include:i.${D} ?all`, { [`i.${D}`]: { TXT: ["v=spf1 -all"] } }),
    "neutral"
  ],
  [
    "5.2",
    "an included domain without record",
    record(`v=spf1 include:i.${D} ?all`, { [`i.${D}`]: { TXT: ["hello"] } }),
    "permerror"
  ],
  [
    "5.2",
    "an included domain that cannot be asked",
    record(`v=spf1 include:i.${D} ?all`, { [`i.${D}`]: { fail: "Timeout" } }),
    "temperror"
  ],
  [
    "5.3",
    "a with a prefix",
    record("v=spf1 a/24 -all", { [D]: { TXT: ["v=spf1 a/24 -all"], A: ["192.0.2.200"] } }),
    "pass"
  ],
  [
    "5.3",
    "a for an IPv6 client",
    record("v=spf1 a//32 -all", { [D]: { TXT: ["v=spf1 a//32 -all"], AAAA: ["2001:db8::1"] } }),
    "pass",
    { ip: "2001:db8:ffff::9" }
  ],
  [
    "5.4",
    "a null MX has no hosts",
    { [D]: { TXT: ["v=spf1 mx -all"], MX: [{ preference: 0, exchange: "." }] } },
    "fail"
  ],
  [
    "5.5",
    "ptr that leads back",
    record("v=spf1 ptr -all", { "1.2.0.192.in-addr.arpa": { PTR: [`mx.${D}`] }, [`mx.${D}`]: { A: ["192.0.2.1"] } }),
    "pass"
  ],
  [
    "5.5",
    "ptr that does not lead back",
    record("v=spf1 ptr -all", { "1.2.0.192.in-addr.arpa": { PTR: [`mx.${D}`] }, [`mx.${D}`]: { A: ["192.0.2.9"] } }),
    "fail"
  ],
  [
    "5.5",
    "a failing reverse lookup is no match",
    record("v=spf1 ptr -all", { "1.2.0.192.in-addr.arpa": { fail: "ServFail" } }),
    "fail"
  ],
  [
    "5.6",
    "a mapped address is an IPv4 client",
    record("v=spf1 ip4:192.0.2.0/24 -all"),
    "pass",
    { ip: "::ffff:192.0.2.1" }
  ],
  ["5.6", "a prefix with a leading zero", record("v=spf1 ip4:192.0.2.0/024 -all"), "permerror"],
  ["5.6", "ip4 with an IPv6 address", record("v=spf1 ip4:2001:db8::1 -all"), "permerror"],
  [
    "5.7",
    "exists asks for A whatever the client is",
    record("v=spf1 exists:%{ir}.%{v}.e.example.com -all", {
      "9.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.e.example.com": { A: ["127.0.0.1"] }
    }),
    "pass",
    { ip: "2001:db8::9" }
  ],
  ["6", "an unknown modifier is passed over", record("v=spf1 ra=postmaster rp=100 -all"), "fail"],
  ["6", "a modifier without value is passed over too", record("v=spf1 note= -all"), "fail"],
  [
    "6.1",
    "redirect takes the place of the policy",
    record(`v=spf1 redirect=r.${D}`, { [`r.${D}`]: { TXT: ["v=spf1 ip4:192.0.2.1 -all"] } }),
    "pass"
  ],
  ["6.1", "redirect is void beside all", record(`v=spf1 ~all redirect=r.${D}`), "softfail"],
  ["6.1", "redirect to nothing", record(`v=spf1 redirect=r.${D}`), "permerror"],
  ["6.1", "two redirects", record(`v=spf1 redirect=r.${D} redirect=s.${D}`), "permerror"],
  ["7.1", "an unknown macro letter", record("v=spf1 exists:%{x}.example.com -all"), "permerror"],
  ["7.1", "zero parts", record("v=spf1 exists:%{d0}.example.com -all"), "permerror"],
  [
    "7.3",
    "the last two parts",
    record("v=spf1 exists:%{d2}.e.example.net -all", {
      "sub.deep.example.com": { TXT: ["v=spf1 exists:%{d2}.e.example.net -all"] },
      "example.com.e.example.net": { A: ["127.0.0.1"] }
    }),
    "pass",
    { sender: "user@sub.deep.example.com" }
  ],
  [
    "RFC 8616 4",
    "a local-part outside of ASCII matches nothing",
    record("v=spf1 exists:%{l}.example.com -all"),
    "fail",
    { sender: "us\u00e9r@example.com" }
  ]
]

describe("SPF by sections of RFC 7208", () => {
  const vectors = VECTORS.map(([section, says, zone, result, request = {}]) => ({
    section,
    says,
    zone,
    result,
    request
  }))
  test.each(vectors)("$section: $says", async ({ zone, result, request }) => {
    expect((await check(zone, request)).result).toBe(result)
  })

  test("6.2: returns the explanation of the record that decided, with macros replaced", async () => {
    const zone = record(`v=spf1 redirect=r.${D} exp=x.${D}`, {
      [`r.${D}`]: { TXT: ["v=spf1 -all exp=y.%{d}"] },
      [`y.r.${D}`]: { TXT: ["%{i} is not one of %{d}, says %{r} at %{t}"] }
    })
    const { explanation, term } = await check(zone, { receiver: "mx.example.org", now: 1_700_000_000 })
    expect(explanation).toBe(`192.0.2.1 is not one of r.${D}, says mx.example.org at 1700000000`)
    expect(term).toBe("-all")
  })

  test("6.2: returns no explanation when its text is invalid", async () => {
    expect((await check(record(`v=spf1 -all exp=y.${D}`, { [`y.${D}`]: { TXT: ["100%"] } }))).explanation).toBeNull()
  })

  test("4.6.4: returns the counts of lookups", async () => {
    const { lookups, voids, fault } = await check(absent(3))
    expect([lookups, voids, fault?.code]).toEqual([3, 3, "too_many_voids"])
  })

  test("throws a TypeError for an invalid IP address", () => {
    expect(() => Effect.runSync(evaluateSpf(makeZoneResolver({}), { ip: "192.0.2", sender: "a@example.com" }))).toThrow(
      TypeError
    )
  })
})
