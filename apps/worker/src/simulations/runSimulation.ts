import { type SimulationClaim, SimulationJobs, type SimulationProgressReport, type StoreError } from "@mon/core-store"
import { mailClass } from "@mon/disposable-check"
import type { SimulationPhase } from "@mon/model"
import { evaluateCampaign, planCampaign } from "@mon/simulation"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Gathering, collectDomainFacts } from "./collectDomainFacts.ts"
import { simulationCsv } from "./simulationCsv.ts"

/** A worker that has not reported for so long is taken for dead, and another one goes on. */
export const SIMULATION_LEASE_MS = 20_000

/** A job may take so long over all its workers, and so many workers may die over it. */
const LONGEST_MS = 30 * 60_000
const MOST_ATTEMPTS = 5

const REPORT_MS = 1_000
/** Fewer domains than these may well all be without answers by themselves. */
const ENOUGH_DOMAINS = 5

const faults = {
  tooLong: { code: "too_long", message: "The look-ups did not end within 30 minutes. The credits were given back." },
  interrupted: {
    code: "interrupted",
    message: "The simulation was interrupted too often. The credits were given back."
  },
  noDns: {
    code: "no_dns",
    message: "No domain could be looked up: the DNS did not answer. The credits were given back."
  },
  unreadable: { code: "unreadable", message: "The entries of this simulation are gone. The credits were given back." }
} as const

/** How a run ended: its results are stored, it failed and was refunded, or another worker has it. */
export type SimulationEnd = "completed" | "failed" | "lost"

const etaSeconds = (done: number, total: number, elapsedMs: number): number | null =>
  done === 0 || elapsedMs < 2_000 ? null : Math.ceil(((total - done) * elapsedMs) / done / 1_000)

const nothingAnswered = ({ prospects, senders }: Gathering): boolean =>
  prospects.size + senders.size >= ENOUGH_DOMAINS &&
  [...prospects.values()].every(({ mail }) => mail === "unknown") &&
  [...senders.values()].every(({ incomplete, mail }) => incomplete && mail === "unknown")

/** Runs a claimed simulation to its end, from where another worker left it. */
export const runSimulation = Effect.fn("runSimulation")(function* (
  claim: SimulationClaim
): Effect.fn.Return<
  SimulationEnd,
  StoreError,
  SimulationJobs | Effect.Services<ReturnType<typeof collectDomainFacts>>
> {
  const jobs = yield* SimulationJobs
  const fail = (fault: { readonly code: string; readonly message: string }) =>
    Effect.map(jobs.fail(claim, fault), (mine): SimulationEnd => (mine ? "failed" : "lost"))
  if (claim.prospectEntries.length === 0) return yield* fail(faults.unreadable)
  if (claim.attempt > MOST_ATTEMPTS) return yield* fail(faults.interrupted)
  if (claim.runningMs > LONGEST_MS) return yield* fail(faults.tooLong)

  const plan = planCampaign(claim, mailClass)
  const total = plan.domains.length + plan.senders.length
  const gathering = yield* collectDomainFacts(plan, claim.leaseToken)
  const began = yield* Clock.currentTimeMillis
  const known = () => gathering.prospects.size + gathering.senders.size

  const report = (phase: SimulationPhase) =>
    Effect.gen(function* () {
      const done = known()
      const eta = phase === "dns" ? etaSeconds(done, total, (yield* Clock.currentTimeMillis) - began) : null
      const progress: SimulationProgressReport = { phase, done, total, etaSeconds: eta }
      return yield* jobs.progress(claim, progress, SIMULATION_LEASE_MS)
    })

  /** Ends only when the job is not ours any more, or its time is over. */
  const watch = Effect.gen(function* () {
    while (yield* report("dns")) {
      if (claim.runningMs + (yield* Clock.currentTimeMillis) - began > LONGEST_MS) return "late" as const
      yield* Effect.sleep(REPORT_MS)
      yield* gathering.keep
    }
    return "lost" as const
  })

  const gathered = yield* Effect.raceFirst(Effect.as(gathering.gather, "gathered" as const), watch)
  if (gathered === "lost") return "lost"
  if (gathered === "late") return yield* fail(faults.tooLong)
  if (nothingAnswered(gathering)) return yield* fail(faults.noDns)
  if (!(yield* report("model"))) return "lost"
  const evaluation = evaluateCampaign(plan, gathering)
  return (yield* jobs.complete(claim, { results: evaluation.results, csv: simulationCsv(evaluation) }))
    ? "completed"
    : "lost"
})
