import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { Fault } from "./Domain.ts"

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
  /** Bytes of the body of a start. */
  bodyBytes: 4_194_304,
  /** A job that nobody began is given up and refunded. */
  queuedHours: 24,
  /** Days until results are deleted. */
  keptDays: 90,
  transactionsShown: 50,
  pageSize: { minimum: 1, maximum: 50, default: 20 }
} as const

/** Where a simulation stands; `expired`: it did not begin in time, or its results were deleted. */
export const SimulationStatus = Schema.Literals(["queued", "processing", "completed", "failed", "expired"])
export type SimulationStatus = typeof SimulationStatus.Type

/** What a job does now: waits, asks the DNS, evaluates; or it is over. */
export const SimulationPhase = Schema.Literals(["queued", "dns", "model", "done"])
export type SimulationPhase = typeof SimulationPhase.Type

/** How far a job is. */
export const SimulationProgress = record("SimulationProgress", "Progress of a job.", {
  phase: value(
    SimulationPhase,
    "What it does now. `queued`: waits; `dns`: looks up domains; `model`: evaluates; `done`: it is over.",
    "dns"
  ),
  done: count("Domains that were looked up.", 812),
  total: count("Domains to look up.", 3_050),
  percent: count("The same in percent.", 26),
  etaSeconds: countOrNull("Estimated seconds left, or null when unknown.", 40)
})
export type SimulationProgress = typeof SimulationProgress.Type

const shareUrl = (description: string) =>
  textOrNull(
    description,
    "https://mon.example.com/share/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e.2jmj7l5rSw0yVb_vlWAYkK_YBwk2jmj7l5rSw0yVb_v"
  )

/** A campaign simulation as lists show it. */
export const SimulationJob = record("SimulationJob", "A campaign simulation.", {
  jobId: id("Id, opaque."),
  name: text("Its name.", "Spring campaign"),
  status: value(
    SimulationStatus,
    "`queued`, `processing`, then `completed` or `failed`; `expired` when it was not started in time, or its results were deleted.",
    "processing"
  ),
  progress: SimulationProgress,
  sendingDomains: texts("Domains that send.", ["example.com"]),
  notes: texts("What was left out of the request, in sentences.", [
    "gmail.com is a public mailbox domain; nobody sends campaigns from it as its owner."
  ]),
  prospectCount: count("Number of entries.", 10_000),
  creditsCharged: count("Credits that it cost.", 3_050),
  createdAt: time("When it was requested, ISO 8601 UTC."),
  startedAt: timeOrNull("When it was started, ISO 8601 UTC, or null."),
  completedAt: timeOrNull("When it ended, ISO 8601 UTC, or null."),
  error: orNull(Fault, "Why it failed, or null. The credits of a failed job are refunded."),
  hasCampaignCsv: flag("Whether the CSV of all prospects can be downloaded.", true),
  hasSenderCsv: flag("Whether the CSV of the sending domains can be downloaded.", true),
  hasSuggestionCsv: flag("Whether the CSV of the suggestions can be downloaded.", true),
  shareUrl: shareUrl(
    "URL at which others see the results, with a code that is sent to the owner by email; null before a link was created."
  )
})
export type SimulationJob = typeof SimulationJob.Type

/** One booking of simulation credits; positive amounts are grants, negative ones usage. */
export const CreditBooking = record("CreditTransaction", "One booking of credits.", {
  id: id("Id, opaque."),
  amount: count("Credits added; negative when spent or expired.", -120),
  type: value(Schema.Literals(["grant", "purchase", "usage", "refund", "expiry"]), "Reason.", "usage"),
  description: text("The same in words.", "Campaign simulation: Spring campaign"),
  jobId: idOrNull("The simulation that it belongs to, or null."),
  createdAt: time("When, ISO 8601 UTC.")
})
export type CreditBooking = typeof CreditBooking.Type

/** What an account has for simulations. */
export const SimulationCredits = record("SimulationCredits", "Credits for campaign simulations.", {
  balance: count("Credits that can be spent now.", 940),
  annualAllowance: count("Credits that the plan grants a year.", 1_200),
  renewsAt: timeOrNull("When the next annual credits are granted, ISO 8601 UTC, or null.", "2027-11-21T08:15:00.000Z"),
  transactions: list(CreditBooking, "The 50 newest bookings.")
})
export type SimulationCredits = typeof SimulationCredits.Type

/** Where a simulation is shared. */
export const SimulationShare = record("SimulationShare", "Where a simulation is shared.", {
  shareUrl: shareUrl("The only URL that works now, or null before one was created. It does not expire.")
})
export type SimulationShare = typeof SimulationShare.Type
