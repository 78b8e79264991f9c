import { described, SimulationJob } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, countOrNull, number, numberOrNull, orNull, record, text, textOrNull, texts } = described
const share = (description: string, example: number) => number(`${description} 0 to 1.`, example)
const shareOrNull = (description: string, example: number) => numberOrNull(`${description} 0 to 1.`, example)
const flag = (description: string) => described.flag(description, true)

const Expected = record("ExpectedOutcomes", "Expected emails; the four add up to the emails that were counted.", {
  inbox: number("In the inbox.", 61.2),
  spam: number("In the spam folder.", 20.4),
  reject: number("Refused by the receiver.", 8.1),
  bounce: number("Bounced: no such mailbox or domain.", 10.3)
})

const rowFields = {
  id: text("Stable id of this part.", "google"),
  name: text("The same for people.", "Google Workspace"),
  prospects: count("Entries.", 42),
  share: share("Of all entries.", 0.42),
  expected: Expected,
  inboxRate: shareOrNull("Expected share in the inbox; null where no email is sent.", 0.71)
}
const BreakdownRow = record("SimulationPart", "One part of the list.", rowFields)
const GatewayRow = record("SimulationGateway", "Prospects behind one email gateway.", {
  ...rowFields,
  gatewayClass: Schema.NullOr(Schema.Literals(["light", "medium", "strict"])).annotate({
    description: "How strictly it filters; null for none.",
    examples: ["strict"]
  })
})

const DnsRecord = record("SimulationDnsRecord", "A DNS record to publish.", {
  type: Schema.Literals(["TXT", "MX", "CNAME"]).annotate({ description: "Its type.", examples: ["TXT"] }),
  host: text("Full name.", "_dmarc.example.com"),
  value: text("Its value.", "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com")
})

const SenderFacts = record("SimulationSenderFacts", "What is known of a sending domain.", {
  version: count("Version of these facts.", 1),
  domain: text("The domain, IDNA ASCII.", "example.com"),
  incomplete: flag("Whether some DNS queries got no answer."),
  score: Schema.NullOr(Schema.Finite).annotate({
    description: "Email health, 0 to 100; null when nothing is known.",
    examples: [86]
  }),
  grade: textOrNull("Grade of the score.", "B"),
  mail: Schema.Literals(["hosts", "null", "none", "nxdomain", "unknown"]).annotate({
    description: "Result of the MX query.",
    examples: ["hosts"]
  }),
  mxHosts: texts("Mail hosts.", ["mx.example.com"]),
  spf: Schema.Struct({
    status: Schema.Literals(["ok", "unknown", "pass_all", "broken", "missing"]).annotate({
      description: "From good to bad.",
      examples: ["ok"]
    }),
    record: textOrNull("The record.", "v=spf1 include:_spf.google.com ~all"),
    lookups: countOrNull("DNS lookups that it needs, of 10.", 4),
    targets: texts("Targets of includes and redirects.", ["_spf.google.com"])
  }).annotate({ description: "SPF (RFC 7208)." }),
  dkim: Schema.Struct({
    status: Schema.Literals(["found", "weak", "unknown", "missing"]).annotate({
      description: "`unknown`: no key below the common selectors, which proves nothing.",
      examples: ["found"]
    }),
    selectors: texts("Selectors with a key.", ["google"])
  }).annotate({ description: "DKIM (RFC 6376)." }),
  dmarc: Schema.Struct({
    status: Schema.Literals(["enforced", "none", "unknown", "broken", "missing"]).annotate({
      description: "From good to bad.",
      examples: ["enforced"]
    }),
    policy: Schema.NullOr(Schema.Literals(["none", "quarantine", "reject"])).annotate({
      description: "The policy.",
      examples: ["reject"]
    }),
    record: textOrNull("The record.", "v=DMARC1; p=reject")
  }).annotate({ description: "DMARC (RFC 9989)." }),
  listings: Schema.NullOr(
    Schema.Array(
      record("SimulationListing", "An entry of a blacklist.", {
        list: text("The list.", "zen.spamhaus.org"),
        target: text("What it names.", "192.0.2.1"),
        tier: Schema.Literals([1, 2, 3]).annotate({
          description: "1: most receivers reject what it names; 3: few do.",
          examples: [1]
        }),
        shared: flag("Whether it names an address that others use too.")
      })
    )
  ).annotate({ description: "Blacklists that name it; null when they gave no usable answer." }),
  website: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether the domain has an address of its own; null when unknown.",
    examples: [true]
  }),
  ageDays: countOrNull("Days since registration; null when unknown.", 812),
  registeredUntil: textOrNull("Until when it is registered, ISO 8601; null when unknown.", "2027-11-21T00:00:00.000Z"),
  fixes: Schema.Array(
    record("SimulationFix", "A record that fixes a finding of the email health check.", {
      ...DnsRecord.fields,
      code: text("The finding's code.", "dmarc_missing")
    })
  ).annotate({ description: "Records that fix findings." })
})

