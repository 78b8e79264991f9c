import { BadRequest, Forbidden, messages } from "@mon/api-contract"
import type { Caller } from "../../auth/Caller.ts"

const numberIn = (
  body: Readonly<Record<string, unknown>>,
  ...names: ReadonlyArray<"timeoutSeconds" | "timeout" | "checkInterval">
): number | null => {
  for (const name of names) {
    const value = body[name]
    if (typeof value === "number") return value
  }
  return null
}

/**
 * The timeout and interval (seconds) of a raw body, before range checks. `timeoutSeconds` takes precedence over
 * `timeout`.
 */
export const timingIn = (body: Readonly<Record<string, unknown>>) => ({
  timeout: numberIn(body, "timeoutSeconds", "timeout"),
  interval: numberIn(body, "checkInterval")
})

/** Refuses a timeout that is not less than the interval (both in seconds). */
export const checkTiming = (timeout: number, interval: number): BadRequest | null =>
  timeout < interval ? null : new BadRequest({ message: messages.timeoutTooLong })

const tooShort = (interval: number | undefined, { limits }: Caller): string | null =>
  interval !== undefined && interval < limits.minDomainIntervalSeconds
    ? messages.intervalTooShort(limits.minDomainIntervalSeconds, limits.title)
    : null

/** Refuses a new domain's interval that is below the plan's minimum. */
export const checkNewInterval = (interval: number | undefined, caller: Caller): BadRequest | null => {
  const message = tooShort(interval, caller)
  return message === null ? null : new BadRequest({ message })
}

/** Refuses a changed interval that is below the plan's minimum. */
export const checkChangedInterval = (interval: number | undefined, caller: Caller): Forbidden | null => {
  const message = tooShort(interval, caller)
  return message === null ? null : new Forbidden({ message })
}
