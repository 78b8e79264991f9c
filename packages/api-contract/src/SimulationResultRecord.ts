import { described, SimulationJob } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, countOrNull, number, numberOrNull, orNull, record, text, textOrNull, texts } = described
const share = (description: string, example: number) => number(`${description} From 0 to 1.`, example)
const shareOrNull = (description: string, example: number) => numberOrNull(`${description} From 0 to 1.`, example)
const flag = (description: string) => described.flag(description, true)

const Expected = record(
  "ExpectedOutcomes",
  "Expected number of emails by outcome. The four numbers add up to the number of counted emails.",
  {
    inbox: number("Emails in the inbox.", 61.2),
    spam: number("Emails in the spam folder.", 20.4),
    reject: number("Emails that the receiver rejects.", 8.1),
    bounce: number("Emails that bounce because the mailbox or domain does not exist.", 10.3)
  }
)

const rowFields = {
  id: text("Stable id of this group.", "google"),
  name: text("Human-readable name of this group.", "Google Workspace"),
  prospects: count("Number of entries in this group.", 42),
  share: share("Share of the entries in all groups of the list. The shares of a list add up to 1.", 0.42),
  expected: Expected,
  inboxRate: shareOrNull("Expected share of emails in the inbox. Null if no email is sent.", 0.71)
}
const BreakdownRow = record("SimulationPart", "A group of prospects.", rowFields)
const GatewayRow = record("SimulationGateway", "Prospects behind one email gateway.", {
  ...rowFields,
  gatewayClass: Schema.NullOr(Schema.Literals(["light", "medium", "strict"])).annotate({
    description: "How strictly the gateway filters. Null if there is no gateway.",
    examples: ["strict"]
  })
})

const DnsRecord = record("SimulationDnsRecord", "A DNS record to publish.", {
  type: Schema.Literals(["TXT", "MX", "A", "AAAA", "CNAME"]).annotate({
    description: "Type of the record.",
    examples: ["TXT"]
  }),
  host: text("Full name of the record.", "_dmarc.example.com"),
  value: text("Value of the record.", "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com")
})

