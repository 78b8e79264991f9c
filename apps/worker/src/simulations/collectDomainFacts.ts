import { DomainFactCache, type DomainFactKind, type FoundDomainFact, type StoreError } from "@mon/core-store"
import { type DomainFacts, parseDomainFacts, parseSenderFacts, type SenderFacts } from "@mon/simulation"
import { CampaignFacts } from "@mon/simulation/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type { CampaignDomains } from "./campaignJobs.ts"

const HOUR = 3_600

/**
 * Returns how long facts about a prospect are cached, in seconds. The time is short if queries got no response, or if
 * the domain does not exist, because it may be registered soon.
 */
const prospect = ({ mail, unanswered }: DomainFacts): number => {
  if (unanswered.length > 0) return HOUR / 6
  return mail === "nxdomain" || mail === "none" ? 6 * HOUR : 24 * HOUR
}

/**
 * Returns how long facts about a sending domain are cached, in seconds. The time is short, because owners repair such
 * domains between two simulations, and want to see the effect.
 */
const sender = ({ incomplete }: SenderFacts): number => (incomplete ? HOUR / 6 : HOUR)

const cacheTtlSeconds = { prospect, sender }

/** Limits concurrent DNS lookups of all jobs of this process. */
export class LookupPermits extends Context.Service<
  LookupPermits,
  Readonly<Record<DomainFactKind, Semaphore.Semaphore>>
>()("@mon/worker/LookupPermits") {
  /**
   * Provides the given numbers of permits for each kind of domain. A lookup of a prospect takes a few queries; a lookup
   * of a sender takes up to 220.
   */
  static readonly layerWith = (permits: Readonly<Record<DomainFactKind, number>>): Layer.Layer<LookupPermits> =>
    Layer.effect(
      LookupPermits,
      Effect.all({ prospect: Semaphore.make(permits.prospect), sender: Semaphore.make(permits.sender) })
    )

  static readonly layer: Layer.Layer<LookupPermits> = LookupPermits.layerWith({ prospect: 64, sender: 8 })
}

/**
 * The largest number of domains that one statement claims. It is so small that no other job waits long for a claimed
 * domain.
 */
const CLAIMED_AT_ONCE = { prospect: 64, sender: 8 } as const
/** The lease of claimed domains, in milliseconds. It is longer than a lookup, including the wait for its permit. */
const LEASE_MS = { prospect: 60_000, sender: 240_000 } as const
const BUSY_MS = 500

export interface FactCollection {
  readonly prospects: Map<string, DomainFacts>
  readonly senders: Map<string, SenderFacts>
  /**
   * Caches the facts that were found since the last call. Other jobs can use them, and so can this job if it is
   * resumed.
   */
  readonly flush: Effect.Effect<void, StoreError>
  /** Collects the facts that the plan needs, from the cache and from lookups. */
  readonly collect: Effect.Effect<void, StoreError>
}

interface Kind<A> {
  readonly kind: DomainFactKind
  readonly domains: ReadonlyArray<string>
  readonly known: Map<string, A>
  readonly parse: (facts: unknown) => A | null
  readonly lookUp: (domain: string) => Effect.Effect<A>
  readonly ttlSeconds: (facts: A) => number
}

const chunks = (domains: ReadonlyArray<string>, size: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(domains.length / size) }, (_, index) =>
    domains.slice(index * size, (index + 1) * size)
  )

/** Prepares to collect the facts of a campaign. `token` identifies the leases of the job. */
export const collectDomainFacts = Effect.fnUntraced(function* (plan: CampaignDomains, token: string) {
  const cache = yield* DomainFactCache
  const facts = yield* CampaignFacts
  const permits = yield* LookupPermits

  const collectKind = <A>({ domains, kind, known, lookUp, parse, ttlSeconds }: Kind<A>) => {
    const unsaved: Array<FoundDomainFact> = []
    const size = CLAIMED_AT_ONCE[kind]

    const flush = Effect.suspend(() => cache.settle(kind, token, unsaved.splice(0)))

    const query = (domain: string) =>
      Effect.map(lookUp(domain), (found) => {
        known.set(domain, found)
        unsaved.push({ domain, facts: found, keepSeconds: ttlSeconds(found) })
      })

    /** Reads cached facts. If another version has stored them, looks them up again. */
    const fromCache = (domain: string, stored: unknown) => {
      const parsed = parse(stored)
      if (parsed === null) return query(domain)
      known.set(domain, parsed)
      return Effect.void
    }

    const pass = Effect.fnUntraced(function* (remaining: ReadonlyArray<string>) {
      const busy: Array<string> = []
      yield* Effect.scoped(
        Effect.gen(function* () {
          const fibers = yield* FiberSet.make<void>()
          for (const chunk of chunks(remaining, size)) {
            const claims = yield* cache.claim(kind, chunk, { token, leaseMs: LEASE_MS[kind] })
            for (const claim of claims) {
              if (claim._tag === "Busy") busy.push(claim.domain)
              else if (claim._tag === "Known") yield* fromCache(claim.domain, claim.facts)
              else {
                yield* permits[kind].take(1)
                yield* FiberSet.run(fibers, Effect.ensuring(query(claim.domain), permits[kind].release(1)))
              }
            }
          }
          yield* FiberSet.awaitEmpty(fibers)
        })
      )
      yield* flush
      return busy
    })

    const collect = Effect.gen(function* () {
      let remaining = domains.filter((domain) => !known.has(domain))
      while (remaining.length > 0) {
        const busy = yield* pass(remaining)
        if (busy.length > 0) yield* Effect.sleep(BUSY_MS)
        remaining = busy
      }
    })
    return { collect, flush }
  }

  const prospects = new Map<string, DomainFacts>()
  const senders = new Map<string, SenderFacts>()
  const ofProspects = collectKind<DomainFacts>({
    kind: "prospect",
    domains: plan.domains,
    known: prospects,
    parse: parseDomainFacts,
    lookUp: facts.prospectFacts,
    ttlSeconds: cacheTtlSeconds.prospect
  })
  const ofSenders = collectKind<SenderFacts>({
    kind: "sender",
    domains: plan.senders,
    known: senders,
    parse: parseSenderFacts,
    lookUp: facts.senderFacts,
    ttlSeconds: cacheTtlSeconds.sender
  })
  const collection: FactCollection = {
    prospects,
    senders,
    flush: Effect.andThen(ofProspects.flush, ofSenders.flush),
    collect: Effect.all([ofProspects.collect, ofSenders.collect], { concurrency: 2, discard: true }).pipe(
      // Releases domains that were claimed but not looked up.
      Effect.onExit(() => Effect.ignore(cache.release(token)))
    )
  }
  return collection
})
