import { CreditBooking, SimulationCredits, SimulationJob, SimulationProgress, SimulationShare } from "@mon/model"
import * as Schema from "effect/Schema"
import { described, whole } from "./Described.ts"
import { FaultRecord } from "./DomainRecord.ts"
import { SimulationResultRecord } from "./SimulationResultRecord.ts"

const id = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const time = "2026-11-21T08:15:00.000Z"
const shareUrl = `https://mon.example.com/share/${id}.2jmj7l5rSw0yVb_vlWAYkK_YBwk2jmj7l5rSw0yVb_v`

const ProgressRecord = described(SimulationProgress, "SimulationProgress", "How far a job is.", {
  phase: { about: "What it does now: waits, asks the DNS, evaluates; or it is over.", example: "dns" },
  done: { about: "Domains that were looked up.", example: 812, as: whole },
  total: { about: "Domains to look up.", example: 3_050, as: whole },
  percent: { about: "The same in percent.", example: 26, as: whole },
  etaSeconds: {
    about: "Seconds that are left, or null when that cannot be told.",
    example: 40,
    as: Schema.NullOr(whole)
  }
})

const JobFields = described(SimulationJob, "SimulationJob", "A campaign simulation.", {
  jobId: { about: "Id, opaque.", example: id },
  name: { about: "Its name.", example: "Spring campaign" },
  status: {
    about:
      "`queued`, `processing`, then `completed` or `failed`; `expired` when it was never begun, or its results are forgotten.",
    example: "processing"
  },
  progress: { about: "How far it is.", as: ProgressRecord },
  sendingDomains: { about: "Domains that mail is sent from.", example: ["example.com"] },
  notes: {
    about: "What was left out of what was asked for, in sentences.",
    example: ["gmail.com is a public mailbox domain; nobody sends campaigns from it as its owner."]
  },
  prospectCount: { about: "How many entries it has.", example: 10_000, as: whole },
  creditsCharged: { about: "Credits that it took.", example: 3_050, as: whole },
  createdAt: { about: "When it was asked for, ISO 8601 UTC.", example: time },
  startedAt: { about: "When it was begun, ISO 8601 UTC, or null.", example: time },
  completedAt: { about: "When it ended, ISO 8601 UTC, or null.", example: time },
  error: { about: "Why it failed, or null. Its credits were given back.", as: Schema.NullOr(FaultRecord) },
  hasCampaignCsv: { about: "Whether the CSV of all prospects can be fetched.", example: true },
  hasSenderCsv: { about: "Whether the CSV of the sending domains can be fetched.", example: true },
  hasSuggestionCsv: { about: "Whether the CSV of what to change can be fetched.", example: true },
  shareUrl: {
    about: "Where others may see the results with a code that its owner is mailed, or null before a link was made.",
    example: shareUrl
  }
})

/** A campaign simulation as lists show it. */
export const SimulationJobRecord = JobFields

/** A campaign simulation with its results. */
export const SimulationRecord = Schema.Struct({
  ...JobFields.fields,
  results: Schema.NullOr(SimulationResultRecord).annotate({
    description: "The results, or null before it is completed."
  })
}).annotate({ identifier: "Simulation", title: "Simulation", description: "A campaign simulation with its results." })
export type SimulationRecord = typeof SimulationRecord.Type

const BookingRecord = described(CreditBooking, "CreditTransaction", "One booking of credits.", {
  id: { about: "Id, opaque.", example: id },
  amount: { about: "Positive: given; negative: taken.", example: -120, as: whole },
  type: { about: "Why.", example: "usage" },
  description: { about: "The same in words.", example: "Campaign simulation: Spring campaign" },
  jobId: { about: "The simulation that it belongs to, or null.", example: id },
  createdAt: { about: "When, ISO 8601 UTC.", example: time }
})

/** The credits of an account. */
export const SimulationCreditsRecord = described(
  SimulationCredits,
  "SimulationCredits",
  "Credits for campaign simulations.",
  {
    balance: { about: "Credits that can be spent now.", example: 940, as: whole },
    annualAllowance: { about: "Credits that the plan gives each year.", example: 1_200, as: whole },
    renewsAt: {
      about: "When the next annual credits come, ISO 8601 UTC, or null.",
      example: "2027-11-21T08:15:00.000Z"
    },
    transactions: { about: "The 50 newest bookings.", as: Schema.Array(BookingRecord) }
  }
)

/** Where a simulation is shared. */
export const SimulationShareRecord = described(SimulationShare, "SimulationShare", "Where a simulation is shared.", {
  shareUrl: {
    about: "The only URL that works now, or null before one was made. It does not expire.",
    example: shareUrl
  }
})
