import { argumentsOf } from "@mon/bundled/arguments"
import { domainFacts } from "../argumentKinds.ts"
import type { DomainFacts, MailHost } from "../facts/DomainFacts.ts"
import { freeMailboxName, freeMailboxProvider } from "./freeMailboxes.ts"
import { providerById, providerOfHost } from "./providers.ts"
import type { GatewayClass, ReceiverKind, ReceiverProvider } from "./ReceiverProvider.ts"
import { spfHintOf } from "./spfIncludes.ts"

const acceptRecogniseReceiver = /* @__PURE__ */ argumentsOf("recogniseReceiver", () => ({ facts: domainFacts() }))

/** The kind of evidence for the receiver of a domain's email. */
export type Evidence = "mx" | "spf" | "dkim" | "autodiscover" | "txt" | "list"

/** The receiver of a domain's email. */
export interface Receiver {
  /**
   * The provider of the best mail hosts: an id in the receiver table, or "own" for unknown hosts. Null if there are no
   * hosts or nothing is known.
   */
  readonly provider: string | null
  readonly name: string | null
  /** The kind of the receiving service. "none": the domain accepts no email. */
  readonly kind: ReceiverKind | "own" | "none" | "unknown"
  readonly gateway: string | null
  readonly gatewayClass: GatewayClass | null
  /** The provider of the mailboxes, even behind a gateway; null when unknown. */
  readonly mailbox: string | null
  /** The evidence for the mailbox provider. */
  readonly evidence: ReadonlyArray<Evidence>
  /** The confidence in the provider of the mail hosts, from 0 to 1. */
  readonly confidence: number
  /** The confidence in the mailbox provider, from 0 to 1. */
  readonly mailboxConfidence: number
  /** Whether the best mail hosts belong to more than one provider. */
  readonly split: boolean
  /** Whether a filter may be in use that the DNS does not show, because it works through the mailbox provider's API. */
  readonly hiddenFilterPossible: boolean
}

/** The confidence of each kind of evidence, from the classifier of davidhuser/mxmap. */
const CONFIDENCE = {
  mx: 0.8,
  mxAndSpf: 0.9,
  spfBehindGateway: 0.7,
  hintBehindGateway: 0.6,
  more: 0.02,
  own: 0.5,
  list: 0.9,
  most: 0.98
} as const
/**
 * The weights of the evidence for a mailbox provider behind a gateway. Autodiscover targets and DKIM keys are stronger
 * evidence than SPF includes.
 */
const WEIGHTS: Readonly<Record<"spf" | "dkim" | "autodiscover" | "txt", number>> = {
  spf: 0.2,
  dkim: 0.21,
  autodiscover: 0.22,
  txt: 0.07
}
const STRICTNESS: Readonly<Record<GatewayClass, number>> = { light: 1, medium: 2, strict: 3 }
/** The mailbox providers whose mailboxes are often filtered through the provider's API. */
const API_FILTERED: ReadonlySet<string> = new Set(["microsoft365", "microsoft365-gov"])

const NOBODY: Receiver = {
  provider: null,
  name: null,
  kind: "unknown",
  gateway: null,
  gatewayClass: null,
  mailbox: null,
  evidence: [],
  confidence: 0,
  mailboxConfidence: 0,
  split: false,
  hiddenFilterPossible: false
}

const OWN: Receiver = { ...NOBODY, provider: "own", name: "Own mail hosts", kind: "own", confidence: CONFIDENCE.own }

const rounded = (value: number): number => Math.round(Math.min(CONFIDENCE.most, value) * 100) / 100

/** Returns the hosts with the lowest preference, which servers try first (RFC 5321 section 5.1). */
export const bestHosts = (mx: ReadonlyArray<MailHost>): ReadonlyArray<MailHost> => {
  const least = Math.min(...mx.map(({ preference }) => preference))
  return mx.filter(({ preference }) => preference === least)
}

const rank = ({ kind, gatewayClass, id }: ReceiverProvider): string =>
  `${kind === "gateway" && gatewayClass !== null ? 9 - STRICTNESS[gatewayClass] : 9} ${id}`

const signalsOf = (
  facts: DomainFacts
): ReadonlyArray<{ readonly by: keyof typeof WEIGHTS; readonly provider: string; readonly weight: number }> => {
  const spf = [
    ...new Set(
      facts.spfTargets
        .map(spfHintOf)
        .filter((hint) => hint?.kind === "mailbox")
        .map((hint) => hint?.provider ?? "")
    )
  ]
  return [
    ...spf.map((provider) => ({ by: "spf" as const, provider, weight: WEIGHTS.spf / spf.length })),
    ...facts.hints.map(({ by, provider }) => ({ by, provider, weight: WEIGHTS[by] }))
  ]
}

