import { siteOf } from "../../auth/networkOf.ts"
import { makeAddressBuckets } from "../../http/RateLimit.ts"

/** The largest numbers of checks that visitors can start in an hour. */
export const checkLimits = {
  /** The limit for one IPv4 address or IPv6 /64. */
  perNetwork: 10,
  /** The limit for this process. */
  perProcess: 300,
  /**
   * Additional checks for networks that have hardly used the tool, so that a few heavy users cannot block all others.
   */
  reserved: 300,
  /** The limit of these additional checks for one IPv4 /24 or IPv6 /48. All its checks of the hour count. */
  reservedPerSite: 2
} as const

const HOUR_SECONDS = 3_600
const ALL = "all"

/** Creates the counter for the checks of one tool. Hours begin at multiples of 3,600 s. */
export const makeCheckLimit = () => {
  const networks = makeAddressBuckets()
  const sites = makeAddressBuckets()
  const process = makeAddressBuckets()
  /** Counts a check. Returns null if it may start, otherwise the seconds until the next one may. */
  return (address: string, nowMs: number): number | null => {
    const now = Math.floor(nowMs / 1_000)
    const start = now - (now % HOUR_SECONDS)
    const wait = start + HOUR_SECONDS - now
    // A refused check must not use up the checks of other networks.
    if (networks.count(address, start) > checkLimits.perNetwork) return wait
    const mayUseReserve = sites.count(siteOf(address), start) <= checkLimits.reservedPerSite
    const limit = checkLimits.perProcess + (mayUseReserve ? checkLimits.reserved : 0)
    if (process.hits(ALL, start) >= limit) return wait
    process.count(ALL, start)
    return null
  }
}
