import type { Resolver } from "@mon/dns/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { lookUp } from "../DnsLookup.ts"
import type { DnsList } from "./lists.ts"
import { readListAnswer } from "./readListAnswer.ts"

/**
 * The result of a list's self-test. "dead": the list lacks its test entry; "lists_everything": it lists an address that
 * must not be listed; "refused": it does not answer queries from this resolver (RFC 5782 section 5).
 */
type Health = "alive" | "dead" | "lists_everything" | "refused" | "unknown"

/** Tests whether blacklists are reliable, and caches the results for an hour. */
export interface ListHealth {
  /** Whether the list has its test entry. */
  readonly alive: (resolver: Resolver, list: DnsList) => Effect.Effect<Health>
  /**
   * Whether the list does not contain an address that must not be listed. This is tested only if the list contains one
   * of the targets.
   */
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

export const makeListHealth = (): ListHealth => {
  const cache = new Map<string, { readonly health: Health; readonly until: number }>()
  const withCache =
    (test: (resolver: Resolver, list: DnsList) => Effect.Effect<Health>, point: (list: DnsList) => string) =>
    (resolver: Resolver, list: DnsList) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const key = point(list)
        const cached = cache.get(key)
        if (cached !== undefined && cached.until > now) return Effect.succeed(cached.health)
        return Effect.map(test(resolver, list), (health) => {
          if (cache.size >= MAX_CACHED) cache.clear()
          if (health !== "unknown") cache.set(key, { health, until: now + CACHE_MS })
          return health
        })
      })
  return { alive: withCache(testAlive, testPoint), isSelective: withCache(testSelective, controlPoint) }
}
