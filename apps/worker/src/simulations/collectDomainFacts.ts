import { DomainFactCache, type DomainFactKind, type FoundDomainFact, type StoreError } from "@mon/core-store"
import {
  parseDomainFacts,
  parseSenderFacts,
  type CampaignPlan,
  type DomainFacts,
  type SenderFacts
} from "@mon/simulation"
import { CampaignFacts } from "@mon/simulation/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { keepSeconds } from "./cacheTtlSeconds.ts"

/** Look-ups of this process at a time, over all its jobs. */
export class LookupPermits extends Context.Service<
  LookupPermits,
  Readonly<Record<DomainFactKind, Semaphore.Semaphore>>
>()("@mon/worker/LookupPermits") {
  /** A prospect takes three questions and a few more, a sender up to 220. */
  static readonly layerWith = (places: Readonly<Record<DomainFactKind, number>>): Layer.Layer<LookupPermits> =>
    Layer.effect(
      LookupPermits,
      Effect.all({ prospect: Semaphore.make(places.prospect), sender: Semaphore.make(places.sender) })
    )

  static readonly layer: Layer.Layer<LookupPermits> = LookupPermits.layerWith({ prospect: 64, sender: 8 })
}

/** Domains that are claimed in one statement: few enough that nobody waits long for one that is claimed and not begun. */
const CLAIMED_AT_ONCE = { prospect: 64, sender: 8 } as const
/** Longer than a look-up and the wait for its place may take. */
const LEASE_MS = { prospect: 60_000, sender: 240_000 } as const
/** How often somebody asks whether others have found what they look up. */
const BUSY_MS = 500

/** What is gathered for a job, and how far that is. */
export interface Gathering {
  readonly prospects: Map<string, DomainFacts>
  readonly senders: Map<string, SenderFacts>
  /** Keeps what was found since the last time; called now and then while facts are gathered, and at the end. */
  readonly keep: Effect.Effect<void, StoreError>
  /** Looks up, or learns from others, what the plan needs. */
  readonly gather: Effect.Effect<void, StoreError>
}

interface Kind<A> {
  readonly kind: DomainFactKind
  readonly domains: ReadonlyArray<string>
  readonly known: Map<string, A>
  readonly parse: (facts: unknown) => A | null
  readonly lookUp: (domain: string) => Effect.Effect<A>
  readonly keepFor: (facts: A) => number
}

const chunks = (domains: ReadonlyArray<string>, size: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(domains.length / size) }, (_, index) =>
    domains.slice(index * size, (index + 1) * size)
  )

/** Prepares to gather the facts of a campaign; `token` names the job's leases. */
export const collectDomainFacts = Effect.fnUntraced(function* (plan: CampaignPlan, token: string) {
  const cache = yield* DomainFactCache
  const facts = yield* CampaignFacts
  const places = yield* LookupPermits

  const gatherKind = <A>({ domains, keepFor, kind, known, lookUp, parse }: Kind<A>) => {
    const found: Array<FoundDomainFact> = []
    const size = CLAIMED_AT_ONCE[kind]

    const settle = Effect.suspend(() => cache.settle(kind, token, found.splice(0)))

    const look = (domain: string) =>
      Effect.map(lookUp(domain), (learnt) => {
        known.set(domain, learnt)
        found.push({ domain, facts: learnt, keepSeconds: keepFor(learnt) })
      })

    /** Facts of another version are looked up without the cache: their row is soon over. */
    const learn = (domain: string, stored: unknown) => {
      const parsed = parse(stored)
      if (parsed === null) return look(domain)
      known.set(domain, parsed)
      return Effect.void
    }

    const pass = Effect.fnUntraced(function* (wanted: ReadonlyArray<string>) {
      const busy: Array<string> = []
      yield* Effect.scoped(
        Effect.gen(function* () {
          const fibers = yield* FiberSet.make<void>()
          for (const chunk of chunks(wanted, size)) {
            const claims = yield* cache.claim(kind, chunk, { token, leaseMs: LEASE_MS[kind] })
            for (const claim of claims) {
              if (claim._tag === "Busy") busy.push(claim.domain)
              else if (claim._tag === "Known") yield* learn(claim.domain, claim.facts)
              else {
                yield* places[kind].take(1)
                yield* FiberSet.run(fibers, Effect.ensuring(look(claim.domain), places[kind].release(1)))
              }
            }
          }
          yield* FiberSet.awaitEmpty(fibers)
        })
      )
      yield* settle
      return busy
    })

    const gather = Effect.gen(function* () {
      let wanted = domains.filter((domain) => !known.has(domain))
      while (wanted.length > 0) {
        const busy = yield* pass(wanted)
        if (busy.length > 0) yield* Effect.sleep(BUSY_MS)
        wanted = busy
      }
    })
    return { gather, settle }
  }

  const prospects = new Map<string, DomainFacts>()
  const senders = new Map<string, SenderFacts>()
  const ofProspects = gatherKind<DomainFacts>({
    kind: "prospect",
    domains: plan.domains,
    known: prospects,
    parse: parseDomainFacts,
    lookUp: facts.prospectFacts,
    keepFor: keepSeconds.prospect
  })
  const ofSenders = gatherKind<SenderFacts>({
    kind: "sender",
    domains: plan.senders,
    known: senders,
    parse: parseSenderFacts,
    lookUp: facts.senderFacts,
    keepFor: keepSeconds.sender
  })
  const gathering: Gathering = {
    prospects,
    senders,
    keep: Effect.andThen(ofProspects.settle, ofSenders.settle),
    gather: Effect.all([ofProspects.gather, ofSenders.gather], { concurrency: 2, discard: true }).pipe(
      // What is claimed and not looked up is left to others at once.
      Effect.onExit(() => Effect.ignore(cache.release(token)))
    )
  }
  return gathering
})
