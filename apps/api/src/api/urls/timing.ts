import { BadRequest, Forbidden, messages } from "@mon/api-contract"
import type { Caller } from "../../auth/Caller.ts"

const tooShort = (interval: number | undefined, { limits }: Caller): string | null =>
  interval !== undefined && interval < limits.minUrlIntervalSeconds
    ? messages.intervalTooShort(limits.minUrlIntervalSeconds, limits.title)
    : null

/** Refuses a new monitor's interval that is below the plan's minimum. */
export const checkNewUrlInterval = (interval: number | undefined, caller: Caller): BadRequest | null => {
  const message = tooShort(interval, caller)
  return message === null ? null : new BadRequest({ message })
}

/** Refuses a changed interval that is below the plan's minimum. */
export const checkChangedUrlInterval = (interval: number | undefined, caller: Caller): Forbidden | null => {
  const message = tooShort(interval, caller)
  return message === null ? null : new Forbidden({ message })
}