const SenderFacts = record("SimulationSenderFacts", "Facts about a sending domain.", {
  version: count("Version of the format of these facts.", 1),
  domain: text("The domain in IDNA ASCII.", "example.com"),
  incomplete: flag("Whether at least one DNS query got no answer."),
  score: Schema.NullOr(Schema.Finite).annotate({
    description: "Email health score from 0 to 100. Null if nothing is known.",
    examples: [86]
  }),
  grade: textOrNull("Email health grade.", "B"),
  mail: Schema.Literals(["hosts", "null", "none", "nxdomain", "unknown"]).annotate({
    description: "Result of the MX query.",
    examples: ["hosts"]
  }),
  mxHosts: texts("Mail hosts of the domain.", ["mx.example.com"]),
  spf: Schema.Struct({
    status: Schema.Literals(["ok", "unknown", "pass_all", "broken", "missing"]).annotate({
      description: "State of SPF. The values are ordered from good to bad.",
      examples: ["ok"]
    }),
    record: textOrNull("Text of the SPF record, or null if there is none.", "v=spf1 include:_spf.google.com ~all"),
    lookups: countOrNull("Number of DNS lookups that the record needs. Receivers allow at most 10.", 4),
    targets: texts("Domains that the record includes or redirects to.", ["_spf.google.com"])
  }).annotate({ description: "SPF (RFC 7208)." }),
  dkim: Schema.Struct({
    status: Schema.Literals(["found", "weak", "unknown", "missing"]).annotate({
      description:
        "State of DKIM. `unknown`: no key was found at the common selectors. A key may exist at another selector.",
      examples: ["found"]
    }),
    selectors: texts("Selectors at which a key was found.", ["google"])
  }).annotate({ description: "DKIM (RFC 6376)." }),
  dmarc: Schema.Struct({
    status: Schema.Literals(["enforced", "none", "unknown", "broken", "missing"]).annotate({
      description: "State of DMARC. The values are ordered from good to bad.",
      examples: ["enforced"]
    }),
    policy: Schema.NullOr(Schema.Literals(["none", "quarantine", "reject"])).annotate({
      description: "DMARC policy, or null if there is none.",
      examples: ["reject"]
    }),
    record: textOrNull("Text of the DMARC record, or null if there is none.", "v=DMARC1; p=reject")
  }).annotate({ description: "DMARC (RFC 9989)." }),
  listings: Schema.NullOr(
    Schema.Array(
      record("SimulationListing", "An entry on a blacklist.", {
        list: text("Name of the blacklist.", "zen.spamhaus.org"),
        target: text("The listed address or domain.", "192.0.2.1"),
        tier: Schema.Literals([1, 2, 3]).annotate({
          description:
            "How much receivers rely on the blacklist, from 1 (most receivers reject listed senders) to 3 (few do).",
          examples: [1]
        }),
        shared: flag("Whether other senders also use the listed address.")
      })
    )
  ).annotate({ description: "Blacklist entries of the domain. Null if the blacklists gave no usable answer." }),
  website: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether the domain itself has an IP address. Null if unknown.",
    examples: [true]
  }),
  ageDays: countOrNull("Days since the domain was registered. Null if unknown.", 812),
  registeredUntil: textOrNull(
    "The time when the registration expires, ISO 8601. Null if unknown.",
    "2027-11-21T00:00:00.000Z"
  ),
  fixes: Schema.Array(
    record("SimulationFix", "A DNS record that fixes a finding of the email health check.", {
      ...DnsRecord.fields,
      code: text("Code of the finding.", "dmarc_missing")
    })
  ).annotate({ description: "DNS records that fix findings of the email health check." })
})

const Sender = record("SimulationSender", "A sending domain, evaluated for this list of prospects.", {
  rank: count("Rank of the sender, starting at 1. Senders are ranked by expected inbox rate.", 1),
  domain: text("The sending domain.", "example.com"),
  provider: textOrNull("The sender's mailbox provider, derived from MX and SPF. Null if unknown.", "google"),
  facts: SenderFacts,
  dailyCapacity: count("Number of emails per day.", 30),
  assignedProspects: count("Number of prospects that are assigned to this sender.", 90),
  daysToSend: countOrNull("Number of days that this sender needs. Null if the sender cannot send anything.", 3),
  inboxGoogle: share("Expected inbox rate at Google.", 0.8),
  inboxMicrosoft: share("Expected inbox rate at Microsoft.", 0.6),
  inboxGateway: share("Expected inbox rate behind email gateways.", 0.5),
  inboxOther: share("Expected inbox rate at all other receivers.", 0.7),
  expectedInboxRate: share("Expected inbox rate if this sender sent the whole list.", 0.68),
  issues: texts("Ids of the suggestions for this sender.", ["dmarc_missing"])
})

const Suggestion = record("SimulationSuggestion", "A suggested change.", {
  priority: count("Priority, starting at 1. Suggestions are ordered by expected gain, then by severity.", 1),
  id: text("Stable id of the suggestion.", "dmarc_missing"),
  severity: Schema.Literals(["critical", "high", "medium", "low"]).annotate({
    description: "Severity.",
    examples: ["high"]
  }),
  scope: Schema.Literals(["sender", "prospect", "campaign"]).annotate({
    description: "The kind of object to which the suggestion applies.",
    examples: ["sender"]
  }),
  domain: textOrNull("The domain that the suggestion applies to. Null for the whole campaign.", "example.com"),
  title: text("Short text of the suggestion.", "Publish a DMARC record"),
  why: text("Reason for the suggestion.", "Google and Microsoft reject bulk mail from domains without one."),
  record: Schema.NullOr(DnsRecord).annotate({ description: "The DNS record to publish, or null if there is none." }),
  expectedInboxGain: number("Expected number of additional emails in inboxes.", 12.4),
  gainBasis: Schema.Literals(["rerouted", "same_routing", "none"]).annotate({
    description: "The method with which the gain was calculated.",
    examples: ["rerouted"]
  }),
  evidenceGrade: Schema.Literals(["A", "B", "C"]).annotate({
    description: "Quality of the evidence, from A (documented by the receiver) to C (expert opinion).",
    examples: ["A"]
  }),
  source: text("Source of the evidence.", "https://support.google.com/mail/answer/81126")
})

