import type { Resolver } from "@mon/dns/effect"
import { makeAddressResolver, memoised, withDeadline, withPublicNames, withQueryBudget } from "@mon/dns/effect"
import { ADDRESS_BITS, formatIpAddress, isPublicAddress, registrableDomain } from "@mon/public-net/policy"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { inspectBlacklists, type ListTarget } from "./blacklist/inspectBlacklists.ts"
import type { ListHealth } from "./blacklist/ListHealth.ts"
import type { DnsList } from "./blacklist/lists.ts"
import { withPartBudget } from "./ComponentBudget.ts"
import { MAX_CALLER_SELECTORS } from "./dkim/callerSelectors.ts"
import { scanDkim, selectorsFor } from "./dkim/scanDkim.ts"
import { suggestSelectors } from "./dkim/selectors.ts"
import { inspectDmarc } from "./dmarc/inspectDmarc.ts"
import { joinChunks } from "./DnsText.ts"
import { inspectExtras } from "./extras/inspectExtras.ts"
import { inspectExtraTexts } from "./extras/inspectExtraTexts.ts"
import type { DomainFacts } from "./assessment/Assessment.ts"
import { inspectMx } from "./mx/inspectMx.ts"
import { analyseSpf } from "./spf/analyseSpf.ts"
import type { SpfNode } from "./spf/SpfTree.ts"
import { lookUp } from "./DnsLookup.ts"
import { CHECK_QUERY_BUDGET, type CheckPart } from "./CheckLimits.ts"
import type { OpenTransport } from "./network/Transport.ts"
import type { MxFacts } from "./mx/MxFacts.ts"
import type { SpfAnalysis } from "./spf/SpfAnalysis.ts"

export interface CheckPlan {
  readonly resolver: Resolver
  readonly domain: string
  readonly selectors: ReadonlyArray<string>
  readonly lists: ReadonlyArray<DnsList>
  readonly health: ListHealth
  readonly transport: OpenTransport | null
  readonly startTls: boolean
  readonly deadlineMs: number
  readonly onProgress: (part: CheckPart) => void
}

const includesOf = (node: SpfNode): ReadonlyArray<string> =>
  node.children.flatMap((child) => [child.domain, ...includesOf(child)])

const singleAddresses = ({ parsed }: SpfAnalysis): ReadonlyArray<ListTarget> =>
  (parsed?.mechanisms ?? []).flatMap(({ network, qualifier }) =>
    network !== null && qualifier === "+" && network.prefix === ADDRESS_BITS[network.address.family]
      ? [{ value: formatIpAddress(network.address), shared: false }]
      : []
  )

const targetsOf = (mx: MxFacts, spf: SpfAnalysis): ReadonlyArray<ListTarget> => {
  const hosts = mx.hosts.flatMap(({ addresses, provider }) =>
    addresses.map(({ address }) => ({ value: address, shared: provider !== null }))
  )
  const targets = [...hosts, ...singleAddresses(spf)].filter(({ value }) => isPublicAddress(value))
  return [...new Map(targets.map((target) => [target.value, target])).values()]
}

const nameServersOf = (resolver: Resolver, domain: string) =>
  Effect.map(lookUp(resolver, registrableDomain(domain) ?? domain, "NS"), ({ answer }) =>
    (answer?.records ?? []).map(({ target }) => target.toLowerCase().replace(/\.$/, ""))
  )

/** Collects all facts about a domain. Each part stays within its query budget, and the check within its deadline. */
export const inspectDomain = Effect.fnUntraced(function* (plan: CheckPlan) {
  const { domain, health, lists, onProgress } = plan
  const until = (yield* Clock.currentTimeMillis) + plan.deadlineMs
  const callers = plan.selectors.slice(0, MAX_CALLER_SELECTORS)
  const timed = yield* withDeadline(withPublicNames(plan.resolver), plan.deadlineMs)
  const counted = withQueryBudget(timed, CHECK_QUERY_BUDGET + callers.length)
  const shared = yield* memoised(counted)
  const transport = plan.transport?.(makeAddressResolver(shared)) ?? null
  const done = (part: CheckPart) => Effect.sync(() => onProgress(part))

  const addresses = Effect.gen(function* () {
    const [mx, spf] = yield* Effect.all(
      [
        Effect.tap(
          Effect.flatMap(withPartBudget(shared, "mx"), (resolver) => inspectMx(resolver, domain)),
          done("mx")
        ),
        Effect.tap(
          Effect.flatMap(withPartBudget(shared, "spf"), (resolver) => analyseSpf(resolver, domain)),
          done("spf")
        )
      ],
      { concurrency: 2 }
    )
    const suggested = suggestSelectors(mx.provider === null ? [] : [mx.provider.id], includesOf(spf.tree))
    const [dkim, blacklist, extras] = yield* Effect.all(
      [
        Effect.tap(
          Effect.flatMap(withPartBudget(shared, "dkim", callers.length), (resolver) =>
            scanDkim(resolver, domain, selectorsFor(callers, suggested))
          ),
          done("dkim")
        ),
        Effect.tap(
          Effect.flatMap(withPartBudget(shared, "blacklist"), (resolver) =>
            inspectBlacklists(resolver, health, lists, domain, targetsOf(mx, spf))
          ),
          done("blacklist")
        ),
        Effect.tap(
          Effect.flatMap(withPartBudget(shared, "extras"), (resolver) =>
            Effect.all(
              {
                extras: inspectExtras({
                  resolver,
                  domain,
                  hosts: mx.hosts.map(({ host }) => host),
                  transport,
                  startTls: plan.startTls,
                  until
                }),
                extraTexts: inspectExtraTexts(resolver, domain),
                nameServers: nameServersOf(resolver, domain)
              },
              { concurrency: 3 }
            )
          ),
          done("extras")
        )
      ],
      { concurrency: 3 }
    )
    return { mx, spf, dkim, blacklist, ...extras }
  })

  const policies = Effect.gen(function* () {
    const texts = (yield* lookUp(shared, domain, "TXT")).answer?.records.map(joinChunks) ?? []
    const dmarc = yield* Effect.flatMap(withPartBudget(shared, "dmarc"), (resolver) =>
      inspectDmarc(resolver, domain, texts)
    )
    yield* done("dmarc")
    return { texts, dmarc }
  })

  const [addressFacts, policyFacts] = yield* Effect.all([addresses, policies], { concurrency: 2 })
  const facts: DomainFacts = { domain, ...addressFacts, ...policyFacts }
  return { facts, queries: counted.spent() }
})
