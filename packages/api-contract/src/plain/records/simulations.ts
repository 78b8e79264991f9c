// Written by `npm run openapi`. Do not edit.
import type { Fault } from "./several.ts"

/** A credit transaction. */
export type CreditTransaction = {
  readonly id: string
  readonly amount: number
  readonly type: "grant" | "purchase" | "usage" | "refund" | "expiry"
  readonly description: string
  readonly jobId: string | null
  readonly createdAt: string
}

/** The entries by kind, before any DNS query. */
export type EstimatedProspects = {
  readonly valid: number
  readonly freeMailbox: number
  readonly disposable: number
  readonly invalid: number
  readonly duplicate: number
}

/** Expected number of emails by outcome. The four numbers add up to the number of counted emails. */
export type ExpectedOutcomes = {
  readonly inbox: number
  readonly spam: number
  readonly reject: number
  readonly bounce: number
}

/** A campaign simulation with its results. */
export type Simulation = {
  readonly jobId: string
  readonly name: string
  readonly status: "queued" | "processing" | "completed" | "failed" | "expired"
  readonly progress: SimulationProgress
  readonly sendingDomains: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
  readonly prospectCount: number
  readonly creditsCharged: number
  readonly createdAt: string
  readonly startedAt: string | null
  readonly completedAt: string | null
  readonly error: Fault | null
  readonly hasCampaignCsv: boolean
  readonly hasSenderCsv: boolean
  readonly hasSuggestionCsv: boolean
  readonly shareUrl: string | null
  readonly results: SimulationResults | null
}

/** Credits for campaign simulations. */
export type SimulationCredits = {
  readonly balance: number
  readonly annualAllowance: number
  readonly renewsAt: string | null
  readonly transactions: ReadonlyArray<CreditTransaction>
}

/** A DNS record to publish. */
export type SimulationDnsRecord = {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  readonly host: string
  readonly value: string
}

/** The price of a simulation before its start. */
export type SimulationEstimate = {
  readonly credits: number
  readonly balance: number
  readonly sendingDomains: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
  readonly prospects: EstimatedProspects
}

/** A DNS record that fixes a finding of the email health check. */
export type SimulationFix = {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  readonly host: string
  readonly value: string
  readonly code: string
}

/** Prospects behind one email gateway. */
export type SimulationGateway = {
  readonly id: string
  readonly name: string
  readonly prospects: number
  readonly share: number
  readonly expected: ExpectedOutcomes
  readonly inboxRate: number | null
  readonly gatewayClass: "light" | "medium" | "strict" | null
}

/** A campaign simulation. */
export type SimulationJob = {
  readonly jobId: string
  readonly name: string
  readonly status: "queued" | "processing" | "completed" | "failed" | "expired"
  readonly progress: SimulationProgress
  readonly sendingDomains: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
  readonly prospectCount: number
  readonly creditsCharged: number
  readonly createdAt: string
  readonly startedAt: string | null
  readonly completedAt: string | null
  readonly error: Fault | null
  readonly hasCampaignCsv: boolean
  readonly hasSenderCsv: boolean
  readonly hasSuggestionCsv: boolean
  readonly shareUrl: string | null
}

/** An entry on a blacklist. */
export type SimulationListing = {
  readonly list: string
  readonly target: string
  readonly tier: 1 | 2 | 3
  readonly shared: boolean
}

/** A group of prospects. */
export type SimulationPart = {
  readonly id: string
  readonly name: string
  readonly prospects: number
  readonly share: number
  readonly expected: ExpectedOutcomes
  readonly inboxRate: number | null
}

/** Progress of a simulation job. */
export type SimulationProgress = {
  readonly phase: "queued" | "dns" | "model" | "done"
  readonly done: number
  readonly total: number
  readonly percent: number
  readonly etaSeconds: number | null
}

/** One entry in the list and the expected outcome of its email. */
export type SimulationProspect = {
  readonly row: number
  readonly input: string
  readonly email: string | null
  readonly domain: string | null
  readonly classification:
    | "valid"
    | "free_mailbox"
    | "disposable"
    | "invalid"
    | "dead"
    | "parked"
    | "unknown"
    | "duplicate"
  readonly charged: boolean
  readonly mxHosts: ReadonlyArray<string>
  readonly receiverProvider: string | null
  readonly gateway: string | null
  readonly gatewayClass: "light" | "medium" | "strict" | null
  readonly mailboxProvider: string | null
  readonly mailboxEvidence: ReadonlyArray<string>
  readonly mailboxConfidence: number | null
  readonly catchAll: "unknown"
  readonly roleAccount: string | null
  readonly dmarcPolicy: string | null
  readonly bestSender: string | null
  readonly assignedSender: string | null
  readonly sameProvider: boolean
  readonly inbox: number | null
  readonly spam: number | null
  readonly reject: number | null
  readonly bounce: number | null
  readonly verdict: "inbox" | "likely_inbox" | "at_risk" | "spam" | "undeliverable" | null
  readonly confidence: "high" | "medium" | "low" | null
  readonly reasons: ReadonlyArray<string>
  readonly recommendation: string
}

