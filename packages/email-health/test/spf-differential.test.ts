import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { expect, test } from "vitest"
import { evaluateSpf } from "../src/spf/evaluateSpf.ts"
import { mailauthSpf } from "./mailauthSpf.ts"

const NAMES = ["example.com", "a.example.com", "b.example.com", "c.example.net", "d.example.net", "_spf.example.com"]
const IPS = ["192.0.2.1", "192.0.2.77", "198.51.100.9", "2001:db8::1", "::ffff:192.0.2.1"]

const pick = <A>(items: ReadonlyArray<A>) => fc.constantFrom(...items)
const name = fc.oneof(
  { weight: 24, arbitrary: pick(NAMES) },
  {
    weight: 6,
    arbitrary: pick([
      "gone.example.com",
      "%{d}",
      "%{l}.example.com",
      "%{o}",
      "%{ir}.%{v}.e.example.com",
      "%{d2}",
      "%{h}",
      "%{s}.example.com",
      "%{l-}.example.com",
      "%{L}.example.com",
      "%{dr}.example.com"
    ])
  },
  {
    weight: 1,
    arbitrary: pick([
      "example",
      "bad",
      "%{x}.com",
      "%{d",
      "a..b.com",
      "example.com.",
      "example.123",
      "exa_mple.co-m",
      "%{c}.com",
      "%%.example.com",
      "%{d0}",
      "%(d)",
      ""
    ])
  }
)
const prefix4 = fc.oneof(
  { weight: 30, arbitrary: pick(["", "/24", "/25", "/32", "/0"]) },
  { weight: 1, arbitrary: pick(["/33", "/024", "/", "/-1", "/1000"]) }
)
const prefix6 = fc.oneof(
  { weight: 30, arbitrary: pick(["", "//64", "//128", "//0"]) },
  { weight: 1, arbitrary: pick(["//129", "//064", "//"]) }
)
const sign = pick(["", "", "", "+", "-", "~", "?"])
const joined = (...parts: ReadonlyArray<fc.Arbitrary<string>>) => fc.tuple(...parts).map((texts) => texts.join(""))
const optional = (given: fc.Arbitrary<string>) => fc.option(given, { nil: "" })
const colon = (given: fc.Arbitrary<string>) => given.map((text) => `:${text}`)

const term = fc.oneof(
  { weight: 12, arbitrary: joined(sign, fc.constant("include:"), name) },
  { weight: 12, arbitrary: joined(sign, pick(["a", "mx", "A", "mX"]), optional(colon(name)), prefix4, prefix6) },
  { weight: 6, arbitrary: joined(sign, fc.constant("exists:"), name) },
  { weight: 1, arbitrary: joined(sign, fc.constant("ptr"), optional(colon(name))) },
  { weight: 12, arbitrary: joined(sign, pick(["ip4:192.0.2.0", "ip4:192.0.2.1", "ip4:203.0.113.1"]), prefix4) },
  {
    weight: 6,
    arbitrary: joined(
      sign,
      pick(["ip6:2001:db8::", "ip6:::1", "ip6:::ffff:192.0.2.1"]),
      pick(["", "/32", "/64", "/128"])
    )
  },
  { weight: 6, arbitrary: joined(sign, pick(["all", "ALL"])) },
  { weight: 6, arbitrary: joined(pick(["redirect=", "Redirect="]), name) },
  { weight: 1, arbitrary: joined(fc.constant("exp="), name) },
  {
    weight: 1,
    arbitrary: pick([
      "foo=bar",
      "x-y.z_1=%{d}",
      "moo",
      "all:",
      "all/8",
      "a:",
      "ip4:",
      "include",
      "redirect=",
      "exists",
      "mx:/24",
      "1=2",
      "op=%{c}",
      "k=%",
      "-",
      "+-all",
      "ptr/24",
      "ip4:1.2.3",
      "ip4:2001:db8::",
      "ip6:192.0.2.1",
      "ip6:::1/129",
      "ip6:::1/064"
    ])
  }
)

const record = fc
  .tuple(
    fc.oneof(
      { weight: 20, arbitrary: pick(["v=spf1 ", "v=spf1  ", "V=SPF1 "]) },
      { weight: 1, arbitrary: pick(["v=spf10 ", " v=spf1 ", "v=spf1"]) }
    ),
    fc.array(term, { maxLength: 6 }),
    pick(["", "", " "])
  )
  .map(([version, terms, end]) => `${version}${terms.join(" ")}${end}`)

