import * as Context from "effect/Context"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"

/** Intervals and deadlines of deliveries. All times are milliseconds. */
export interface DeliveryTimings {
  /** Wait between two polls for undispatched notifications while no signals of new ones arrive. */
  readonly dispatchPollMs: number
  /** The same after a failed poll. */
  readonly failedPollMs: number
  /** The interval at which a worker records that deliveries are running. */
  readonly pulseMs: number
  /** The interval at which services are asked whether somebody acknowledged in their app. */
  readonly receiptsMs: number
  /** The interval at which jobs are moved that processes of an earlier release add. */
  readonly adoptMs: number
  /** Wait between two polls for due weekly reports. */
  readonly reportsMs: number
  /** The longest time that attempts may take to finish when the worker shuts down. */
  readonly drainMs: number
}

/** With these, the first delivery attempt follows its fact within a second. */
export const defaultDeliveryTimings: DeliveryTimings = {
  dispatchPollMs: 400,
  failedPollMs: 2_000,
  pulseMs: 10_000,
  receiptsMs: 5_000,
  adoptMs: 30_000,
  reportsMs: 60_000,
  drainMs: shutdownDeadlines.drainMs
}

/** The current timings. Tests provide shorter ones instead of sleeping. */
export const DeliveryTimings = Context.Reference<DeliveryTimings>("@mon/worker/DeliveryTimings", {
  defaultValue: () => defaultDeliveryTimings
})
