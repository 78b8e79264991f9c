import type { SimulationRecord, SimulationResultRecord } from "@mon/api-contract"
import type { SimulationEstimate } from "@mon/model"

export interface Job {
  readonly id: string
  readonly name: string
  status: "processing" | "completed" | "failed"
  readonly senders: ReadonlyArray<string>
  readonly entries: number
  shareUrl: string | null
}

const BALANCE = 6_907

export const estimateOf = (body: Readonly<Record<string, unknown>>): SimulationEstimate => {
  const entries = body["prospectEntries"] as ReadonlyArray<string>
  const senders = body["sendingDomains"] as ReadonlyArray<string>
  const free = entries.filter((entry) => entry.endsWith("@gmail.com")).length
  const domains = new Set(
    entries.filter((entry) => !entry.endsWith("@gmail.com")).map((entry) => entry.split("@").at(-1))
  )
  return {
    credits: domains.size + senders.length,
    balance: BALANCE,
    sendingDomains: senders,
    notes: [],
    prospects: { valid: entries.length - free, freeMailbox: free, disposable: 2, invalid: 1, duplicate: 0 }
  }
}

const expected = (prospects: number, inbox: number) => ({
  inbox: prospects * inbox,
  spam: prospects * (1 - inbox) * 0.6,
  reject: prospects * (1 - inbox) * 0.3,
  bounce: prospects * (1 - inbox) * 0.1
})

const part = (id: string, name: string, prospects: number, inbox: number) => ({
  id,
  name,
  prospects,
  share: prospects / 1_000,
  expected: expected(prospects, inbox),
  inboxRate: inbox
})

type Sender = SimulationResultRecord["senders"][number]

const sender = (domain: string, rank: number): Sender => ({
  rank,
  domain,
  provider: "google",
  facts: {
    version: 1,
    domain,
    incomplete: false,
    score: 90 - rank * 12,
    grade: rank === 1 ? "A" : rank === 2 ? "C" : "F",
    mail: "hosts",
    mxHosts: [`mx.${domain}`],
    spf: { status: "ok", record: "v=spf1 ~all", lookups: 1, targets: [] },
    dkim: { status: rank === 1 ? "found" : "missing", selectors: [] },
    dmarc: { status: "none", policy: "none", record: "v=DMARC1; p=none" },
    listings: [],
    website: true,
    ageDays: 900,
    registeredUntil: null,
    fixes: []
  },
  dailyCapacity: 40,
  assignedProspects: 500 - rank * 100,
  daysToSend: 10,
  inboxGoogle: 0.9 - rank * 0.13,
  inboxMicrosoft: 0.8 - rank * 0.16,
  inboxGateway: 0.62 - rank * 0.12,
  inboxOther: 0.88 - rank * 0.1,
  expectedInboxRate: 0.84 - rank * 0.12,
  issues: rank === 1 ? [] : ["dkim_missing"]
})

const resultsOf = (job: Job): SimulationResultRecord => ({
  modelVersion: "2026.11",
  summary: {
    prospects: 1_000,
    uniqueProspects: 960,
    uniqueDomains: 800,
    senders: job.senders.length,
    assigned: 900,
    unsent: 0,
    expected: expected(900, 0.68),
    inboxRate: 0.68,
    range: [0.58, 0.78],
    confidence: "medium",
    dailyCapacity: 120,
    daysToSend: 8,
    statement: "A prediction from DNS and public benchmarks. No mailbox was verified."
  },
  breakdown: {
    byProvider: [
      part("google", "Google Workspace", 420, 0.71),
      part("microsoft365", "Microsoft 365", 380, 0.6),
      part("other", "Other", 200, 0.74)
    ],
    byGateway: [],
    byClassification: [part("valid", "Valid", 960, 0.68), part("free_mailbox", "Public mailbox", 40, 0.7)]
  },
  senders: job.senders.map((domain, index) => sender(domain, index + 1)),
  suggestions: [
    {
      priority: 1,
      id: "dkim_missing",
      severity: "high",
      scope: "sender",
      domain: job.senders[0] ?? null,
      title: "Sign with DKIM",
      why: "Google and Microsoft refuse unsigned bulk mail.",
      record: null,
      expectedInboxGain: 54.2,
      gainBasis: "rerouted",
      evidenceGrade: "A",
      source: "https://support.google.com/mail/answer/81126"
    },
    {
      priority: 2,
      id: "dmarc_missing",
      severity: "medium",
      scope: "sender",
      domain: job.senders[0] ?? null,
      title: "Publish a DMARC record",
      why: "Receivers trust domains with a policy.",
      record: {
        type: "TXT",
        host: `_dmarc.${job.senders[0] ?? ""}`,
        value: "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com"
      },
      expectedInboxGain: 12.4,
      gainBasis: "same_routing",
      evidenceGrade: "B",
      source: "RFC 9989"
    }
  ],
  routing: [],
  prospects: { preview: [], truncated: true, total: 1_000 },
  dataQuality: {
    unansweredDomains: 3,
    unknownDomains: 2,
    incompleteSenders: 0,
    recognised: 0.93,
    hiddenFilterPossible: 14,
    notSeen: ["content", "sending_history"]
  }
})

export const jobRecord = (job: Job): SimulationRecord => {
  const isDone = job.status === "completed"
  return {
    jobId: job.id,
    name: job.name,
    status: job.status,
    progress: isDone
      ? { phase: "done", done: 800, total: 800, percent: 100, etaSeconds: 0 }
      : { phase: "dns", done: 312, total: 800, percent: 39, etaSeconds: 42 },
    sendingDomains: job.senders,
    notes: [],
    prospectCount: job.entries,
    creditsCharged: 803,
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    startedAt: new Date(Date.now() - 3_600_000).toISOString(),
    completedAt: isDone ? new Date(Date.now() - 3_500_000).toISOString() : null,
    error: job.status === "failed" ? { code: "internal", message: "The evaluation ended." } : null,
    hasCampaignCsv: isDone,
    hasSenderCsv: isDone,
    hasSuggestionCsv: isDone,
    shareUrl: job.shareUrl,
    results: isDone ? resultsOf(job) : null
  }
}

export const makeJobs = (): Array<Job> => [
  {
    id: "job-1",
    name: "Spring campaign",
    status: "completed",
    senders: ["fjord-dental.example", "news.fjord.example", "offers.fjord.example"],
    entries: 1_000,
    shareUrl: null
  },
  {
    id: "job-2",
    name: "Summer campaign",
    status: "processing",
    senders: ["viken.example"],
    entries: 800,
    shareUrl: null
  },
  { id: "job-3", name: "Old campaign", status: "failed", senders: ["viken.example"], entries: 20, shareUrl: null }
]
