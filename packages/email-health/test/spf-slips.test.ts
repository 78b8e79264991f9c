import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { expect, test } from "vitest"
import { evaluateSpf } from "../src/spf/evaluateSpf.ts"
import { makeRandom, type Random } from "./robot/Random.ts"
import { D, plan, spfOf, stepFor, txt } from "./repairPlans.ts"
import { but, PUBLIC } from "./zones.ts"

const [OWN = ""] = PUBLIC
const MX = [{ preference: 1, exchange: `mx.${D}` }]

const AROUND: Zone = {
  [`mx.${D}`]: { A: [OWN] },
  [`mail.${D}`]: { A: ["8.8.4.20"] },
  [`six.${D}`]: { AAAA: ["2620:fe::20"] },
  "_spf.sender.net": txt("v=spf1 ip4:5.5.5.0/24 ~all"),
  "_spf.strict.net": txt("v=spf1 ip4:5.6.5.0/24 -all"),
  "8.8.4.30.list.example.net": { A: ["127.0.0.2"] }
}

/** The terms, each with a server that the term allows; null if the term finds no records. */
const TERMS: ReadonlyArray<readonly [string, string | null]> = [
  ["mx", OWN],
  ["a", "8.8.4.19"],
  [`a:mail.${D}`, "8.8.4.20"],
  [`a:six.${D}`, "2620:fe::20"],
  [`mx:${D}`, OWN],
  ["ip4:8.8.4.40", "8.8.4.40"],
  ["ip4:8.8.5.0/24", "8.8.5.7"],
  ["ip6:2620:fe::/64", "2620:fe::7"],
  ["include:_spf.sender.net", "5.5.5.5"],
  ["include:_spf.strict.net", "5.6.5.5"],
  ["exists:%{i}.list.example.net", "8.8.4.30"],
  [`a:gone.${D}`, null],
  ["include:gone.example.net", null],
  [`mx:gone.${D}`, null]
]
const REDIRECTS: ReadonlyArray<readonly [string, string | null]> = [
  ["redirect=_spf.sender.net", "5.5.5.6"],
  ["redirect=_spf.strict.net", "5.6.5.6"],
  ["redirect=gone.example.net", null]
]

/**
 * Returns the number of letters in the name of a term. The mistakes change only these letters, because nobody could
 * correct a wrong value.
 */
const lettersOf = (term: string): number => /^[a-z]*/i.exec(term)?.[0].length ?? 0

const dropped = (random: Random, term: string): string => {
  const at = random.int(Math.max(1, lettersOf(term)))
  return term.length === 1 ? term : term.slice(0, at) + term.slice(at + 1)
}
const swapped = (random: Random, term: string): string => {
  const at = random.int(Math.max(1, lettersOf(term) - 1))
  return term.slice(0, at) + term.slice(at + 1, at + 2) + term.slice(at, at + 1) + term.slice(at + 2)
}

const atEnd = (terms: ReadonlyArray<string>, make: (end: string) => string): ReadonlyArray<string> => [
  ...terms.slice(0, -1),
  make(terms.at(-1) ?? "")
]

const SLIPS: ReadonlyArray<(terms: ReadonlyArray<string>, at: number, random: Random) => ReadonlyArray<string>> = [
  (terms, at) => [...terms.slice(0, at), terms.slice(at, at + 2).join(""), ...terms.slice(at + 2)],
  (terms) => [...terms.slice(0, -2), terms.slice(-2).join("")],
  (terms) => [...terms.slice(0, -2), terms.slice(-2).join(",")],
  (terms, at, random) => terms.with(at, dropped(random, terms[at] ?? "")),
  (terms, at, random) => terms.with(at, swapped(random, terms[at] ?? "")),
  (terms, at) =>
    terms.with(
      at,
      (terms[at] ?? "").replace(/[:=]/, (sign) => (sign === ":" ? "=" : ":"))
    ),
  (terms, at) => terms.with(at, (terms[at] ?? "").replace(/([:=])/, "$1 ")),
  (terms, at) => terms.with(at, (terms[at] ?? "").replace(/^[a-z46]+[:=]/, "")),
  (terms, at) => terms.with(at, `${terms[at] ?? ""},`),
  (terms, at) => terms.with(at, `${terms[at] ?? ""};`),
  (terms, at) => terms.with(at, (terms[at] ?? "").toUpperCase()),
  (terms) => atEnd(terms, (end) => end.replace(/^([-~?])/, "$1 ")),
  (terms) => atEnd(terms, (end) => end.replace("-", "\u2013")),
  (terms) => atEnd(terms, (end) => `${end}.`),
  (terms) => [...terms.slice(0, -2), ...terms.slice(-2).toReversed()]
]

interface Slipped {
  readonly record: string
  readonly servers: ReadonlyArray<string>
}

/** Returns a record that allows some servers, with one or two mistakes of its author. */
const slip = (seed: number): Slipped => {
  const random = makeRandom(seed)
  const chosen = Array.from({ length: 1 + random.int(3) }, () => random.pick(TERMS))
  const end = random.int(5) === 0 ? random.pick(REDIRECTS) : ([random.pick(["-all", "-all", "~all"]), null] as const)
  let terms: ReadonlyArray<string> = [...chosen, end].map(([text]) => text)
  for (let count = 0; count <= random.int(2); count++)
    terms = random.pick(SLIPS)(terms, random.int(terms.length), random)
  const servers = [...chosen, end].flatMap(([, server]) => (server === null ? [] : [server]))
  // If a term finds nothing, its servers have other addresses, perhaps the address of the domain itself.
  const lost = [...chosen, end].some(([text, server]) => server === null && text.includes("gone"))
  return { record: `v=spf1 ${terms.join(" ")}`, servers: [...servers, ...(lost ? [OWN, "8.8.4.19"] : [])] }
}

const zoneWith = (...records: ReadonlyArray<string>): Zone =>
  but({ ...AROUND, [D]: { A: ["8.8.4.19"], MX, TXT: records } })

const resultOf = async (zone: Zone, ip: string): Promise<string> =>
  (await Effect.runPromise(evaluateSpf(makeZoneResolver(zone), { ip, sender: `a@${D}`, helo: D }))).result

test("no repair of a record with slips makes a server fail that did not fail before", async () => {
  const harmed = []
  let repaired = 0
  for (let seed = 1; seed <= 600; seed++) {
    const { record, servers } = slip(seed)
    const zone = zoneWith(record)
    const { records } = await plan(zone)
    const [next] = records.find(({ host, type }) => type === "TXT" && host === D)?.values ?? []
    if (next === undefined) continue
    repaired++
    for (const ip of servers) {
      const [before, after] = await Promise.all([resultOf(zone, ip), resultOf(zoneWith(next), ip)])
      if ((after === "fail" && before !== "fail") || (before === "pass" && after !== "pass"))
        harmed.push({ seed, record, next, ip, before, after })
    }
  }
  expect(harmed).toEqual([])
  expect(repaired).toBeGreaterThan(200)
})

test.each([
  [`v=spf1 a:gone.${D}-all`, "v=spf1 mx ~all"],
  [`v=spf1 mx a:gone.${D}-all`, "v=spf1 mx ~all"]
])("%s, whose host does not exist, ends in ~all, and the plan names the -all", async (record, next) => {
  const zone = zoneWith(record)
  expect(await spfOf(zone)).toBe(next)
  expect((await stepFor(zone, "spf_no_all", "publish"))?.text).toContain('"-all"')
})
