import { BadRequest, messages } from "@mon/api-contract"
import type { RawBody } from "./MonitorRules.ts"

/**
 * Returns the timeout and the interval (both in seconds) of a raw request body, before range checks. `timeoutSeconds`
 * takes precedence over `timeout`.
 */
const timingIn = ({ checkInterval, timeout, timeoutSeconds }: RawBody) => {
  const [seconds = null] = [timeoutSeconds, timeout].filter((value) => typeof value === "number")
  return { timeout: seconds, interval: typeof checkInterval === "number" ? checkInterval : null }
}

/** Refuses a timeout that is not shorter than the interval (both in seconds). */
export const timingFault = (timeout: number, interval: number): BadRequest | null =>
  timeout < interval ? null : new BadRequest({ message: messages.timeoutTooLong })

/** Returns the fault of the timing of a new monitor. The defaults (in seconds) apply where the body has no value. */
export const newTimingFault = (body: RawBody, defaultTimeout: number, defaultInterval: number): BadRequest | null => {
  const { interval, timeout } = timingIn(body)
  return timingFault(timeout ?? defaultTimeout, interval ?? defaultInterval)
}

/** Returns the fault of a change of the timing, as far as the body shows one. */
export const changedTimingFault = (body: RawBody): BadRequest | null => {
  const { interval, timeout } = timingIn(body)
  return interval === null || timeout === null ? null : timingFault(timeout, interval)
}
