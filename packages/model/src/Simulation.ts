import * as Schema from "effect/Schema"
import { Fault, Timestamp } from "./Domain.ts"

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
  /** Results are forgotten. */
  keptDays: 90,
  transactionsShown: 50,
  pageSize: { minimum: 1, maximum: 50, default: 20 }
} as const

/** Where a simulation stands; `expired`: it did not begin in time, or its results were kept long enough. */
export const SimulationStatus = Schema.Literals(["queued", "processing", "completed", "failed", "expired"])
export type SimulationStatus = typeof SimulationStatus.Type

/** What a job does now: waits, asks the DNS, evaluates; or it is over. */
export const SimulationPhase = Schema.Literals(["queued", "dns", "model", "done"])
export type SimulationPhase = typeof SimulationPhase.Type

/** How far a job is. */
export const SimulationProgress = Schema.Struct({
  phase: SimulationPhase,
  done: Schema.Number,
  total: Schema.Number,
  percent: Schema.Number,
  etaSeconds: Schema.NullOr(Schema.Number)
})
export type SimulationProgress = typeof SimulationProgress.Type

/** A campaign simulation as lists show it. */
export const SimulationJob = Schema.Struct({
  jobId: Schema.String,
  name: Schema.String,
  status: SimulationStatus,
  progress: SimulationProgress,
  sendingDomains: Schema.Array(Schema.String),
  notes: Schema.Array(Schema.String),
  prospectCount: Schema.Number,
  creditsCharged: Schema.Number,
  createdAt: Timestamp,
  startedAt: Schema.NullOr(Timestamp),
  completedAt: Schema.NullOr(Timestamp),
  error: Schema.NullOr(Fault),
  hasCampaignCsv: Schema.Boolean,
  hasSenderCsv: Schema.Boolean,
  hasSuggestionCsv: Schema.Boolean,
  shareUrl: Schema.NullOr(Schema.String)
})
export type SimulationJob = typeof SimulationJob.Type

/** One booking of simulation credits; positive amounts are grants, negative ones usage. */
export const CreditBooking = Schema.Struct({
  id: Schema.String,
  amount: Schema.Number,
  type: Schema.Literals(["grant", "purchase", "usage", "refund", "expiry"]),
  description: Schema.String,
  jobId: Schema.NullOr(Schema.String),
  createdAt: Timestamp
})
export type CreditBooking = typeof CreditBooking.Type

/** What an account has for simulations. */
export const SimulationCredits = Schema.Struct({
  balance: Schema.Number,
  annualAllowance: Schema.Number,
  renewsAt: Schema.NullOr(Timestamp),
  transactions: Schema.Array(CreditBooking)
})
export type SimulationCredits = typeof SimulationCredits.Type

/** Where a simulation is shared. */
export const SimulationShare = Schema.Struct({ shareUrl: Schema.NullOr(Schema.String) })
export type SimulationShare = typeof SimulationShare.Type
