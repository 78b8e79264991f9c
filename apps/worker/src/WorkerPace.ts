import * as Context from "effect/Context"

/** How often a worker does what. All times are milliseconds. */
export interface WorkerRhythm {
  /** Wait before the next claim when the last one was not full. */
  readonly pollMs: number
  /** How long before they are due monitors are claimed, so that their looks begin when they are due and not at the next claim. */
  readonly aheadMs: number
  /** Waits after claims that failed: doubled from the first to the longest. */
  readonly backoffFirstMs: number
  readonly backoffLongestMs: number
  /** How long looks may take to end when the worker stops. */
  readonly drainMs: number
  /** How long handing back the leases of the others may take. */
  readonly releaseMs: number
  /** How often partitions of the history are made. */
  readonly partitionsMs: number
  /** How often old windows of the rate limit are dropped. */
  readonly windowsMs: number
  /** How often credits that expire are booked; every reading of a balance books its account's besides. */
  readonly creditsMs: number
  /** How often served intervals follow plans that have expired or were changed. */
  readonly plansMs: number
  /** How often old answers of repeatable requests are forgotten. */
  readonly answersMs: number
  /** Wait before the next claim of domains whose e-mail health is due. */
  readonly emailHealthPollMs: number
  /** Wait before the next claim of certificates behind http URLs, and of registrations, that are due. */
  readonly factsPollMs: number
  /** Wait before the next claim of pages that are due. */
  readonly urlPollMs: number
  /** Wait before the next claim of campaign simulations. */
  readonly simulationPollMs: number
  /** How often the oldest due time is measured. */
  readonly oldestDueMs: number
  /** How often the database's clock is compared with this process's. */
  readonly clockMs: number
  /** How often a worker tells that it is alive, and where. */
  readonly announceMs: number
}

/** A new monitor is looked at within 2 s, a stopping worker is gone within 10 s. */
export const workerRhythm: WorkerRhythm = {
  pollMs: 500,
  aheadMs: 2_000,
  backoffFirstMs: 500,
  backoffLongestMs: 5_000,
  drainMs: 8_000,
  releaseMs: 500,
  partitionsMs: 3_600_000,
  windowsMs: 600_000,
  creditsMs: 3_600_000,
  plansMs: 60_000,
  answersMs: 3_600_000,
  emailHealthPollMs: 2_000,
  factsPollMs: 5_000,
  urlPollMs: 1_000,
  simulationPollMs: 1_000,
  oldestDueMs: 15_000,
  clockMs: 15_000,
  announceMs: 5_000
}

/** The rhythm in force. Tests provide a faster one instead of sleeping. */
export const WorkerPace = Context.Reference<WorkerRhythm>("@mon/worker/WorkerPace", {
  defaultValue: () => workerRhythm
})