const behindGateway = (facts: DomainFacts): Pick<Receiver, "mailbox" | "evidence" | "mailboxConfidence"> => {
  const signals = signalsOf(facts)
  const weights = new Map<string, number>()
  for (const { provider, weight } of signals) weights.set(provider, (weights.get(provider) ?? 0) + weight)
  const [best] = [...weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  if (best === undefined) return { mailbox: null, evidence: [], mailboxConfidence: 0 }
  const [mailbox] = best
  const evidence = [...new Set(signals.filter(({ provider }) => provider === mailbox).map(({ by }) => by))]
  const base = evidence.includes("spf") ? CONFIDENCE.spfBehindGateway : CONFIDENCE.hintBehindGateway
  const contradicted = weights.size > 1 ? CONFIDENCE.spfBehindGateway - CONFIDENCE.own : 0
  return {
    mailbox,
    evidence,
    mailboxConfidence: rounded(base - contradicted + CONFIDENCE.more * (evidence.length - 1))
  }
}

const atMailbox = (
  provider: ReceiverProvider,
  facts: DomainFacts
): Pick<Receiver, "mailbox" | "evidence" | "mailboxConfidence" | "hiddenFilterPossible"> => {
  const agreeing = [
    ...new Set(
      signalsOf(facts)
        .filter((signal) => signal.provider === provider.id)
        .map(({ by }) => by)
    )
  ]
  const base = agreeing.includes("spf") ? CONFIDENCE.mxAndSpf : CONFIDENCE.mx
  const more = agreeing.filter((by) => by !== "spf").length
  return {
    mailbox: provider.id,
    evidence: ["mx", ...agreeing],
    mailboxConfidence: rounded(base + CONFIDENCE.more * more),
    hiddenFilterPossible: API_FILTERED.has(provider.id)
  }
}

const atHosts = (facts: DomainFacts): Receiver => {
  const found = bestHosts(facts.mx).map(({ exchange }) => providerOfHost(exchange))
  const providers = [
    ...new Map(found.filter((provider) => provider !== null).map((provider) => [provider.id, provider])).values()
  ]
  const [provider] = providers.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  if (provider === undefined) return OWN
  const split = providers.length > 1 || found.includes(null)
  const common = {
    ...NOBODY,
    provider: provider.id,
    name: provider.name,
    kind: provider.kind,
    split,
    confidence: split ? CONFIDENCE.own : CONFIDENCE.mx
  }
  if (provider.kind === "mailbox") {
    const mailbox = atMailbox(provider, facts)
    return {
      ...common,
      ...mailbox,
      confidence: split ? CONFIDENCE.own : mailbox.mailboxConfidence,
      mailboxConfidence: split ? CONFIDENCE.own : mailbox.mailboxConfidence
    }
  }
  if (provider.kind === "gateway")
    return { ...common, gateway: provider.id, gatewayClass: provider.gatewayClass, ...behindGateway(facts) }
  return common
}

/**
 * Finds the receiver of a domain's email. The best mail hosts determine the receiver. Other evidence only shows the
 * mailbox provider behind a gateway.
 *
 * @example
 * recogniseReceiver({ ...unknownFacts("example.com"), mail: "hosts", mx: [{ exchange: "mxa-001.gslb.pphosted.com", preference: 10 }], spfTargets: ["spf.protection.outlook.com"] }).mailbox // => "microsoft365"
 */
export const recogniseReceiver = (facts: DomainFacts): Receiver => {
  acceptRecogniseReceiver(facts)
  if (facts.mail === "unknown") return NOBODY
  if (facts.mail === "hosts" && facts.mx.length > 0) return atHosts(facts)
  if (facts.mail === "none" && facts.reachable === true) return OWN
  return { ...NOBODY, kind: "none", confidence: 1 }
}

/**
 * Returns the receiver of a free mailbox domain. Its provider is "free" unless the domain belongs to a well-known
 * provider.
 */
export const recogniseFreeMailbox = (domain: string): Receiver => {
  const provider = providerById(freeMailboxProvider(domain) ?? "")
  const common = { ...NOBODY, kind: "mailbox" as const, evidence: ["list" as const], confidence: CONFIDENCE.list }
  return provider === null
    ? { ...common, provider: "free", name: "Free mailbox" }
    : {
        ...common,
        provider: provider.id,
        name: freeMailboxName(provider.id) ?? provider.name,
        mailbox: provider.id,
        mailboxConfidence: CONFIDENCE.list
      }
}
