import { cached, DnsResolver, layerUdp, layerZone, type Resolver, type UdpResolverOptions } from "@mon/dns/effect"
import type { Zone } from "@mon/dns"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeListHealth } from "./blacklist/ListHealth.ts"
import { type DnsList, keyedLists, type ListKeys, OPEN_LISTS } from "./blacklist/lists.ts"
import { buildReport } from "./buildReport.ts"
import { parseDomainInput } from "./DomainInput.ts"
import { EmailHealthError } from "./EmailHealthError.ts"
import type { EmailHealthReport } from "./EmailHealthReport.ts"
import { CHECK_DEADLINE_MS, inspectDomain, type CheckPart } from "./inspectDomain.ts"
import type { FetchPolicy } from "./extras/inspectExtras.ts"
import { evaluateSpf, type SpfOutcome, type SpfRequest } from "./spf/evaluateSpf.ts"

/** What a service of checks is made with. */
export interface EmailHealthSettings {
  /** DNS lists; those that may be asked without a contract by default, none with []. */
  readonly lists?: ReadonlyArray<DnsList>
  /** Opens lists that want a key or a consent. */
  readonly listKeys?: ListKeys
  /** Milliseconds of a whole check. */
  readonly deadlineMs?: number
  /** Fetches MTA-STS policy files; without it only the DNS record is looked at. */
  readonly fetchPolicy?: FetchPolicy
}

/** What one check is made with. */
export interface CheckOptions {
  /** DKIM selectors that are known to be in use; 20 at most. */
  readonly selectors?: ReadonlyArray<string>
  /** Asks the resolver anew, whatever is remembered of former checks. */
  readonly fresh?: boolean
  /** Called when a part is done. */
  readonly onProgress?: (part: CheckPart) => void
}

/** The shape of the service. */
export interface EmailHealthShape {
  /** Takes a domain as people type it; fails only when it is none. */
  readonly check: (domain: string, options?: CheckOptions) => Effect.Effect<EmailHealthReport, EmailHealthError>
  /** What a receiver would conclude of one message. */
  readonly evaluateSpf: (request: SpfRequest) => Effect.Effect<SpfOutcome>
}

/** Makes the service over a resolver. */
export const makeEmailHealth = Effect.fnUntraced(function* (resolver: Resolver, settings: EmailHealthSettings = {}) {
  const { lists = OPEN_LISTS, listKeys = {}, deadlineMs = CHECK_DEADLINE_MS, fetchPolicy = null } = settings
  const all = [...lists, ...keyedLists(listKeys)]
  const health = makeListHealth()
  const cachedResolver = yield* cached(resolver)

  const check = Effect.fn("EmailHealth.check")(function* (
    text: string,
    { selectors = [], fresh = false, onProgress = () => {} }: CheckOptions = {}
  ) {
    const input = parseDomainInput(text)
    if (!input.ok) return yield* new EmailHealthError({ reason: "InvalidDomain", detail: input.message })
    const { domain } = input
    yield* Effect.annotateCurrentSpan({ domain })
    const checkedAt = yield* Clock.currentTimeMillis
    const { facts, queries } = yield* inspectDomain({
      resolver: fresh ? resolver : cachedResolver,
      health: fresh ? makeListHealth() : health,
      domain,
      selectors,
      lists: all,
      fetchPolicy,
      deadlineMs,
      onProgress
    })
    return buildReport(facts, { checkedAt, queries })
  })
  const shape: EmailHealthShape = { check, evaluateSpf: (request) => evaluateSpf(resolver, request) }
  return shape
})

/** Checks of e-mail health as a service. */
export class EmailHealth extends Context.Service<EmailHealth, EmailHealthShape>()("@mon/email-health/EmailHealth") {
  /** Over the resolver that is given; a malformed list key throws a TypeError. */
  static readonly layerNoDeps = (settings: EmailHealthSettings = {}): Layer.Layer<EmailHealth, never, DnsResolver> =>
    Layer.effect(
      EmailHealth,
      Effect.flatMap(DnsResolver, (resolver) => makeEmailHealth(resolver, settings))
    )

  /** Over a DNS client of its own. */
  static readonly layer = (
    settings: EmailHealthSettings & { readonly dns?: UdpResolverOptions } = {}
  ): Layer.Layer<EmailHealth> => Layer.provide(EmailHealth.layerNoDeps(settings), layerUdp(settings.dns))

  /** Over a declarative zone, without a network. */
  static readonly layerMemory = (zone: Zone | Resolver, settings: EmailHealthSettings = {}): Layer.Layer<EmailHealth> =>
    Layer.provide(EmailHealth.layerNoDeps(settings), layerZone(zone))
}
