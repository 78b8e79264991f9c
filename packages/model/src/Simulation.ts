import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { Fault } from "./Fault.ts"

const {
  count,
  countOrNull,
  flag,
  id,
  idOrNull,
  list,
  orNull,
  record,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
  value
} = described

/** Limits of campaign simulations. */
export const simulationLimits = {
  senders: 100,
  prospects: 10_000,
  nameLength: 100,
  startsPerMinute: 10,
  /** The maximum size of the body of a request that starts a simulation, in bytes. */
  bodyBytes: 4_194_304,
  /** The number of hours after which a job that no worker has started is abandoned and its credits are refunded. */
  queuedHours: 24,
  /** The number of days after which results are deleted. */
  keptDays: 90,
  transactionsShown: 50,
  pageSize: { minimum: 1, maximum: 50, default: 20 }
} as const

/** The state of a simulation. `expired`: the simulation did not start in time, or its results were deleted. */
export const SimulationStatus = Schema.Literals(["queued", "processing", "completed", "failed", "expired"])
export type SimulationStatus = typeof SimulationStatus.Type

/** The phase of a job: it waits, looks up domains in the DNS, calculates the prediction, or has ended. */
export const SimulationPhase = Schema.Literals(["queued", "dns", "model", "done"])
export type SimulationPhase = typeof SimulationPhase.Type

/** The progress of a job. */
export const SimulationProgress = record("SimulationProgress", "Progress of a simulation job.", {
  phase: value(
    SimulationPhase,
    "Current phase. `queued`: the job waits. `dns`: the job looks up domains. `model`: the job calculates the prediction. `done`: the job has ended.",
    "dns"
  ),
  done: count("Number of domains that were looked up.", 812),
  total: count("Number of domains to look up.", 3_050),
  percent: count("Progress in percent.", 26),
  etaSeconds: countOrNull("Estimated remaining time, or null if unknown. Seconds.", 40)
})
export interface SimulationProgress extends Schema.Schema.Type<typeof SimulationProgress> {}

const shareUrl = (description: string) =>
  textOrNull(
    description,
    "https://mon.example.com/share/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e.2jmj7l5rSw0yVb_vlWAYkK_YBwk2jmj7l5rSw0yVb_v"
  )

/** A campaign simulation in a list. */
export const SimulationJob = record("SimulationJob", "A campaign simulation.", {
  jobId: id("Opaque id."),
  name: text("Name of the campaign.", "Spring campaign"),
  status: value(
    SimulationStatus,
    "Status of the simulation: first `queued`, then `processing`, then `completed` or `failed`. `expired` if the simulation was not started in time or its results were deleted.",
    "processing"
  ),
  progress: SimulationProgress,
  sendingDomains: texts("Sending domains of the campaign.", ["example.com"]),
  notes: texts("Messages about parts of the request that Mon ignored.", [
    "gmail.com is a public mailbox domain. Campaigns cannot be sent from it."
  ]),
  prospectCount: count("Number of entries.", 10_000),
  creditsCharged: count("Credits that the simulation cost.", 3_050),
  createdAt: time("Time of the request, ISO 8601 UTC."),
  startedAt: timeOrNull("Start time, ISO 8601 UTC, or null if the simulation has not started."),
  completedAt: timeOrNull("End time, ISO 8601 UTC, or null if the simulation has not ended."),
  error: orNull(
    Fault,
    "The reason why the simulation failed, or null. If a simulation fails, its credits are refunded."
  ),
  hasCampaignCsv: flag("Whether the CSV of all prospects can be downloaded.", true),
  hasSenderCsv: flag("Whether the CSV of the sending domains can be downloaded.", true),
  hasSuggestionCsv: flag("Whether the CSV of the suggestions can be downloaded.", true),
  shareUrl: shareUrl(
    "URL where other people can see the results. They need a code that Mon sends to the owner by email. Null if no link was created."
  )
})
export interface SimulationJob extends Schema.Schema.Type<typeof SimulationJob> {}

/** One transaction of simulation credits. Positive amounts are grants, and negative amounts are usage. */
export const CreditBooking = record("CreditTransaction", "A credit transaction.", {
  id: id("Opaque id."),
  amount: count("Number of added credits. Negative if credits were spent or expired.", -120),
  type: value(Schema.Literals(["grant", "purchase", "usage", "refund", "expiry"]), "Reason.", "usage"),
  description: text("Human-readable description of the transaction.", "Campaign simulation: Spring campaign"),
  jobId: idOrNull("Id of the simulation that the transaction belongs to, or null."),
  createdAt: time("When, ISO 8601 UTC.")
})
export interface CreditBooking extends Schema.Schema.Type<typeof CreditBooking> {}

/** The credits of an account for simulations, and their transactions. */
export const SimulationCredits = record("SimulationCredits", "Credits for campaign simulations.", {
  balance: count("Number of available credits.", 940),
  annualAllowance: count("Credits that the plan includes per year.", 1_200),
  renewsAt: timeOrNull(
    "Date of the next annual credits, ISO 8601 UTC, or null if there are none.",
    "2027-11-21T08:15:00.000Z"
  ),
  transactions: list(CreditBooking, "The 50 newest transactions.")
})
export interface SimulationCredits extends Schema.Schema.Type<typeof SimulationCredits> {}

/** The share URL of a simulation. */
export const SimulationShare = record("SimulationShare", "The share URL of a simulation.", {
  shareUrl: shareUrl("The current share URL, or null if none was created. The share URL does not expire.")
})
export interface SimulationShare extends Schema.Schema.Type<typeof SimulationShare> {}

const EstimatedProspects = record("EstimatedProspects", "The entries by kind, before any DNS query.", {
  valid: count("Entries at domains of organizations.", 4_706),
  freeMailbox: count("Entries at public mailbox domains. Their domains are free.", 212),
  disposable: count("Entries at providers of disposable addresses.", 9),
  invalid: count("Entries that are neither an address nor a domain.", 14),
  duplicate: count("Entries that occur earlier in the list.", 59)
})

/** The price and the size of a simulation, calculated before it starts. */
export const SimulationEstimate = described.record(
  "SimulationEstimate",
  "The price of a simulation before its start.",
  {
    credits: described.count("Credits that the simulation would cost.", 5_028),
    balance: described.count("Credits that the account has.", 6_907),
    sendingDomains: described.texts("The sending domains that would be simulated.", ["example.com"]),
    notes: described.texts("Sending domains that would be left out, each with the reason.", []),
    prospects: EstimatedProspects
  }
)
export interface SimulationEstimate extends Schema.Schema.Type<typeof SimulationEstimate> {}
