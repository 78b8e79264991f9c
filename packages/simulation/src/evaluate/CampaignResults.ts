import type { DnsRecord, SenderFacts } from "../facts/SenderFacts.ts"
import type { EvidenceGrade, MODEL_VERSION } from "../model/OutcomeModel.ts"
import type { GatewayClass } from "../receiver/ReceiverProvider.ts"

/** The class of an entry after the DNS lookups. */
export type Classification =
  | "valid"
  | "free_mailbox"
  | "disposable"
  | "invalid"
  | "dead"
  | "parked"
  | "unknown"
  | "duplicate"

/**
 * The predicted outcome. The values are ordered from good to bad. "undeliverable": most of the email bounces or is
 * refused.
 */
export type OutcomeVerdict = "inbox" | "likely_inbox" | "at_risk" | "spam" | "undeliverable"

/**
 * The confidence in a prediction. High: the DNS proves the prediction; medium: benchmarks of the receiver support it;
 * low: all other cases.
 */
export type Confidence = "high" | "medium" | "low"

/** The expected numbers of emails by outcome. The four numbers add up to the counted emails. */
export interface Expected {
  readonly inbox: number
  readonly spam: number
  readonly reject: number
  readonly bounce: number
}

/** A part of the prospect list, with its expected results. */
export interface BreakdownRow {
  readonly id: string
  readonly name: string
  /**
   * The number of entries in this part. Only the breakdown by classification includes duplicates and invalid entries.
   */
  readonly prospects: number
  /** The share of the entries of the breakdown that belong to this part, from 0 to 1. */
  readonly share: number
  readonly expected: Expected
  /** The share of this part's emails that reach an inbox; null if no email is sent. */
  readonly inboxRate: number | null
}

/** The part of the list that is behind one mail gateway. The class is null for receivers without a visible gateway. */
export interface GatewayRow extends BreakdownRow {
  readonly gatewayClass: GatewayClass | null
}

/** A sending domain, with its rank for this list. */
export interface SenderResult {
  /** The rank of the sender, from 1, by expected inbox share for this list. */
  readonly rank: number
  readonly domain: string
  /** The provider of the sender's mailboxes, if MX or SPF records show it. */
  readonly provider: string | null
  readonly facts: SenderFacts
  /** The number of emails that the sender can send in a day. */
  readonly dailyCapacity: number
  readonly assignedProspects: number
  /** The number of days needed to send the assigned emails; null if the sender cannot send any email. */
  readonly daysToSend: number | null
  /** The inbox share for ordinary recipients at Google. The next three fields are the shares for other receivers. */
  readonly inboxGoogle: number
  readonly inboxMicrosoft: number
  readonly inboxGateway: number
  readonly inboxOther: number
  /** The expected inbox share if this sender sent to the whole list. */
  readonly expectedInboxRate: number
  /** The ids of the suggestions for this sender. */
  readonly issues: ReadonlyArray<string>
}

/** The severity of the problem that a suggestion solves. */
export type Severity = "critical" | "high" | "medium" | "low"

/** A change that improves the expected results. */
export interface Suggestion {
  /** The priority of the suggestion, from 1, by expected gain and then by severity. */
  readonly priority: number
  readonly id: string
  readonly severity: Severity
  readonly scope: "sender" | "prospect" | "campaign"
  /** The sending domain; null if the suggestion is about the whole campaign. */
  readonly domain: string | null
  readonly title: string
  readonly why: string
  /**
   * The exact DNS record to publish; null if there is no record to publish, or if a part of it cannot be known from
   * outside.
   */
  readonly record: DnsRecord | null
  /** The number of additional emails that reach inboxes, with the best routing after the change. */
  readonly expectedInboxGain: number
  /**
   * The basis of the gain. "rerouted": it was calculated with a new routing; "same_routing": it is a minimum,
   * calculated with the existing routing; "none": the change is not part of the model.
   */
  readonly gainBasis: "rerouted" | "same_routing" | "none"
  readonly evidenceGrade: EvidenceGrade
  readonly source: string
}

/** The number of prospects of one segment that one sender sends to. */
export interface RoutingRow {
  readonly segment: string
  readonly sender: string
  readonly prospects: number
  readonly inboxRate: number
}

