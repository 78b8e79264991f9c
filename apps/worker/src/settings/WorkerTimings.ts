import * as Context from "effect/Context"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"

/** Intervals and deadlines of a worker. All times are milliseconds. */
export interface WorkerTimings {
  /** Wait before the next claim of domains while others wait for their time. */
  readonly pollMs: number
  /** How long before their due time monitors are claimed, so that their checks start on time. */
  readonly aheadMs: number
  /** Waits after failed claims: doubled from the first to the longest. */
  readonly backoffFirstMs: number
  readonly backoffLongestMs: number
  /** How long checks in flight may take to finish when the worker shuts down. */
  readonly drainMs: number
  /** How long releasing the leases of the others may take. */
  readonly releaseMs: number
  /** How often partitions are created and dropped. */
  readonly partitionsMs: number
  /** How often data that accumulates quickly is purged. */
  readonly purgeMs: number
  /** How often expired and granted credits are posted. Reading a balance also posts those of its account. */
  readonly creditsMs: number
  /** How often monitor intervals and plans are adjusted after a plan or licence expired or changed. */
  readonly plansMs: number
  /** How often all other data is purged. */
  readonly hourlyPurgeMs: number
  /** How often a worker asks what is due. Work that comes due by itself starts at its time. */
  readonly dueMs: number
  /** How often a loop claims work although none is known to be due. */
  readonly seldomMs: number
  /** How often the oldest due time is measured. */
  readonly oldestDueMs: number
  /** How often the database's clock is compared with this process's. */
  readonly clockMs: number
  /** How often a worker announces that it is alive, and its location. */
  readonly announceMs: number
  /** How often a worker of a paused service checks whether it was resumed. */
  readonly pausePollMs: number
}

/** A new monitor is checked within 2 s, and a worker shuts down within 10 s. */
export const defaultWorkerTimings: WorkerTimings = {
  pollMs: 500,
  aheadMs: 2_000,
  backoffFirstMs: 500,
  backoffLongestMs: 5_000,
  drainMs: shutdownDeadlines.drainMs,
  releaseMs: shutdownDeadlines.releaseMs,
  partitionsMs: 3_600_000,
  purgeMs: 600_000,
  creditsMs: 3_600_000,
  plansMs: 60_000,
  hourlyPurgeMs: 3_600_000,
  dueMs: 1_000,
  seldomMs: 120_000,
  oldestDueMs: 15_000,
  clockMs: 15_000,
  announceMs: 5_000,
  pausePollMs: 5_000
}

/** The current timings. Tests provide shorter ones instead of sleeping. */
export const WorkerTimings = Context.Reference<WorkerTimings>("@mon/worker/WorkerTimings", {
  defaultValue: () => defaultWorkerTimings
})
