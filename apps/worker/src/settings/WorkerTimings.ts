import * as Context from "effect/Context"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"

export interface WorkerTimings {
  /** The wait before the next claim of domains while claimed domains wait for their due time. */
  readonly pollMs: number
  /** The time before they are due at which monitors are claimed, so that their checks start on time. */
  readonly aheadMs: number
  /** The first and the longest wait after failed claims. The wait doubles with each failure. */
  readonly backoffFirstMs: number
  readonly backoffLongestMs: number
  /** The longest time that checks in flight may take to finish when the worker shuts down. */
  readonly drainMs: number
  readonly releaseMs: number
  /** The interval at which partitions are created and dropped. */
  readonly partitionsMs: number
  /** The interval at which data that accumulates quickly is purged. */
  readonly purgeMs: number
  /**
   * The interval at which expired and granted credits are booked. Reading the balance of an account also books its
   * credits.
   */
  readonly creditsMs: number
  /** The interval at which monitor intervals and plans are adjusted after a plan or licence has expired or changed. */
  readonly plansMs: number
  /** The interval at which all other data is purged. */
  readonly hourlyPurgeMs: number
  /** The longest interval between queries for due work. Work with a known due time starts at that time. */
  readonly dueMs: number
  /** The interval at which a loop tries to claim work although no work is known to be due. */
  readonly seldomMs: number
  /** The interval at which the gauges of the whole service are measured, such as the oldest due time. */
  readonly measureMs: number
  /** The interval at which the database's clock is compared with the clock of this process. */
  readonly clockMs: number
  /** The interval at which a worker announces its location and that it is alive. */
  readonly announceMs: number
  /** The interval at which a worker of a paused service checks whether it was resumed. */
  readonly pausePollMs: number
}

/**
 * The default timings. With these timings, a new monitor is checked within 2 s, and a worker shuts down within 10 s.
 */
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
  measureMs: 30_000,
  clockMs: 15_000,
  announceMs: 5_000,
  pausePollMs: 5_000
}

export const WorkerTimings = Context.Reference<WorkerTimings>("@mon/worker/WorkerTimings", {
  defaultValue: () => defaultWorkerTimings
})
