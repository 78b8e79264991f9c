import type { DomainFacts } from "../facts/DomainFacts.ts"
import type { BounceKind, ReceiverFamily } from "../model/OutcomeModel.ts"
import type { SegmentTraits } from "../model/predictOutcome.ts"
import type { PlannedProspect } from "../plan/planCampaign.ts"
import { bestHosts, type Receiver, recogniseFreeMailbox, recogniseReceiver } from "../receiver/recogniseReceiver.ts"
import type { Classification } from "./CampaignResults.ts"
import { pairProvider } from "./SenderView.ts"

export interface ProspectView {
  readonly facts: DomainFacts | null
  readonly receiver: Receiver
  readonly classification: Exclude<Classification, "invalid" | "duplicate">
  readonly family: ReceiverFamily
  readonly mailbox: SegmentTraits["mailbox"]
  readonly bounce: BounceKind
  readonly reasons: ReadonlyArray<string>
  readonly mxHosts: ReadonlyArray<string>
}

const FAMILIES: ReadonlyMap<string, ReceiverFamily> = new Map<string, ReceiverFamily>([
  ["google", "google"],
  ["microsoft365", "microsoft365"],
  ["microsoft365-cn", "microsoft365"],
  ["microsoft365-gov", "microsoft365"],
  ["outlook-consumer", "outlook-consumer"],
  ["yahoo", "yahoo"],
  ["icloud", "icloud"]
])

const KINDS: Readonly<Record<Receiver["kind"], ReceiverFamily>> = {
  mailbox: "other",
  own: "other",
  gateway: "gateway-medium",
  forwarding: "forwarding",
  alias: "forwarding",
  application: "application",
  disposable: "other",
  parking: "unknown",
  none: "unknown",
  unknown: "unknown"
}

const familyOf = ({ gatewayClass, kind, provider }: Receiver): ReceiverFamily => {
  if (gatewayClass !== null) return `gateway-${gatewayClass}`
  return kind === "mailbox" && provider !== null ? (FAMILIES.get(provider) ?? "other") : KINDS[kind]
}

const REFUSES_ALL = /^v=spf1\s+-all$/i

/**
 * Returns whether a domain declares that it is parked: it has no mail hosts, its SPF record allows no server, and its
 * DMARC policy is to reject.
 */
const saysParked = ({ mail, spf, dmarc }: DomainFacts): boolean =>
  mail === "none" && spf !== null && REFUSES_ALL.test(spf.trim()) && dmarc === "reject"

const isDead = (facts: DomainFacts, { kind }: Receiver): boolean =>
  kind === "none" || (facts.mail === "hosts" && facts.reachable === false)

const classify = (
  planned: "valid" | "disposable",
  facts: DomainFacts,
  receiver: Receiver
): ProspectView["classification"] => {
  if (planned === "disposable" || receiver.kind === "disposable") return "disposable"
  if (isDead(facts, receiver)) return "dead"
  if (receiver.kind === "parking" || saysParked(facts)) return "parked"
  return receiver.kind === "unknown" ? "unknown" : "valid"
}

const bounceOf = (
  classification: ProspectView["classification"],
  facts: DomainFacts,
  receiver: Receiver
): BounceKind => {
  if (isDead(facts, receiver)) return "dead"
  if (classification === "parked" || classification === "disposable" || classification === "unknown")
    return classification
  return facts.mail === "none" ? "implicit" : "ordinary"
}

const MAIL_REASONS: Readonly<Record<DomainFacts["mail"], string | null>> = {
  hosts: null,
  null: "null_mx",
  none: "no_mx",
  nxdomain: "no_such_domain",
  unknown: "dns_unanswered"
}

const reasonsOf = (facts: DomainFacts, receiver: Receiver): ReadonlyArray<string> =>
  [
    MAIL_REASONS[facts.mail],
    facts.mail === "hosts" && facts.reachable === false ? "mail_hosts_without_address" : null,
    facts.mail === "none" && facts.reachable === true ? "implicit_mx" : null,
    receiver.split ? "split_mx" : null,
    receiver.gatewayClass === null ? null : `gateway_${receiver.gatewayClass}`,
    receiver.kind === "gateway" ||
    receiver.kind === "mailbox" ||
    receiver.kind === "unknown" ||
    receiver.kind === "none"
      ? null
      : `receiver_${receiver.kind}`,
    receiver.hiddenFilterPossible ? "hidden_filter_possible" : null,
    saysParked(facts) ? "says_parked" : null
  ].filter((reason) => reason !== null)

const lookedUp = (planned: "valid" | "disposable", facts: DomainFacts): ProspectView => {
  const receiver = recogniseReceiver(facts)
  const classification = classify(planned, facts, receiver)
  return {
    facts,
    receiver,
    classification,
    family: familyOf(receiver),
    mailbox: pairProvider(receiver.mailbox),
    bounce: bounceOf(classification, facts, receiver),
    reasons: reasonsOf(facts, receiver),
    mxHosts: facts.mail === "hosts" ? bestHosts(facts.mx).map(({ exchange }) => exchange) : []
  }
}

const freeMailbox = (domain: string): ProspectView => {
  const receiver = recogniseFreeMailbox(domain)
  return {
    facts: null,
    receiver,
    classification: "free_mailbox",
    family: familyOf(receiver),
    mailbox: pairProvider(receiver.mailbox),
    bounce: "ordinary",
    reasons: ["free_mailbox"],
    mxHosts: []
  }
}

export const viewProspect = (
  classification: Exclude<PlannedProspect["classification"], "invalid" | "duplicate">,
  domain: string,
  facts: DomainFacts
): ProspectView => (classification === "free_mailbox" ? freeMailbox(domain) : lookedUp(classification, facts))
