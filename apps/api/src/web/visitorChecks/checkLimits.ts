import { siteOf } from "../../auth/networkOf.ts"
import { makeAddressBuckets } from "../../http/RateLimit.ts"

/** Checks that visitors may start in an hour. */
export const checkLimits = {
  /** From one IPv4 address or IPv6 /64. */
  perNetwork: 10,
  /** In this process. */
  perProcess: 300,
  /** Beyond them: for networks that have hardly asked, so that a few that ask often close no tool for others. */
  reserved: 300,
  /** Of these, from one IPv4 /24 or IPv6 /48, counted with all others. */
  reservedPerSite: 2
} as const

const HOUR_SECONDS = 3_600
const ALL = "all"

/** Counts the checks of one tool. Hours begin at multiples of 3,600 s. */
export const makeCheckLimit = () => {
  const networks = makeAddressBuckets()
  const sites = makeAddressBuckets()
  const process = makeAddressBuckets()
  /** Counts a check; returns the seconds until the next one may start, or null if this one may. */
  return (address: string, nowMs: number): number | null => {
    const now = Math.floor(nowMs / 1_000)
    const start = now - (now % HOUR_SECONDS)
    const wait = start + HOUR_SECONDS - now
    // What is refused does not use up that of others.
    if (networks.count(address, start) > checkLimits.perNetwork) return wait
    const mayUseReserve = sites.count(siteOf(address), start) <= checkLimits.reservedPerSite
    const limit = checkLimits.perProcess + (mayUseReserve ? checkLimits.reserved : 0)
    if (process.hits(ALL, start) >= limit) return wait
    process.count(ALL, start)
    return null
  }
}
