import * as Context from "effect/Context"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"

export interface DeliveryTimings {
  /**
   * The wait between two polls for undispatched notifications while the worker receives no signals about new
   * notifications.
   */
  readonly dispatchPollMs: number
  readonly failedPollMs: number
  /** The interval at which a worker records that deliveries are running. */
  readonly pulseMs: number
  /** The interval at which channel services are queried for acknowledgements that people have made in their apps. */
  readonly receiptsMs: number
  /** The interval at which jobs from processes of an earlier release are moved to the current queue. */
  readonly adoptMs: number
  readonly reportsMs: number
  readonly drainMs: number
}

/** The default timings. With these timings, the first delivery attempt comes at most a second after the event. */
export const defaultDeliveryTimings: DeliveryTimings = {
  dispatchPollMs: 400,
  failedPollMs: 2_000,
  pulseMs: 10_000,
  receiptsMs: 5_000,
  adoptMs: 30_000,
  reportsMs: 60_000,
  drainMs: shutdownDeadlines.drainMs
}

export const DeliveryTimings = Context.Reference<DeliveryTimings>("@mon/worker/DeliveryTimings", {
  defaultValue: () => defaultDeliveryTimings
})
