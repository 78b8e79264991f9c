import { Secrets, type StoredSimulation } from "@mon/core-store"
import type { SimulationJob, SimulationProgress } from "@mon/model"
import { Effect } from "effect"
import { PublicUrl } from "../../PublicUrl.ts"
import { shareUrl } from "../../auth/ShareLink.ts"

const progressOf = ({ done, etaSeconds, phase, status, total }: StoredSimulation): SimulationProgress => ({
  phase,
  done,
  total,
  // The value stays below 100 until the job is completed, because the evaluation comes after the lookups.
  percent: status === "completed" ? 100 : Math.min(99, Math.floor((100 * done) / Math.max(1, total))),
  etaSeconds
})

/** Returns the share link of a simulation. Null: there is no link, or the results are deleted. */
export const linkOf = Effect.fnUntraced(function* ({
  jobId,
  shareVersion
}: Pick<StoredSimulation, "jobId" | "shareVersion">) {
  const secrets = yield* Secrets
  const publicUrl = yield* PublicUrl
  return shareVersion === 0 ? null : shareUrl(publicUrl.base(), secrets, jobId, shareVersion)
})

export const jobRecord = Effect.fnUntraced(function* (simulation: StoredSimulation) {
  const { csvTypes } = simulation
  return {
    jobId: simulation.jobId,
    name: simulation.name,
    status: simulation.status,
    progress: progressOf(simulation),
    sendingDomains: simulation.sendingDomains,
    notes: simulation.notes,
    prospectCount: simulation.prospectCount,
    creditsCharged: simulation.credits,
    createdAt: simulation.createdAt.toISOString(),
    startedAt: simulation.startedAt?.toISOString() ?? null,
    completedAt: simulation.completedAt?.toISOString() ?? null,
    error: simulation.error,
    hasCampaignCsv: csvTypes.includes("campaign"),
    hasSenderCsv: csvTypes.includes("sender"),
    hasSuggestionCsv: csvTypes.includes("suggestion"),
    shareUrl: yield* linkOf(simulation)
  } satisfies SimulationJob
})
