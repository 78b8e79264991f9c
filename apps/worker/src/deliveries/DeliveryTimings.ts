import * as Context from "effect/Context"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"

/** Intervals and deadlines of deliveries. All times are milliseconds. */
export interface DeliveryTimings {
  /** The wait between two polls for undispatched notifications while no signals of new ones arrive. */
  readonly dispatchPollMs: number
  /** The wait after a failed poll. */
  readonly failedPollMs: number
  /** The interval at which a worker records that deliveries are running. */
  readonly pulseMs: number
  /** The interval at which services are queried for acknowledgements in their apps. */
  readonly receiptsMs: number
  /** The interval at which jobs from processes of an earlier release are moved to the current queue. */
  readonly adoptMs: number
  /** The wait between two polls for due weekly reports. */
  readonly reportsMs: number
  /** The longest time that attempts may take to finish when the worker shuts down. */
  readonly drainMs: number
}

/** The default timings. With these, the first delivery attempt is at most a second after its fact. */
export const defaultDeliveryTimings: DeliveryTimings = {
  dispatchPollMs: 400,
  failedPollMs: 2_000,
  pulseMs: 10_000,
  receiptsMs: 5_000,
  adoptMs: 30_000,
  reportsMs: 60_000,
  drainMs: shutdownDeadlines.drainMs
}

/** The timings in force. Tests replace them with shorter ones, so that they need not sleep. */
export const DeliveryTimings = Context.Reference<DeliveryTimings>("@mon/worker/DeliveryTimings", {
  defaultValue: () => defaultDeliveryTimings
})