/** One entry and its expected outcome, as plain JSON for one row of a CSV. */
export interface ProspectOutcome {
  readonly row: number
  readonly input: string
  readonly email: string | null
  readonly domain: string | null
  readonly classification: Classification
  readonly charged: boolean
  readonly mxHosts: ReadonlyArray<string>
  readonly receiverProvider: string | null
  readonly gateway: string | null
  readonly gatewayClass: GatewayClass | null
  readonly mailboxProvider: string | null
  readonly mailboxEvidence: ReadonlyArray<string>
  /** The confidence in the mailbox provider, from 0 to 1; null if the provider is unknown. */
  readonly mailboxConfidence: number | null
  /**
   * Whether the domain accepts email to every address. Always "unknown", because the simulation sends no email to test
   * this.
   */
  readonly catchAll: "unknown"
  readonly roleAccount: string | null
  readonly dmarcPolicy: string | null
  readonly bestSender: string | null
  /** The sender that is assigned to this entry; null if nothing is sent to the entry. */
  readonly assignedSender: string | null
  readonly sameProvider: boolean
  /**
   * The share of emails that reach an inbox. The shares of the four outcomes add up to 1. All four shares are for the
   * assigned sender or, without an assigned sender, for the best sender. Null for duplicates and invalid entries, and
   * if the campaign has no sender.
   */
  readonly inbox: number | null
  readonly spam: number | null
  readonly reject: number | null
  readonly bounce: number | null
  readonly verdict: OutcomeVerdict | null
  readonly confidence: Confidence | null
  readonly reasons: ReadonlyArray<string>
  readonly recommendation: string
}

/** The expected results of a campaign, as plain JSON. */
export interface CampaignResults {
  readonly modelVersion: typeof MODEL_VERSION
  readonly summary: {
    /** The number of entries. */
    readonly prospects: number
    /** The number of entries without duplicates and invalid entries. */
    readonly uniqueProspects: number
    /** The number of different domains of the unique entries. */
    readonly uniqueDomains: number
    readonly senders: number
    /** The number of prospects with an assigned sender. */
    readonly assigned: number
    /** The number of prospects that accept email but for which no sender has capacity. */
    readonly unsent: number
    /**
     * The expected results of the assigned prospects and of the dead prospects, whose email bounces no matter which
     * sender sends it.
     */
    readonly expected: Expected
    /** The share of the emails in `expected` that reach an inbox; null if `expected` contains no emails. */
    readonly inboxRate: number | null
    readonly range: readonly [low: number, high: number] | null
    readonly confidence: Confidence
    /** The number of emails that all senders together can send in a day. */
    readonly dailyCapacity: number
    /** The number of days needed to send all emails; null if no sender can send any email. */
    readonly daysToSend: number | null
    readonly statement: string
  }
  readonly breakdown: {
    readonly byProvider: ReadonlyArray<BreakdownRow>
    readonly byGateway: ReadonlyArray<GatewayRow>
    readonly byClassification: ReadonlyArray<BreakdownRow>
  }
  readonly senders: ReadonlyArray<SenderResult>
  readonly suggestions: ReadonlyArray<Suggestion>
  readonly routing: ReadonlyArray<RoutingRow>
  readonly prospects: {
    readonly preview: ReadonlyArray<ProspectOutcome>
    readonly truncated: boolean
    readonly total: number
  }
  readonly dataQuality: {
    /** The number of domains for which a DNS query was not answered. */
    readonly unansweredDomains: number
    /** The number of domains for which it is unknown whether they accept email. */
    readonly unknownDomains: number
    /** The number of senders whose facts are incomplete. */
    readonly incompleteSenders: number
    /**
     * The share of queried domains whose receiver is in the receiver table, from 0 to 1; null if no domain was queried.
     */
    readonly recognised: number | null
    /** The number of prospects at receivers that often use a filter that the DNS does not show. */
    readonly hiddenFilterPossible: number
    readonly notSeen: ReadonlyArray<string>
  }
}

/** The results, and a function that yields the expected outcome of each entry. */
export interface CampaignEvaluation {
  readonly results: CampaignResults
  readonly prospects: () => Iterable<ProspectOutcome>
  /** The number of arcs that all routing calculations together examined. */
  readonly steps: number
}
