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

/** From good to bad; "undeliverable": most of it bounces or is refused. */
export type OutcomeVerdict = "inbox" | "likely_inbox" | "at_risk" | "spam" | "undeliverable"

/** The confidence in a prediction. High: certain by the DNS; medium: benchmarks of this receiver; low: less. */
export type Confidence = "high" | "medium" | "low"

/** Expected emails; the four sum to the emails that were counted. */
export interface Expected {
  readonly inbox: number
  readonly spam: number
  readonly reject: number
  readonly bounce: number
}

/** One part of the list. */
export interface BreakdownRow {
  readonly id: string
  readonly name: string
  /** Entries, duplicates and invalid ones included where they belong. */
  readonly prospects: number
  /** Of the entries in all rows of the list, 0 to 1. */
  readonly share: number
  readonly expected: Expected
  /** Null where no mail is sent. */
  readonly inboxRate: number | null
}

/** A row by mail gateway; the class is null for receivers where no gateway is seen. */
export interface GatewayRow extends BreakdownRow {
  readonly gatewayClass: GatewayClass | null
}

/** A sending domain, ranked for this list. */
export interface SenderResult {
  /** From 1, by expected inbox over this list. */
  readonly rank: number
  readonly domain: string
  /** The provider of the mailboxes that it sends from, as far as MX and SPF show. */
  readonly provider: string | null
  readonly facts: SenderFacts
  /** Emails in a day. */
  readonly dailyCapacity: number
  readonly assignedProspects: number
  /** Null when nothing can be sent. */
  readonly daysToSend: number | null
  /** Shares of mail to ordinary people at these receivers. */
  readonly inboxGoogle: number
  readonly inboxMicrosoft: number
  readonly inboxGateway: number
  readonly inboxOther: number
  /** Share over this list, if it sent all of it. */
  readonly expectedInboxRate: number
  /** Ids of suggestions. */
  readonly issues: ReadonlyArray<string>
}

/** The severity of the problem that a suggestion solves. */
export type Severity = "critical" | "high" | "medium" | "low"

/** Something to change. */
export interface Suggestion {
  /** From 1, by expected gain, then severity. */
  readonly priority: number
  readonly id: string
  readonly severity: Severity
  readonly scope: "sender" | "prospect" | "campaign"
  /** Null for the whole campaign. */
  readonly domain: string | null
  readonly title: string
  readonly why: string
  /** The exact record to publish; null where there is none, or where a part of it cannot be known from outside. */
  readonly record: DnsRecord | null
  /** Additional emails in inboxes, with the routing that is best after the change. */
  readonly expectedInboxGain: number
  /** "rerouted": the routing was solved anew; "same_routing": at least this much, without; "none": not in the model. */
  readonly gainBasis: "rerouted" | "same_routing" | "none"
  readonly evidenceGrade: EvidenceGrade
  readonly source: string
}

/** A row of the routing: the number of prospects of one segment that one sender sends to. */
export interface RoutingRow {
  readonly segment: string
  readonly sender: string
  readonly prospects: number
  readonly inboxRate: number
}

/** One entry and what is expected of it; plain JSON, made for one row of a CSV. */
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
  /** 0 to 1; null when the mailbox is not known. */
  readonly mailboxConfidence: number | null
  /** No mail is sent to find out. */
  readonly catchAll: "unknown"
  readonly roleAccount: string | null
  readonly dmarcPolicy: string | null
  readonly bestSender: string | null
  /** Null when nothing is sent to it. */
  readonly assignedSender: string | null
  readonly sameProvider: boolean
  /**
   * Shares that sum to 1, of the assigned sender, else of the best; null for what is invalid or a duplicate, or when
   * nobody sends.
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

/** The expected results of a campaign; plain JSON. */
export interface CampaignResults {
  readonly modelVersion: typeof MODEL_VERSION
  readonly summary: {
    /** Entries. */
    readonly prospects: number
    /** Entries without duplicates and invalid ones. */
    readonly uniqueProspects: number
    /** Domains of these. */
    readonly uniqueDomains: number
    readonly senders: number
    /** Prospects that are given to a sender. */
    readonly assigned: number
    /** Prospects that take mail and for which no sender has room. */
    readonly unsent: number
    /** Over the assigned and the dead, who bounce whoever sends. */
    readonly expected: Expected
    /** Of the emails in `expected`; null when there are none. */
    readonly inboxRate: number | null
    readonly range: readonly [low: number, high: number] | null
    readonly confidence: Confidence
    /** Emails in a day over all senders. */
    readonly dailyCapacity: number
    /** Null when nothing can be sent. */
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
    /** Domains with a question that stayed unanswered. */
    readonly unansweredDomains: number
    /** Domains of which it is not known whether they take mail. */
    readonly unknownDomains: number
    /** Senders of which something is not known. */
    readonly incompleteSenders: number
    /**
     * Of the domains that were looked up, those whose receiver is in the table; 0 to 1, null when none was looked up.
     */
    readonly recognised: number | null
    /** Prospects at receivers that are often filtered without a trace in the DNS. */
    readonly hiddenFilterPossible: number
    readonly notSeen: ReadonlyArray<string>
  }
}

/** Results, and what is expected of each entry, made when it is asked for. */
export interface CampaignEvaluation {
  readonly results: CampaignResults
  readonly prospects: () => Iterable<ProspectOutcome>
  /** Arcs that the routing and its repetitions examined. */
  readonly steps: number
}
