import * as Context from "effect/Context"

/** The rules for repeating a check before a verdict. All times are milliseconds. */
export interface ConfirmationPolicy {
  /** The wait after a failed check of a monitor whose state is `unknown`. */
  readonly retryUnknownMs: number
  /** The longest wait between the checks that confirm a change. Half the interval is used if it is shorter. */
  readonly confirmMs: number
  /** The longest wait between two checks of a monitor that is down. The interval is used if it is shorter. */
  readonly downMs: number
  /** The wait after a check that the prober could not make. */
  readonly faultMs: number
  /** The number of failed checks in a row that make a monitor `down`. */
  readonly failuresToDown: number
  /**
   * The number of failed checks in a row that make a monitor `down` if a repetition cannot change the verdict, such as
   * NXDOMAIN.
   */
  readonly deterministicFailuresToDown: number
  /** The number of passed checks in a row that end an incident. */
  readonly successesToUp: number
}

/** The policy that the service uses. */
export const defaultConfirmationPolicy: ConfirmationPolicy = {
  retryUnknownMs: 3_000,
  confirmMs: 30_000,
  downMs: 60_000,
  faultMs: 10_000,
  failuresToDown: 3,
  deterministicFailuresToDown: 2,
  successesToUp: 2
}

/** The policy in force. Tests replace it with a faster one, so that they need not sleep. */
export const ConfirmationPolicy = Context.Reference<ConfirmationPolicy>("@mon/model/ConfirmationPolicy", {
  defaultValue: () => defaultConfirmationPolicy
})