const Prospect = record("SimulationProspect", "One entry in the list and the expected outcome of its email.", {
  row: count("Number of the row, starting at 1, in the order of the entries.", 1),
  input: text("The entry as it was in the request.", "ann@example.org"),
  email: textOrNull("Email address, or null if the entry is a domain.", "ann@example.org"),
  domain: textOrNull("Domain of the entry, or null if the entry is invalid.", "example.org"),
  classification: Schema.Literals([
    "valid",
    "free_mailbox",
    "disposable",
    "invalid",
    "dead",
    "parked",
    "unknown",
    "duplicate"
  ]).annotate({ description: "Classification of the entry.", examples: ["valid"] }),
  charged: flag("Whether the entry's domain costs a credit."),
  mxHosts: texts("Mail hosts of the domain.", ["mx.example.org"]),
  receiverProvider: textOrNull("Provider that receives the domain's email, or null if unknown.", "google"),
  gateway: textOrNull("Email gateway in front of the mailboxes, or null if none is known.", "proofpoint"),
  gatewayClass: Schema.NullOr(Schema.Literals(["light", "medium", "strict"])).annotate({
    description: "How strictly the gateway filters. Null if there is no gateway.",
    examples: ["strict"]
  }),
  mailboxProvider: textOrNull("Provider that hosts the mailboxes, or null if unknown.", "microsoft365"),
  mailboxEvidence: texts("Evidence for the mailbox provider.", ["spf"]),
  mailboxConfidence: shareOrNull("Confidence in the mailbox provider.", 0.9),
  catchAll: Schema.Literals(["unknown"]).annotate({
    description:
      "Whether the domain accepts email for every address. Always `unknown`, because Mon sends no test email.",
    examples: ["unknown"]
  }),
  roleAccount: textOrNull("Role of the address, such as info. Null if the address is not a role account.", "info"),
  dmarcPolicy: textOrNull("DMARC policy of the recipient domain, or null if there is none.", "reject"),
  bestSender: textOrNull(
    "The sending domain with the highest inbox probability for this entry, or null.",
    "example.com"
  ),
  assignedSender: textOrNull(
    "The sending domain that the entry is assigned to. Null if no email is sent.",
    "example.com"
  ),
  sameProvider: flag("Whether sender and receiver use the same provider."),
  inbox: shareOrNull("Probability that the email reaches the inbox.", 0.7),
  spam: shareOrNull("Probability that the email goes to the spam folder.", 0.2),
  reject: shareOrNull("Probability that the receiver rejects the email.", 0.06),
  bounce: shareOrNull("Probability that the email bounces.", 0.04),
  verdict: Schema.NullOr(Schema.Literals(["inbox", "likely_inbox", "at_risk", "spam", "undeliverable"])).annotate({
    description: "Expected outcome. The values are ordered from good to bad.",
    examples: ["likely_inbox"]
  }),
  confidence: Schema.NullOr(Schema.Literals(["high", "medium", "low"])).annotate({
    description: "Confidence in the prediction.",
    examples: ["medium"]
  }),
  reasons: texts("Facts on which the prediction is based.", ["receiver:google"]),
  recommendation: text("Recommended action for this entry.", "Send.")
})

