import * as Context from "effect/Context"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"

/** Intervals and deadlines of deliveries. All times are milliseconds. */
export interface DeliveryTimings {
  /** Wait between two polls for notifications that are not dispatched yet. */
  readonly dispatchPollMs: number
  /** The same after the store did not answer. */
  readonly failedPollMs: number
  /** Wait between two polls for deliveries. */
  readonly pollMs: number
  /** The same for digests, codes and emails that somebody requested. */
  readonly slowPollMs: number
  /** How often a worker records that deliveries are running. */
  readonly pulseMs: number
  /** How often lost deliveries are recovered. */
  readonly recoverMs: number
  /** Wait between two polls for weekly reports that are due. */
  readonly reportsMs: number
  /** How long attempts may take to finish when the worker shuts down. */
  readonly drainMs: number
}

/** It takes less than a second from a fact to the first attempt. */
export const defaultDeliveryTimings: DeliveryTimings = {
  dispatchPollMs: 300,
  failedPollMs: 2_000,
  pollMs: 250,
  slowPollMs: 1_000,
  pulseMs: 10_000,
  recoverMs: 60_000,
  reportsMs: 60_000,
  drainMs: shutdownDeadlines.drainMs
}

/** The timings in force. Tests provide shorter ones instead of sleeping. */
export const DeliveryTimings = Context.Reference<DeliveryTimings>("@mon/worker/DeliveryTimings", {
  defaultValue: () => defaultDeliveryTimings
})