const Sender = record("SimulationSender", "A sending domain, evaluated for this list.", {
  rank: count("From 1, by expected inbox over this list.", 1),
  domain: text("The domain.", "example.com"),
  provider: textOrNull("Provider of the mailboxes that it sends from, as far as MX and SPF show.", "google"),
  facts: SenderFacts,
  dailyCapacity: count("Emails a day.", 30),
  assignedProspects: count("Prospects that the routing assigns to it.", 90),
  daysToSend: countOrNull("Days that it takes; null when nothing can be sent.", 3),
  inboxGoogle: share("Expected inbox share at Google.", 0.8),
  inboxMicrosoft: share("Expected inbox share at Microsoft.", 0.6),
  inboxGateway: share("Expected inbox share behind gateways.", 0.5),
  inboxOther: share("Expected inbox share elsewhere.", 0.7),
  expectedInboxRate: share("Expected inbox share if it sent the whole list.", 0.68),
  issues: texts("Ids of suggestions.", ["dmarc_missing"])
})

const Suggestion = record("SimulationSuggestion", "Something to change.", {
  priority: count("From 1, by expected gain, then severity.", 1),
  id: text("Stable id.", "dmarc_missing"),
  severity: Schema.Literals(["critical", "high", "medium", "low"]).annotate({
    description: "Severity.",
    examples: ["high"]
  }),
  scope: Schema.Literals(["sender", "prospect", "campaign"]).annotate({
    description: "What it is about.",
    examples: ["sender"]
  }),
  domain: textOrNull("Which domain; null for the whole campaign.", "example.com"),
  title: text("What to do.", "Publish a DMARC record"),
  why: text("Why.", "Google and Microsoft refuse bulk mail without one."),
  record: Schema.NullOr(DnsRecord).annotate({ description: "The exact record; null where there is none." }),
  expectedInboxGain: number("Additional emails in inboxes.", 12.4),
  gainBasis: Schema.Literals(["rerouted", "same_routing", "none"]).annotate({
    description: "How the gain was calculated.",
    examples: ["rerouted"]
  }),
  evidenceGrade: Schema.Literals(["A", "B", "C"]).annotate({
    description: "Quality of the evidence: A documented by the receiver, C expert opinion.",
    examples: ["A"]
  }),
  source: text("Source of the claim.", "https://support.google.com/mail/answer/81126")
})

const Prospect = record("SimulationProspect", "One entry and what is expected of it.", {
  row: count("From 1, in the order of the entries.", 1),
  input: text("As given.", "ann@example.org"),
  email: textOrNull("Null for a bare domain.", "ann@example.org"),
  domain: textOrNull("Null for what is invalid.", "example.org"),
  classification: Schema.Literals([
    "valid",
    "free_mailbox",
    "disposable",
    "invalid",
    "dead",
    "parked",
    "unknown",
    "duplicate"
  ]).annotate({ description: "What it is.", examples: ["valid"] }),
  charged: flag("Whether its domain is among those that cost a credit."),
  mxHosts: texts("Mail hosts.", ["mx.example.org"]),
  receiverProvider: textOrNull("Provider that receives its email.", "google"),
  gateway: textOrNull("The gateway in front.", "proofpoint"),
  gatewayClass: Schema.NullOr(Schema.Literals(["light", "medium", "strict"])).annotate({
    description: "How strictly that filters.",
    examples: ["strict"]
  }),
  mailboxProvider: textOrNull("Where the mailboxes are.", "microsoft365"),
  mailboxEvidence: texts("What shows it.", ["spf"]),
  mailboxConfidence: shareOrNull("Confidence in that.", 0.9),
  catchAll: Schema.Literals(["unknown"]).annotate({
    description: "No email is sent to find out.",
    examples: ["unknown"]
  }),
  roleAccount: textOrNull("The role of the address, such as info.", "info"),
  dmarcPolicy: textOrNull("The domain's own DMARC policy.", "reject"),
  bestSender: textOrNull("Best sender for it.", "example.com"),
  assignedSender: textOrNull("Sender that it is assigned to; null when nothing is sent.", "example.com"),
  sameProvider: flag("Whether sender and receiver use the same provider."),
  inbox: shareOrNull("Probability of the inbox.", 0.7),
  spam: shareOrNull("Probability of the spam folder.", 0.2),
  reject: shareOrNull("Probability of a refusal.", 0.06),
  bounce: shareOrNull("Probability of a bounce.", 0.04),
  verdict: Schema.NullOr(Schema.Literals(["inbox", "likely_inbox", "at_risk", "spam", "undeliverable"])).annotate({
    description: "From good to bad.",
    examples: ["likely_inbox"]
  }),
  confidence: Schema.NullOr(Schema.Literals(["high", "medium", "low"])).annotate({
    description: "Confidence in the prediction.",
    examples: ["medium"]
  }),
  reasons: texts("What it rests on.", ["receiver:google"]),
  recommendation: text("What to do.", "Send.")
})

