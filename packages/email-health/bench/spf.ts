// Compares SPF evaluations in memory with mailauth in its strict mode. The two implementations take turns and use the
// same prepared answers. Usage: node --conditions=@mon/source bench/spf.ts [rounds]
import type { Zone } from "@mon/dns"
import { makeZoneResolver, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { createRequire } from "node:module"
import { evaluateSpf } from "../src/spf/evaluateSpf.ts"
import { nodeLike } from "../test/mailauthSpf.ts"

const TARGET = 0.5
const ROUNDS = Number(process.argv[2] ?? 200)
const WARM_UP = Math.min(50, ROUNDS)
const REPEAT = 20

const include = (text: string) => ({ TXT: [text] })
const ZONE: Zone = {
  "one.example.com": include("v=spf1 include:_spf.big.example.net ~all"),
  "two.example.com": include(
    "v=spf1 include:_spf.big.example.net include:mail.example.org ip4:203.0.113.0/24 ip6:2001:db8::/32 a mx -all"
  ),
  "three.example.com": {
    TXT: ["v=spf1 mx a:host.example.com/28 -all"],
    MX: [
      { preference: 10, exchange: "mx1.example.com" },
      { preference: 20, exchange: "mx2.example.com" }
    ]
  },
  "four.example.com": include("v=spf1 exists:%{ir}.%{v}._spf.%{d2} redirect=_spf.big.example.net"),
  "five.example.com": include("v=spf1 -all exp=why.example.com"),
  "six.example.com": include(
    "v=spf1 ip4:198.51.100.1 ip4:198.51.100.2 ip4:198.51.100.3 ip4:198.51.100.4 ip4:192.0.2.77 -all"
  ),
  "_spf.big.example.net": include(
    "v=spf1 include:a.big.example.net include:b.big.example.net include:c.big.example.net ~all"
  ),
  "a.big.example.net": include("v=spf1 ip4:198.51.100.0/24 ip4:203.0.113.0/25 ip6:2001:db8:1::/48 ~all"),
  "b.big.example.net": include("v=spf1 ip4:198.51.100.128/25 ip4:203.0.113.128/26 ip6:2001:db8:2::/48 ~all"),
  "c.big.example.net": include("v=spf1 ip4:192.0.2.64/26 ~all"),
  "mail.example.org": include("v=spf1 ip4:203.0.113.7 -all"),
  "mx1.example.com": { A: ["198.51.100.9"] },
  "mx2.example.com": { A: ["192.0.2.77"] },
  "host.example.com": { A: ["198.51.100.20"] },
  "why.example.com": include("%{i} may not send for %{d}")
}

const DOMAINS = ["one", "two", "three", "four", "five", "six", "none"].map((label) => `${label}.example.com`)

const prepared = (zone: Zone): Resolver => {
  const resolver = makeZoneResolver(zone)
  const answers = new Map<string, unknown>()
  return {
    query: (name, type) => {
      const key = `${type} ${name}`
      if (!answers.has(key)) answers.set(key, Effect.exit(resolver.query(name, type)).pipe(Effect.runSync))
      return answers.get(key) as ReturnType<typeof resolver.query<typeof type>>
    }
  }
}

const withCache = (lookUp: (name: string, type: string) => Promise<unknown>) => {
  const answers = new Map<string, Promise<unknown>>()
  return (name: string, type: string): Promise<unknown> => {
    const key = `${type} ${name}`
    const known = answers.get(key) ?? lookUp(name, type)
    answers.set(key, known)
    known.catch(() => {})
    return known
  }
}

const { spf } = createRequire(import.meta.url)("mailauth/lib/spf/index.js") as {
  readonly spf: (options: object) => Promise<{ readonly status: { readonly result: string } }>
}
const ours = prepared(ZONE)
const theirs = withCache(nodeLike(ZONE))
const request = (domain: string) => ({ ip: "192.0.2.77", sender: `someone@${domain}`, helo: "mail.example.com" })

const runOurs = async (domain: string): Promise<string> =>
  (await Effect.runPromise(evaluateSpf(ours, request(domain)))).result
const runTheirs = async (domain: string): Promise<string> =>
  (await spf({ ...request(domain), mta: "mx.example.net", strict: true, resolver: theirs })).status.result

for (const domain of DOMAINS) {
  const results = [await runOurs(domain), await runTheirs(domain)]
  if (results[0] !== results[1]) throw new Error(`${domain}: ${results.join(" and ")}`)
}

const micros = async (run: (domain: string) => Promise<string>): Promise<number> => {
  const began = process.cpuUsage()
  for (let again = 0; again < REPEAT; again++) for (const domain of DOMAINS) await run(domain)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / (REPEAT * DOMAINS.length)
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const rounds: Array<{ readonly ours: number; readonly theirs: number }> = []
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const backwards = round % 2 === 1
  const first = await micros(backwards ? runTheirs : runOurs)
  const second = await micros(backwards ? runOurs : runTheirs)
  if (round >= WARM_UP) rounds.push(backwards ? { ours: second, theirs: first } : { ours: first, theirs: second })
}
const ratio = median(rounds.map((round) => round.ours / round.theirs))
console.log(
  `µs of CPU for an evaluation, median of ${ROUNDS} rounds: ours ${median(rounds.map((round) => round.ours)).toFixed(1)}, mailauth ${median(rounds.map((round) => round.theirs)).toFixed(1)}, ratio ${ratio.toFixed(2)} (target ${TARGET})`
)
process.exitCode = ratio <= TARGET ? 0 : 1
