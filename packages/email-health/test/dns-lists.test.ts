import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import { inspectBlacklists } from "../src/blacklist/inspectBlacklists.ts"
import { makeListHealth } from "../src/blacklist/ListHealth.ts"
import { type DnsList, keyedLists, OPEN_LISTS } from "../src/blacklist/lists.ts"
import { readListAnswer } from "../src/blacklist/readListAnswer.ts"
import { withPartBudget } from "../src/ComponentBudget.ts"

const KEYED = keyedLists({ spamhaus: "abcdefgh", surbl: true, uribl: true, barracuda: true, abusix: "12345678" })
const listOf = (id: string): DnsList => {
  const found = [...OPEN_LISTS, ...KEYED].find((list) => list.id === id)
  if (found === undefined) throw new Error(id)
  return found
}

const ANSWERS: ReadonlyArray<readonly [list: string, answer: ReadonlyArray<string>, status: string, detail?: string]> =
  [
    ["spamhaus-zen", [], "clear"],
    ["spamhaus-zen", ["127.0.0.2"], "listed", "SBL"],
    ["spamhaus-zen", ["127.0.0.2", "127.0.0.9"], "listed", "SBL,DROP"],
    ["spamhaus-zen", ["127.0.0.10"], "policy", "PBL, by the provider"],
    ["spamhaus-zen", ["127.0.0.4", "127.0.0.11"], "listed", "XBL"],
    ["spamhaus-zen", ["127.0.0.30"], "info", "BCL"],
    ["spamhaus-zen", ["127.255.255.252"], "refused"],
    ["spamhaus-zen", ["127.255.255.254"], "refused"],
    ["spamhaus-zen", ["127.255.255.255"], "refused"],
    ["spamhaus-dbl", ["127.0.1.4"], "listed", "phishing domain"],
    ["spamhaus-dbl", ["127.0.1.255"], "refused"],
    ["uribl", ["127.0.0.1"], "refused"],
    ["uribl", ["127.0.0.2"], "listed", "black"],
    ["uribl", ["127.0.0.4"], "info", "grey"],
    ["uribl", ["127.0.0.14"], "listed", "black,red"],
    ["surbl", ["127.0.0.72"], "listed", "phishing,abuse"],
    ["spamcop", ["127.0.0.2"], "listed", "listed"],
    ["spamcop", ["127.0.0.1"], "refused"],
    ["spamcop", ["127.255.255.1"], "refused"],
    ["spamcop", ["198.51.100.7"], "refused"],
    ["spamcop", ["127.0.0.2", "198.51.100.7"], "refused"]
  ]

describe("answers of lists", () => {
  test.each(ANSWERS.map(([list, answer, status, detail]) => ({ list, answer, status, detail })))(
    "$list $answer: $status $detail",
    ({ list, answer, status, detail }) => {
      const verdict = readListAnswer(listOf(list), answer)
      expect(verdict.status === "listed" && verdict.kind !== "listed" ? verdict.kind : verdict.status).toBe(status)
      if (verdict.status === "listed") expect(verdict.meanings.join(",")).toBe(detail)
    }
  )
  test("rejects an invalid key without showing it", () =>
    expect(() => keyedLists({ spamhaus: "secret key" })).toThrow(/^(?!.*secret)/))
})

const COP = listOf("spamcop")
const readPolicyAt = (zone: Zone, lists: ReadonlyArray<DnsList> = [COP], health = makeListHealth()) => {
  const resolver = makeZoneResolver(zone)
  return Effect.map(
    inspectBlacklists(resolver, health, lists, "example.com", [
      { value: "192.0.2.9", shared: false },
      { value: "2001:db8::1", shared: false }
    ]),
    (facts) => ({ ...facts, queries: resolver.queries.length })
  )
}
const TEST_ENTRY: Zone = { "2.0.0.127.bl.spamcop.net": { A: ["127.0.0.2"] } }

