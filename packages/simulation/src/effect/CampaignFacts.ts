import type { Zone } from "@mon/dns"
import {
  DnsResolver,
  layerUdp,
  layerZone,
  lookUpAddresses,
  type Resolver,
  type UdpResolverOptions,
  withPublicNames
} from "@mon/dns/effect"
import { type EmailHealthSettings, makeEmailHealth } from "@mon/email-health/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DomainFacts } from "../facts/DomainFacts.ts"
import { type SenderFacts, unknownSender } from "../facts/SenderFacts.ts"
import { lookupProspect } from "./lookupProspect.ts"
import { reduceReport, type Registration } from "./reduceReport.ts"

/** The settings for lookups of facts, in addition to those of the DNS client. */
export interface CampaignFactsSettings extends EmailHealthSettings {
  /** Returns the registration of a sending domain. If this function is absent, the ages of domains are unknown. */
  readonly registration?: (domain: string) => Effect.Effect<Registration | null>
}

/** The methods of the service. They never fail: missing DNS answers are part of the facts. */
export interface CampaignFactsShape {
  /**
   * Looks up a prospect's domain with three DNS queries, and up to six more if they are useful. A query that fails
   * temporarily is repeated once.
   */
  readonly prospectFacts: (domain: string) => Effect.Effect<DomainFacts>
  /** Runs a complete email health check, and looks up the domain's own address. */
  readonly senderFacts: (domain: string) => Effect.Effect<SenderFacts>
}

const hasWebsite = (resolver: Resolver, domain: string): Effect.Effect<boolean | null> =>
  Effect.map(lookUpAddresses(resolver, domain), ({ status }) => (status === "failed" ? null : status === "ok"))

/** Creates the service with a resolver. */
export const makeCampaignFacts = Effect.fnUntraced(function* (
  dns: Resolver,
  { registration = () => Effect.succeed(null), ...settings }: CampaignFactsSettings = {}
) {
  const resolver = withPublicNames(dns)
  const health = yield* makeEmailHealth(resolver, settings)
  const senderFacts = Effect.fn("CampaignFacts.senderFacts")(function* (domain: string) {
    const [report, website, registered] = yield* Effect.all(
      [Effect.orElseSucceed(health.check(domain), () => null), hasWebsite(resolver, domain), registration(domain)],
      { concurrency: 3 }
    )
    // The check removes "www." from the name, but the facts must have the name that the caller gave.
    return report === null ? unknownSender(domain) : { ...reduceReport(report, website, registered), domain }
  })
  const prospectFacts = Effect.fn("CampaignFacts.prospectFacts")((domain: string) => lookupProspect(resolver, domain))
  const shape: CampaignFactsShape = { prospectFacts, senderFacts }
  return shape
})

/** The service that looks up DNS facts about senders and prospects. */
export class CampaignFacts extends Context.Service<CampaignFacts, CampaignFactsShape>()(
  "@mon/simulation/CampaignFacts"
) {
  /** Returns a layer that requires a resolver. A malformed key for a blacklist throws a TypeError. */
  static readonly layerNoDeps = (
    settings: CampaignFactsSettings = {}
  ): Layer.Layer<CampaignFacts, never, DnsResolver> =>
    Layer.effect(
      CampaignFacts,
      Effect.flatMap(DnsResolver, (resolver) => makeCampaignFacts(resolver, settings))
    )

  /** Returns a layer with its own DNS client. */
  static readonly layer = (
    settings: CampaignFactsSettings & { readonly dns?: UdpResolverOptions } = {}
  ): Layer.Layer<CampaignFacts> => Layer.provide(CampaignFacts.layerNoDeps(settings), layerUdp(settings.dns))

  /** Returns a layer for tests that answers queries from a declarative zone, without a network. */
  static readonly layerMemory = (
    zone: Zone | Resolver,
    settings: CampaignFactsSettings = {}
  ): Layer.Layer<CampaignFacts> => Layer.provide(CampaignFacts.layerNoDeps(settings), layerZone(zone))
}
