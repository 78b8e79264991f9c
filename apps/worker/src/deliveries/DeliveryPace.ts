import * as Context from "effect/Context"

/** How often the delivery of notifications does what. All times are milliseconds. */
export interface DeliveryRhythm {
  /** Wait between two looks for notifications that nobody was told of. */
  readonly dispatchPollMs: number
  /** The same after the store did not answer. */
  readonly failedPollMs: number
  /** Wait between two looks for alerts that are to be delivered. */
  readonly pollMs: number
  /** The same for digests, codes and mails that somebody asked for. */
  readonly slowPollMs: number
  readonly pulseMs: number
  readonly recoverMs: number
  /** Wait between two looks for weekly reports that are due. */
  readonly reportsMs: number
  /** How long attempts may take to end when the worker stops. */
  readonly drainMs: number
}

/** From a fact to the first attempt it takes less than a second. */
export const deliveryRhythm: DeliveryRhythm = {
  dispatchPollMs: 300,
  failedPollMs: 2_000,
  pollMs: 250,
  slowPollMs: 1_000,
  pulseMs: 10_000,
  recoverMs: 60_000,
  reportsMs: 60_000,
  drainMs: 8_000
}

/** The rhythm in force. Tests provide a faster one instead of sleeping. */
export const DeliveryPace = Context.Reference<DeliveryRhythm>("@mon/worker/DeliveryPace", {
  defaultValue: () => deliveryRhythm
})