/** The predicted results of a campaign, based on DNS and public benchmarks. */
export type SimulationResults = {
  readonly modelVersion: string
  readonly summary: {
    readonly prospects: number
    readonly uniqueProspects: number
    readonly uniqueDomains: number
    readonly senders: number
    readonly assigned: number
    readonly unsent: number
    readonly expected: ExpectedOutcomes
    readonly inboxRate: number | null
    readonly range: readonly [number, number] | null
    readonly confidence: "high" | "medium" | "low"
    readonly dailyCapacity: number
    readonly daysToSend: number | null
    readonly statement: string
  }
  readonly breakdown: {
    readonly byProvider: ReadonlyArray<SimulationPart>
    readonly byGateway: ReadonlyArray<SimulationGateway>
    readonly byClassification: ReadonlyArray<SimulationPart>
  }
  readonly senders: ReadonlyArray<SimulationSender>
  readonly suggestions: ReadonlyArray<SimulationSuggestion>
  readonly routing: ReadonlyArray<SimulationRoute>
  readonly prospects: {
    readonly preview: ReadonlyArray<SimulationProspect>
    readonly truncated: boolean
    readonly total: number
  }
  readonly dataQuality: {
    readonly unansweredDomains: number
    readonly unknownDomains: number
    readonly incompleteSenders: number
    readonly recognised: number | null
    readonly hiddenFilterPossible: number
    readonly notSeen: ReadonlyArray<string>
  }
}

/** A group of prospects and the sending domain that is assigned to it. */
export type SimulationRoute = {
  readonly segment: string
  readonly sender: string
  readonly prospects: number
  readonly inboxRate: number
}

/** A sending domain, evaluated for this list of prospects. */
export type SimulationSender = {
  readonly rank: number
  readonly domain: string
  readonly provider: string | null
  readonly facts: SimulationSenderFacts
  readonly dailyCapacity: number
  readonly assignedProspects: number
  readonly daysToSend: number | null
  readonly inboxGoogle: number
  readonly inboxMicrosoft: number
  readonly inboxGateway: number
  readonly inboxOther: number
  readonly expectedInboxRate: number
  readonly issues: ReadonlyArray<string>
}

/** Facts about a sending domain. */
export type SimulationSenderFacts = {
  readonly version: number
  readonly domain: string
  readonly incomplete: boolean
  readonly score: number | null
  readonly grade: string | null
  readonly mail: "hosts" | "null" | "none" | "nxdomain" | "unknown"
  readonly mxHosts: ReadonlyArray<string>
  readonly spf: {
    readonly status: "ok" | "unknown" | "pass_all" | "broken" | "missing"
    readonly record: string | null
    readonly lookups: number | null
    readonly targets: ReadonlyArray<string>
  }
  readonly dkim: {
    readonly status: "found" | "weak" | "unknown" | "missing"
    readonly selectors: ReadonlyArray<string>
  }
  readonly dmarc: {
    readonly status: "enforced" | "none" | "unknown" | "broken" | "missing"
    readonly policy: "none" | "quarantine" | "reject" | null
    readonly record: string | null
  }
  readonly listings: ReadonlyArray<SimulationListing> | null
  readonly website: boolean | null
  readonly ageDays: number | null
  readonly registeredUntil: string | null
  readonly fixes: ReadonlyArray<SimulationFix>
}

/** The share URL of a simulation. */
export type SimulationShare = { readonly shareUrl: string | null }

/** A suggested change. */
export type SimulationSuggestion = {
  readonly priority: number
  readonly id: string
  readonly severity: "critical" | "high" | "medium" | "low"
  readonly scope: "sender" | "prospect" | "campaign"
  readonly domain: string | null
  readonly title: string
  readonly why: string
  readonly record: SimulationDnsRecord | null
  readonly expectedInboxGain: number
  readonly gainBasis: "rerouted" | "same_routing" | "none"
  readonly evidenceGrade: "A" | "B" | "C"
  readonly source: string
}

/** A campaign to simulate. */
export type StartSimulation = {
  readonly sendingDomains: ReadonlyArray<string>
  readonly prospectEntries: ReadonlyArray<string>
  readonly name?: string
}