/** The results of a campaign simulation. */
export const SimulationResultRecord = record(
  "SimulationResults",
  "What is expected of a campaign: a prediction from DNS and public benchmarks.",
  {
    modelVersion: text("Version of the model.", "2026.11"),
    summary: Schema.Struct({
      prospects: count("Entries.", 100),
      uniqueProspects: count("Entries without duplicates and invalid ones.", 96),
      uniqueDomains: count("Domains of these.", 80),
      senders: count("Sending domains.", 3),
      assigned: count("Prospects that are assigned to a sender.", 90),
      unsent: count("Prospects for which no sender has capacity.", 0),
      expected: Expected,
      inboxRate: shareOrNull("Expected share in the inbox.", 0.68),
      range: Schema.NullOr(Schema.Tuple([Schema.Finite, Schema.Finite])).annotate({
        description: "Bounds of inboxRate.",
        examples: [[0.58, 0.78]]
      }),
      confidence: Schema.Literals(["high", "medium", "low"]).annotate({
        description: "Confidence in the prediction.",
        examples: ["medium"]
      }),
      dailyCapacity: count("Emails a day over all senders.", 90),
      daysToSend: countOrNull("Days that the campaign takes; null when nothing can be sent.", 1),
      statement: text("What this is and is not.", "A prediction from DNS and public benchmarks.")
    }).annotate({ description: "The whole campaign." }),
    breakdown: Schema.Struct({
      byProvider: Schema.Array(BreakdownRow).annotate({ description: "By who has the mailboxes." }),
      byGateway: Schema.Array(GatewayRow).annotate({ description: "By the gateway in front." }),
      byClassification: Schema.Array(BreakdownRow).annotate({ description: "By what the entries are." })
    }).annotate({ description: "Parts of the list." }),
    senders: Schema.Array(Sender).annotate({ description: "Sending domains by rank." }),
    suggestions: Schema.Array(Suggestion).annotate({ description: "What to change, by priority." }),
    routing: Schema.Array(
      record("SimulationRoute", "Who sends what.", {
        segment: text("A part of the list with the same expected results.", "google|person"),
        sender: text("The sending domain.", "example.com"),
        prospects: count("How many.", 30),
        inboxRate: share("Expected inbox share.", 0.74)
      })
    ).annotate({ description: "The best assignment of prospects to senders." }),
    prospects: Schema.Struct({
      preview: Schema.Array(Prospect).annotate({ description: "The first 100; the campaign CSV has all." }),
      truncated: flag("Whether there are more."),
      total: count("Entries.", 100)
    }).annotate({ description: "The first entries." }),
    dataQuality: Schema.Struct({
      unansweredDomains: count("Domains with a DNS query that got no answer.", 0),
      unknownDomains: count("Domains of which it is unknown whether they receive email.", 0),
      incompleteSenders: count("Senders of which something is not known.", 0),
      recognised: shareOrNull("Domains whose receiver is known by name.", 0.93),
      hiddenFilterPossible: count("Prospects whose receivers often have filters that the DNS does not show.", 4),
      notSeen: texts("What no lookup shows.", ["content"])
    }).annotate({ description: "What the prediction rests on." })
  }
)
export type SimulationResultRecord = typeof SimulationResultRecord.Type

/** A campaign simulation with its results. */
export const SimulationRecord = record("Simulation", "A campaign simulation with its results.", {
  ...SimulationJob.fields,
  results: orNull(SimulationResultRecord, "The results, or null before it is completed.")
})
export type SimulationRecord = typeof SimulationRecord.Type
