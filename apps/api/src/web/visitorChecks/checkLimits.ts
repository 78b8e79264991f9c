import { makeAddressBuckets } from "../../http/AddressBuckets.ts"

/** Checks that visitors may start in an hour (extensions section 4). */
export const checkLimits = {
  /** From one IPv4 address or IPv6 /64. */
  perNetwork: 10,
  /** In this process. */
  perProcess: 300
} as const

const HOUR_SECONDS = 3_600
const ALL = "all"

/** Counts the checks of one tool. Hours begin at multiples of 3,600 s. */
export const makeCheckLimit = () => {
  const networks = makeAddressBuckets()
  const process = makeAddressBuckets()
  /** Counts a check; returns the seconds until the next one may start, or null if this one may. */
  return (address: string, nowMs: number): number | null => {
    const now = Math.floor(nowMs / 1_000)
    const start = now - (now % HOUR_SECONDS)
    // An address over its limit does not use up that of the others.
    const isAllowed =
      networks.count(address, start) <= checkLimits.perNetwork && process.count(ALL, start) <= checkLimits.perProcess
    return isAllowed ? null : start + HOUR_SECONDS - now
  }
}
