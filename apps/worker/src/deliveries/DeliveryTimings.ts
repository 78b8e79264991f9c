import * as Context from "effect/Context"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"

/** Intervals and deadlines of deliveries. All times are milliseconds. */
export interface DeliveryTimings {
  /** Wait between two polls for undispatched notifications while no signals arrive. */
  readonly dispatchPollMs: number
  /** The same while signals of new notifications arrive. It finds notifications that waited for a check. */
  readonly signalledPollMs: number
  /** The same after a failed poll. */
  readonly failedPollMs: number
  /** Wait between two polls for deliveries and jobs. New deliveries of this process start at once. */
  readonly pollMs: number
  /** How often a worker records that deliveries are running. */
  readonly pulseMs: number
  /** How often alerts are released that a dependency suppressed. */
  readonly releaseMs: number
  /** How often services are asked whether somebody acknowledged in their app. */
  readonly receiptsMs: number
  /** How often jobs are moved that processes of an earlier release add. */
  readonly adoptMs: number
  /** Wait between two polls for due weekly reports. */
  readonly reportsMs: number
  /** How long attempts may take to finish when the worker shuts down. */
  readonly drainMs: number
}

/** With these, the first delivery attempt follows its fact within a second. */
export const defaultDeliveryTimings: DeliveryTimings = {
  dispatchPollMs: 400,
  signalledPollMs: 2_000,
  failedPollMs: 2_000,
  pollMs: 1_000,
  pulseMs: 10_000,
  releaseMs: 5_000,
  receiptsMs: 5_000,
  adoptMs: 30_000,
  reportsMs: 60_000,
  drainMs: shutdownDeadlines.drainMs
}

/** The current timings. Tests provide shorter ones instead of sleeping. */
export const DeliveryTimings = Context.Reference<DeliveryTimings>("@mon/worker/DeliveryTimings", {
  defaultValue: () => defaultDeliveryTimings
})
