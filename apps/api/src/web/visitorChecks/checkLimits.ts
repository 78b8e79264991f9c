import { siteOf } from "../../auth/networkOf.ts"
import { makeAddressBuckets } from "../../http/RateLimit.ts"

/** The largest numbers of checks that visitors can start in an hour. */
export const checkLimits = {
  /** The limit for one IPv4 address or IPv6 /64. */
  perNetwork: 10,
  /** The limit for this process. */
  perProcess: 300,
  /**
   * The number of additional checks for networks that have hardly used the tool, so that a few heavy users cannot block
   * everybody else.
   */
  reserved: 300,
  /** The number of checks in an hour after which an IPv4 /24 or IPv6 /48 gets no additional checks. */
  reservedPerSite: 2
} as const

const HOUR_SECONDS = 3_600
const ALL = "all"

/** Creates the counter for the checks of one tool. Hours begin at multiples of 3,600 s. */
export const makeCheckLimit = () => {
  const networks = makeAddressBuckets()
  const sites = makeAddressBuckets()
  const process = makeAddressBuckets()
  /** Counts a check. Returns null if the check may start, otherwise the number of seconds to wait. */
  return (address: string, nowMs: number): number | null => {
    const now = Math.floor(nowMs / 1_000)
    const start = now - (now % HOUR_SECONDS)
    const wait = start + HOUR_SECONDS - now
    // A check that is refused here must not count towards the limits that other networks share.
    if (networks.count(address, start) > checkLimits.perNetwork) return wait
    const mayUseReserve = sites.count(siteOf(address), start) <= checkLimits.reservedPerSite
    const limit = checkLimits.perProcess + (mayUseReserve ? checkLimits.reserved : 0)
    if (process.hits(ALL, start) >= limit) return wait
    process.count(ALL, start)
    return null
  }
}
