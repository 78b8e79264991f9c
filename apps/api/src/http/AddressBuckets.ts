import { networkOf } from "../auth/networkOf.ts"

/** Requests a minute that an address may make without a valid key (decisions section 1). */
export const ADDRESS_LIMIT = 600

/** Addresses counted one by one in a window; those beyond share one bucket, so that memory stays bounded. */
const CAPACITY = 10_000
const OVERFLOW = "*"

/** Counts requests by address in the current window of this process. */
export interface AddressBuckets {
  /** Counts one more and returns the count. */
  readonly count: (address: string, windowStart: number) => number
  /** How many the address has made; requests in the shared bucket are not counted. */
  readonly hits: (address: string, windowStart: number) => number
  /** The most that any one address has made. */
  readonly most: (windowStart: number) => number
}

export const makeAddressBuckets = (capacity: number = CAPACITY): AddressBuckets => {
  const counts = new Map<string, number>()
  let current = 0
  let most = 0

  const enter = (windowStart: number): void => {
    if (windowStart === current) return
    counts.clear()
    current = windowStart
    most = 0
  }

  return {
    count: (address, windowStart) => {
      enter(windowStart)
      const own = networkOf(address)
      const bucket = counts.has(own) || counts.size < capacity ? own : OVERFLOW
      const hits = (counts.get(bucket) ?? 0) + 1
      counts.set(bucket, hits)
      if (bucket === own && hits > most) most = hits
      return hits
    },
    hits: (address, windowStart) => {
      enter(windowStart)
      return counts.get(networkOf(address)) ?? 0
    },
    most: (windowStart) => {
      enter(windowStart)
      return most
    }
  }
}
