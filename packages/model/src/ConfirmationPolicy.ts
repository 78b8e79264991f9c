import * as Context from "effect/Context"

/** The rules for repeating a check before a verdict. All times are in milliseconds. */
export interface ConfirmationPolicy {
  /** The wait after a failed check of a monitor whose state is `unknown`. */
  readonly retryUnknownMs: number
  /**
   * The longest wait between the checks that confirm a change. If half the monitor's interval is shorter, it is used
   * instead.
   */
  readonly confirmMs: number
  /**
   * The longest wait between two checks of a monitor that is down. If the monitor's interval is shorter, it is used
   * instead.
   */
  readonly downMs: number
  /** The wait after a check that the prober could not make. */
  readonly faultMs: number
  /** The number of failed checks in a row that make a monitor `down`. */
  readonly failuresToDown: number
  /**
   * The number of failed checks in a row that make a monitor `down` if the failure is one that a repetition cannot
   * change, such as NXDOMAIN.
   */
  readonly deterministicFailuresToDown: number
  /** The number of passed checks in a row that end an incident. */
  readonly successesToUp: number
}

/** The default policy of the service. */
export const defaultConfirmationPolicy: ConfirmationPolicy = {
  retryUnknownMs: 3_000,
  confirmMs: 30_000,
  downMs: 60_000,
  faultMs: 10_000,
  failuresToDown: 3,
  deterministicFailuresToDown: 2,
  successesToUp: 2
}

/**
 * The policy that the service uses. Tests replace it with a policy with shorter times, so that they do not have to
 * wait.
 */
export const ConfirmationPolicy = Context.Reference<ConfirmationPolicy>("@mon/model/ConfirmationPolicy", {
  defaultValue: () => defaultConfirmationPolicy
})