describe("RFC 5782 section 5: lists are tested before their answers count", () => {
  test("a listing on a reliable list counts", async () => {
    const { listings, usable } = await Effect.runPromise(
      readPolicyAt({ ...TEST_ENTRY, "9.2.0.192.bl.spamcop.net": { A: ["127.0.0.2"] } })
    )
    expect([listings.map(({ target, tier }) => [target, tier]), usable]).toEqual([[["192.0.2.9", 2]], 1])
  })
  test("a list without its test entry is dead", async () =>
    expect((await Effect.runPromise(readPolicyAt({}))).usable).toBe(0))
  test("a list that lists everything is ignored", async () => {
    const { listings, checked } = await Effect.runPromise(readPolicyAt({ "*.bl.spamcop.net": { A: ["127.0.0.2"] } }))
    expect([listings, checked[0]?.status]).toEqual([[], "unknown"])
  })
  test("a resolver that rewrites answers causes no listing", async () =>
    expect((await Effect.runPromise(readPolicyAt({ "*.bl.spamcop.net": { A: ["198.51.100.1"] } }))).listings).toEqual(
      []
    ))
  test("a list that does not answer is not usable", async () =>
    expect(
      (await Effect.runPromise(readPolicyAt({ ...TEST_ENTRY, "9.2.0.192.bl.spamcop.net": { fail: "Timeout" } }))).usable
    ).toBe(0))
  test("results are cached for an hour", async () => {
    const health = makeListHealth()
    const both = await Effect.runPromise(
      Effect.all([readPolicyAt(TEST_ENTRY, [COP], health), readPolicyAt(TEST_ENTRY, [COP], health)])
    )
    expect(both.map(({ queries }) => queries)).toEqual([2, 1])
  })
  test.each([
    { which: "seven lists", lists: [...OPEN_LISTS, listOf("barracuda"), listOf("abusix")] },
    { which: "all eleven lists", lists: [...OPEN_LISTS, ...KEYED] }
  ])("the queries of a check suffice for both tests of $which, whatever they list", async ({ lists }) => {
    const zone = Object.fromEntries(
      lists.flatMap(({ subject, testDomain, zone: at }) =>
        (subject === "ip" ? ["2.0.0.127", "9.2.0.192"] : [testDomain, "example.com"]).map((name) => [
          `${name}.${at}`,
          { A: ["127.0.0.2"] }
        ])
      )
    )
    const addresses = [9, 10, 11, 12].map((last) => ({ value: `192.0.2.${last}`, shared: false }))
    const facts = await Effect.runPromise(
      Effect.flatMap(withPartBudget(makeZoneResolver(zone), "blacklist"), (resolver) =>
        inspectBlacklists(resolver, makeListHealth(), lists, "example.com", addresses)
      )
    )
    expect([facts.listings.length, facts.usable]).toEqual([lists.length, lists.length])
  })
  test("IPv6 addresses are queried by nibbles on lists that support them", async () => {
    const zen = listOf("spamhaus-zen")
    const { listings } = await Effect.runPromise(
      readPolicyAt(
        {
          [`2.0.0.127.${zen.zone}`]: { A: ["127.0.0.2"] },
          [`1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.${zen.zone}`]: { A: ["127.0.0.3"] }
        },
        [zen]
      )
    )
    expect(listings.map(({ target, meanings }) => [target, meanings])).toEqual([["2001:db8::1", ["CSS"]]])
  })
  test("lists of domains are queried for the domain", async () => {
    const dbl = listOf("spamhaus-dbl")
    const { listings } = await Effect.runPromise(
      readPolicyAt(
        { [`dbltest.com.${dbl.zone}`]: { A: ["127.0.1.2"] }, [`example.com.${dbl.zone}`]: { A: ["127.0.1.5"] } },
        [dbl]
      )
    )
    expect(listings.map(({ target }) => target)).toEqual(["example.com"])
  })
})
