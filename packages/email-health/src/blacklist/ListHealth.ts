import type { Resolver } from "@mon/dns/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { lookUp } from "../DnsLookup.ts"
import type { DnsList } from "./lists.ts"
import { readListAnswer } from "./readListAnswer.ts"

/** "dead": it does not have what every list has; "lists_everything": it has what no list has; "refused": it does not answer us (RFC 5782 section 5). */
export type Health = "alive" | "dead" | "lists_everything" | "refused" | "unknown"

/** Remembers for an hour which lists can be believed. */
export interface ListHealth {
  /** Whether it has its test entry. */
  readonly alive: (resolver: Resolver, list: DnsList) => Effect.Effect<Health>
  /** Asked only where a list says "listed": whether it says so of everything. */
  readonly isSelective: (resolver: Resolver, list: DnsList) => Effect.Effect<Health>
}

const CACHE_MS = 3_600_000
const MAX_CACHED = 1000

const testPoint = ({ subject, zone, testDomain }: DnsList): string =>
  subject === "ip" ? `2.0.0.127.${zone}` : `${testDomain}.${zone}`
const controlPoint = ({ subject, zone }: DnsList): string =>
  subject === "ip" ? `1.0.0.127.${zone}` : `invalid.${zone}`

const testAlive = Effect.fnUntraced(function* (resolver: Resolver, list: DnsList) {
  const { answer } = yield* lookUp(resolver, testPoint(list), "A")
  if (answer === null) return "unknown"
  const { status } = readListAnswer(
    list,
    answer.records.map(({ address }) => address)
  )
  return status === "listed" ? "alive" : status === "clear" ? "dead" : "refused"
})

const testSelective = Effect.fnUntraced(function* (resolver: Resolver, list: DnsList) {
  const { answer } = yield* lookUp(resolver, controlPoint(list), "A")
  if (answer === null) return "unknown"
  return answer.records.length === 0 ? "alive" : "lists_everything"
})

/** Makes a memory of its own. */
export const makeListHealth = (): ListHealth => {
  const known = new Map<string, { readonly health: Health; readonly until: number }>()
  const withCache =
    (test: (resolver: Resolver, list: DnsList) => Effect.Effect<Health>, point: (list: DnsList) => string) =>
    (resolver: Resolver, list: DnsList) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const key = point(list)
        const found = known.get(key)
        if (found !== undefined && found.until > now) return Effect.succeed(found.health)
        return Effect.map(test(resolver, list), (health) => {
          if (known.size >= MAX_CACHED) known.clear()
          if (health !== "unknown") known.set(key, { health, until: now + CACHE_MS })
          return health
        })
      })
  return { alive: withCache(testAlive, testPoint), isSelective: withCache(testSelective, controlPoint) }
}