const fault = pick(["Timeout", "ServFail"] as const).map((fail) => ({ fail }))
const addresses = fc.subarray(["192.0.2.1", "192.0.2.200", "198.51.100.9"])
const node = fc.record({
  TXT: fc.oneof(
    { weight: 30, arbitrary: fc.array(record, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(record, { maxLength: 2 }) },
    { weight: 1, arbitrary: fault }
  ),
  A: fc.oneof({ weight: 30, arbitrary: addresses }, { weight: 1, arbitrary: fault }),
  AAAA: fc.subarray(["2001:db8::1", "2001:db8:0:1::1"]),
  MX: fc.oneof(
    {
      weight: 30,
      arbitrary: fc.array(fc.record({ preference: fc.nat(3), exchange: pick([...NAMES, "gone.example.com", "."]) }), {
        maxLength: 3
      })
    },
    { weight: 1, arbitrary: fault }
  )
})

const zone: fc.Arbitrary<Zone> = fc
  .tuple(
    ...NAMES.map(() => fc.option(node, { nil: null, freq: 20 })),
    fc.subarray(["a.example.com", "gone.example.com", "example.com"])
  )
  .map((parts) => {
    const nodes = parts.slice(0, NAMES.length) as ReadonlyArray<Zone[string] | null>
    const reverse = parts[NAMES.length] as ReadonlyArray<string>
    return {
      ...Object.fromEntries(NAMES.flatMap((owner, index) => (nodes[index] ? [[owner, nodes[index]]] : []))),
      "1.2.0.192.in-addr.arpa": { PTR: reverse },
      "1.2.0.192.in-addr.e.example.com": { A: ["127.0.0.2"] },
      "user.example.com": { A: ["127.0.0.2"] }
    }
  })

const request = fc.record({
  ip: pick(IPS),
  sender: pick([
    "user@example.com",
    "user@example.com",
    "user@example.com",
    "first-last@example.com",
    "",
    "@example.com",
    "\u00fcser@example.com",
    "user@a.example.com"
  ]),
  helo: pick(["a.example.com", "mail.example.net", "[192.0.2.1]"])
})

/**
 * Whether a record has a term that sends no query and matches nothing, because its name is malformed or it uses a
 * local-part outside of ASCII. RFC 7208 section 4.6.4 limits the number of terms, so this package counts such a term.
 * mailauth counts queries, so it does not count such a term.
 */
const hasTermThatAsksNothing = (
  given: Zone,
  { helo, sender }: { readonly helo: string; readonly sender: string }
): boolean => helo.startsWith("[") || /[^ -~]/.test(sender) || JSON.stringify(given).includes("a..b.com")

test("agrees with mailauth in its strict mode on generated records and zones", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(zone, request, async (given, asked) => {
      const ours = await Effect.runPromise(
        evaluateSpf(makeZoneResolver(given), { ...asked, receiver: "mx.receiver.example" })
      )
      const theirs = await mailauthSpf(given, asked)
      if (
        ours.fault?.code === "too_many_lookups" &&
        theirs.result !== ours.result &&
        hasTermThatAsksNothing(given, asked)
      )
        return
      expect({ result: ours.result, ours: ours.fault?.message ?? ours.term }).toEqual({
        result: theirs.result,
        ours: ours.fault?.message ?? ours.term
      })
    }),
    { numRuns: Number(process.env["DIFFERENTIAL_RUNS"] ?? 2000) }
  )
})

test.each([
  ["a:%{h}", { helo: "[192.0.2.1]" }],
  ["exists:%{l}.example.com", { sender: "\u00fcser@example.com" }],
  ["a:a..b.com", {}]
])("eleven terms %s that query nothing still count as eleven, unlike in mailauth", async (text, more) => {
  const given = { "example.com": { TXT: [`v=spf1 ${Array.from({ length: 11 }, () => text).join(" ")} +all`] } }
  const asked = { ip: "192.0.2.1", sender: "user@example.com", helo: "mail.example.net", ...more }
  const ours = await Effect.runPromise(evaluateSpf(makeZoneResolver(given), asked))
  expect([ours.result, (await mailauthSpf(given, asked)).result]).toEqual(["permerror", "pass"])
})
