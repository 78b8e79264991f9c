import { cached, DnsResolver, layerUdp, layerZone, type Resolver, type UdpResolverOptions } from "@mon/dns/effect"
import type { Zone } from "@mon/dns"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeListHealth } from "./blacklist/ListHealth.ts"
import { keyedLists, OPEN_LISTS } from "./blacklist/lists.ts"
import { buildReport } from "./buildReport.ts"
import { parseDomainInput } from "./DomainInput.ts"
import { EmailHealthError } from "./EmailHealthError.ts"
import type { EmailHealthReport } from "./EmailHealthReport.ts"
import { inspectDomain } from "./inspectDomain.ts"
import { evaluateSpf } from "./spf/evaluateSpf.ts"
import { CHECK_DEADLINE_MS } from "./CheckLimits.ts"
import { openTransport } from "./network/openTransport.ts"
import type { CheckOptions, EmailHealthSettings } from "./CheckOptions.ts"
import type { SpfOutcome, SpfRequest } from "./spf/SpfOutcome.ts"

/** The methods of the service. */
export interface EmailHealthShape {
  /** Checks the domain in user input. Fails only if the domain is invalid. */
  readonly check: (domain: string, options?: CheckOptions) => Effect.Effect<EmailHealthReport, EmailHealthError>
  /** Returns the SPF result of a message. */
  readonly evaluateSpf: (request: SpfRequest) => Effect.Effect<SpfOutcome>
}

/** Creates the service with the given resolver. */
export const makeEmailHealth = Effect.fnUntraced(function* (resolver: Resolver, settings: EmailHealthSettings = {}) {
  const { lists = OPEN_LISTS, listKeys = {}, deadlineMs = CHECK_DEADLINE_MS, transport = null } = settings
  const all = [...lists, ...keyedLists(listKeys)]
  const health = makeListHealth()
  const cachedResolver = yield* cached(resolver)

  const check = Effect.fn("EmailHealth.check")(function* (
    text: string,
    { selectors = [], fresh = false, repair = {}, startTls = false, onProgress = () => {} }: CheckOptions = {}
  ) {
    const input = parseDomainInput(text)
    if (!input.ok) return yield* Effect.fail(new EmailHealthError({ reason: "InvalidDomain", detail: input.message }))
    const { domain } = input
    yield* Effect.annotateCurrentSpan({ domain })
    const checkedAt = yield* Clock.currentTimeMillis
    const { facts, queries } = yield* inspectDomain({
      resolver: fresh ? resolver : cachedResolver,
      health: fresh ? makeListHealth() : health,
      domain,
      selectors,
      lists: all,
      transport,
      startTls,
      deadlineMs,
      onProgress
    })
    return buildReport(facts, { checkedAt, queries }, repair)
  })
  const shape: EmailHealthShape = { check, evaluateSpf: (request) => evaluateSpf(resolver, request) }
  return shape
})

/** The service that checks the email health of domains. */
export class EmailHealth extends Context.Service<EmailHealth, EmailHealthShape>()("@mon/email-health/EmailHealth") {
  /** Provides the service with the given resolver. Throws a TypeError if a list key is invalid. */
  static readonly layerNoDeps = (settings: EmailHealthSettings = {}): Layer.Layer<EmailHealth, never, DnsResolver> =>
    Layer.effect(
      EmailHealth,
      Effect.flatMap(DnsResolver, (resolver) => makeEmailHealth(resolver, settings))
    )

  /** Provides the service with its own DNS client. */
  static readonly layer = (
    settings: EmailHealthSettings & { readonly dns?: UdpResolverOptions } = {}
  ): Layer.Layer<EmailHealth> =>
    Layer.provide(EmailHealth.layerNoDeps({ transport: openTransport(), ...settings }), layerUdp(settings.dns))

  /** Provides the service with a declarative zone, without a network. */
  static readonly layerMemory = (zone: Zone | Resolver, settings: EmailHealthSettings = {}): Layer.Layer<EmailHealth> =>
    Layer.provide(EmailHealth.layerNoDeps(settings), layerZone(zone))
}
