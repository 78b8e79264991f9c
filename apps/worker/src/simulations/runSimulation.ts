import { type SimulationClaim, SimulationJobs, type SimulationProgressReport, type StoreError } from "@mon/core-store"
import type { SimulationPhase } from "@mon/model"
import type { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { evaluateInThread, findDomains } from "./CampaignThreads.ts"
import { type FactCollection, collectDomainFacts } from "./collectDomainFacts.ts"

/**
 * The lease of a simulation, in milliseconds. If a worker reports no progress for this long, another worker continues
 * the job.
 */
export const SIMULATION_LEASE_MS = 20_000

/** The limits of a job. They apply to all workers that run the job, taken together. */
const LONGEST_MS = 30 * 60_000
const MOST_ATTEMPTS = 5

const REPORT_MS = 1_000
/** The smallest number of domains at which a job fails if no domain responds. */
const ENOUGH_DOMAINS = 5

const errors = {
  tooLong: {
    code: "too_long",
    message: "The DNS lookups did not finish within 30 minutes. The credits were refunded."
  },
  interrupted: {
    code: "interrupted",
    message: "The simulation was interrupted too often. The credits were refunded."
  },
  noDns: {
    code: "no_dns",
    message: "No domain could be looked up, because DNS did not respond. The credits were refunded."
  },
  unreadable: {
    code: "unreadable",
    message: "This simulation's entries no longer exist. The credits were refunded."
  }
} as const

/**
 * The end of a run. `completed`: the results are stored. `failed`: the job failed and was refunded. `lost`: another
 * worker continues it.
 */
export type SimulationEnd = "completed" | "failed" | "lost"

const etaSeconds = (done: number, total: number, elapsedMs: number): number | null =>
  done === 0 || elapsedMs < 2_000 ? null : Math.ceil(((total - done) * elapsedMs) / done / 1_000)

const nothingAnswered = ({ prospects, senders }: FactCollection): boolean =>
  prospects.size + senders.size >= ENOUGH_DOMAINS &&
  [...prospects.values()].every(({ mail }) => mail === "unknown") &&
  [...senders.values()].every(({ incomplete, mail }) => incomplete && mail === "unknown")

/** Runs a claimed simulation to its end. Continues the work of earlier workers. */
export const runSimulation = Effect.fn("runSimulation")(function* (
  claim: SimulationClaim
): Effect.fn.Return<
  SimulationEnd,
  StoreError,
  SimulationJobs | WorkerPool | Effect.Services<ReturnType<typeof collectDomainFacts>>
> {
  const jobs = yield* SimulationJobs
  const fail = (error: { readonly code: string; readonly message: string }) =>
    Effect.map(jobs.fail(claim, error), (mine): SimulationEnd => (mine ? "failed" : "lost"))
  if (claim.prospectEntries.length === 0) return yield* fail(errors.unreadable)
  if (claim.attempt > MOST_ATTEMPTS) return yield* fail(errors.interrupted)
  if (claim.runningMs > LONGEST_MS) return yield* fail(errors.tooLong)

  const plan = yield* findDomains(claim)
  const total = plan.domains.length + plan.senders.length
  const collection = yield* collectDomainFacts(plan, claim.leaseToken)
  const began = yield* Clock.currentTimeMillis
  const known = () => collection.prospects.size + collection.senders.size

  const report = (phase: SimulationPhase) =>
    Effect.gen(function* () {
      const done = known()
      const eta = phase === "dns" ? etaSeconds(done, total, (yield* Clock.currentTimeMillis) - began) : null
      const progress: SimulationProgressReport = { phase, done, total, etaSeconds: eta }
      return yield* jobs.progress(claim, progress, SIMULATION_LEASE_MS)
    })

  /** Reports the progress repeatedly. Ends only if this worker has lost the job, or if the time limit is reached. */
  const watch = Effect.gen(function* () {
    while (yield* report("dns")) {
      if (claim.runningMs + (yield* Clock.currentTimeMillis) - began > LONGEST_MS) return "late" as const
      yield* Effect.sleep(REPORT_MS)
      yield* collection.flush
    }
    return "lost" as const
  })

  const ended = yield* Effect.raceFirst(Effect.as(collection.collect, "collected" as const), watch)
  if (ended === "lost") return "lost"
  if (ended === "late") return yield* fail(errors.tooLong)
  if (nothingAnswered(collection)) return yield* fail(errors.noDns)
  if (!(yield* report("model"))) return "lost"
  return (yield* jobs.complete(claim, yield* evaluateInThread(claim, collection))) ? "completed" : "lost"
})
