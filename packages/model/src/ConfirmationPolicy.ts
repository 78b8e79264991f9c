import * as Context from "effect/Context"

/** The rules for repeating a check before a verdict. All times are milliseconds. */
export interface ConfirmationPolicy {
  /** Wait after a failed check of a monitor whose state is `unknown`. */
  readonly retryUnknownMs: number
  /** Longest wait between the checks that confirm a change; half the interval when that is shorter. */
  readonly confirmMs: number
  /** Longest wait between two checks of a monitor that is down; the interval when that is shorter. */
  readonly downMs: number
  /** Wait after a check that the prober itself could not make. */
  readonly faultMs: number
  /** Failed checks in a row that make a monitor `down`. */
  readonly failuresToDown: number
  /** The same for verdicts that a repetition cannot change, such as NXDOMAIN. */
  readonly deterministicFailuresToDown: number
  /** Good checks in a row that end an incident. */
  readonly successesToUp: number
}

/** The policy of the service. */
export const defaultConfirmationPolicy: ConfirmationPolicy = {
  retryUnknownMs: 3_000,
  confirmMs: 30_000,
  downMs: 60_000,
  faultMs: 10_000,
  failuresToDown: 3,
  deterministicFailuresToDown: 2,
  successesToUp: 2
}

/** The policy in force. Tests provide a faster one instead of sleeping. */
export const ConfirmationPolicy = Context.Reference<ConfirmationPolicy>("@mon/model/ConfirmationPolicy", {
  defaultValue: () => defaultConfirmationPolicy
})
