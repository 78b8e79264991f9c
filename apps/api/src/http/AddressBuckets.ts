import { networkOf } from "../auth/networkOf.ts"

/** Requests per minute that an address may make without a valid key. */
export const ADDRESS_LIMIT = 600

/** Addresses that are counted individually in a window. The rest share one bucket, so that memory stays bounded. */
const CAPACITY = 10_000
const OVERFLOW = "*"

/** Counts this process's requests by address in the current window. */
export interface AddressBuckets {
  /** Counts a request and returns the new count. */
  readonly count: (address: string, windowStart: number) => number
  /** The count of an address, or 0 if it is in the shared bucket. */
  readonly hits: (address: string, windowStart: number) => number
  /** The highest count of any single address. */
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
