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

/** Settings of fact lookups, in addition to the DNS client. */
export interface CampaignFactsSettings extends EmailHealthSettings {
  /** Asks a register about a sending domain; without it ages are unknown. */
  readonly registration?: (domain: string) => Effect.Effect<Registration | null>
}

/** The shape of the service. It never fails: missing DNS answers are part of the facts. */
export interface CampaignFactsShape {
  /** Three DNS queries, and up to eight more where they are useful. */
  readonly prospectFacts: (domain: string) => Effect.Effect<DomainFacts>
  /** A complete email health check, and the domain's own address. */
  readonly senderFacts: (domain: string) => Effect.Effect<SenderFacts>
}

const hasWebsite = (resolver: Resolver, domain: string): Effect.Effect<boolean | null> =>
  Effect.map(lookUpAddresses(resolver, domain), ({ status }) => (status === "failed" ? null : status === "ok"))

/** Makes the service over a resolver. */
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
    // A check removes "www."; the sender has the name that was given.
    return report === null ? unknownSender(domain) : { ...reduceReport(report, website, registered), domain }
  })
  const prospectFacts = Effect.fn("CampaignFacts.prospectFacts")((domain: string) => lookupProspect(resolver, domain))
  const shape: CampaignFactsShape = { prospectFacts, senderFacts }
  return shape
})

/** DNS facts about senders and prospects, as a service. */
export class CampaignFacts extends Context.Service<CampaignFacts, CampaignFactsShape>()(
  "@mon/simulation/CampaignFacts"
) {
  /** Over the resolver that is given; a malformed list key throws a TypeError. */
  static readonly layerNoDeps = (
    settings: CampaignFactsSettings = {}
  ): Layer.Layer<CampaignFacts, never, DnsResolver> =>
    Layer.effect(
      CampaignFacts,
      Effect.flatMap(DnsResolver, (resolver) => makeCampaignFacts(resolver, settings))
    )

  /** Over a DNS client of its own. */
  static readonly layer = (
    settings: CampaignFactsSettings & { readonly dns?: UdpResolverOptions } = {}
  ): Layer.Layer<CampaignFacts> => Layer.provide(CampaignFacts.layerNoDeps(settings), layerUdp(settings.dns))

  /** Over a declarative zone, without a network. */
  static readonly layerMemory = (
    zone: Zone | Resolver,
    settings: CampaignFactsSettings = {}
  ): Layer.Layer<CampaignFacts> => Layer.provide(CampaignFacts.layerNoDeps(settings), layerZone(zone))
}