/** The results of a campaign simulation. */
export const SimulationResultRecord = record(
  "SimulationResults",
  "The predicted results of a campaign, based on DNS and public benchmarks.",
  {
    modelVersion: text("Version of the prediction model.", "2026.11"),
    summary: Schema.Struct({
      prospects: count("Number of entries.", 100),
      uniqueProspects: count("Number of entries, not counting duplicates and invalid entries.", 96),
      uniqueDomains: count("Number of different domains of these entries.", 80),
      senders: count("Number of sending domains.", 3),
      assigned: count("Number of prospects that are assigned to a sender.", 90),
      unsent: count("Number of prospects for which no sender has capacity.", 0),
      expected: Expected,
      inboxRate: shareOrNull("Expected share of emails in the inbox.", 0.68),
      range: Schema.NullOr(Schema.Tuple([Schema.Finite, Schema.Finite])).annotate({
        description: "Lower and upper bound of inboxRate.",
        examples: [[0.58, 0.78]]
      }),
      confidence: Schema.Literals(["high", "medium", "low"]).annotate({
        description: "Confidence in the prediction.",
        examples: ["medium"]
      }),
      dailyCapacity: count("Number of emails per day from all senders together.", 90),
      daysToSend: countOrNull("Number of days that the campaign takes. Null if nothing can be sent.", 1),
      statement: text(
        "The scope of the prediction: what it includes and what it leaves out.",
        "A prediction from DNS and public benchmarks."
      )
    }).annotate({ description: "Summary of the whole campaign." }),
    breakdown: Schema.Struct({
      byProvider: Schema.Array(BreakdownRow).annotate({ description: "Prospects grouped by mailbox provider." }),
      byGateway: Schema.Array(GatewayRow).annotate({ description: "Prospects grouped by email gateway." }),
      byClassification: Schema.Array(BreakdownRow).annotate({
        description: "Prospects grouped by classification of their entry."
      })
    }).annotate({ description: "The prospects in groups." }),
    senders: Schema.Array(Sender).annotate({ description: "Sending domains, best rank first." }),
    suggestions: Schema.Array(Suggestion).annotate({ description: "Suggested changes, highest priority first." }),
    routing: Schema.Array(
      record("SimulationRoute", "A group of prospects and the sending domain that is assigned to it.", {
        segment: text("Name of the group. All prospects of a group have the same expected outcome.", "google|person"),
        sender: text("The sending domain.", "example.com"),
        prospects: count("Number of prospects in the group.", 30),
        inboxRate: share("Expected inbox rate.", 0.74)
      })
    ).annotate({ description: "The best assignment of prospects to senders." }),
    prospects: Schema.Struct({
      preview: Schema.Array(Prospect).annotate({
        description: "The first 100 entries. The campaign CSV contains all entries."
      }),
      truncated: flag("Whether there are more entries than in the preview."),
      total: count("Total number of entries.", 100)
    }).annotate({ description: "A preview of the entries." }),
    dataQuality: Schema.Struct({
      unansweredDomains: count("Number of domains with at least one DNS query that got no answer.", 0),
      unknownDomains: count("Number of domains for which it is unknown whether they receive email.", 0),
      incompleteSenders: count("Number of sending domains with incomplete facts.", 0),
      recognised: shareOrNull("Share of domains whose email provider Mon recognises.", 0.93),
      hiddenFilterPossible: count(
        "Number of prospects whose email providers often use filters that are not visible in DNS.",
        4
      ),
      notSeen: texts("Factors that DNS lookups cannot show.", ["content"])
    }).annotate({ description: "Quality of the data on which the prediction is based." })
  }
)
export type SimulationResultRecord = typeof SimulationResultRecord.Type

/** A campaign simulation with its results. */
export const SimulationRecord = record("Simulation", "A campaign simulation with its results.", {
  ...SimulationJob.fields,
  results: orNull(SimulationResultRecord, "The results, or null until the simulation is completed.")
})
export type SimulationRecord = typeof SimulationRecord.Type
