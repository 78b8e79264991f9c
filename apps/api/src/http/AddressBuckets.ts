import { isIPv6 } from "node:net"

/** Calls a minute that an address may make without a valid key (decisions section 1). */
export const ADDRESS_LIMIT = 600

/** Addresses counted one by one in a window; those beyond share one bucket, so that memory stays bounded. */
const CAPACITY = 10_000
const OVERFLOW = "*"

/** Counts requests by address in the present window of this process. */
export interface AddressBuckets {
  /** Counts one and answers how many it is now. */
  readonly take: (address: string, windowStart: number) => number
  /** How many the address itself has made; those of the shared bucket are nobody's. */
  readonly hits: (address: string, windowStart: number) => number
  /** The most that any one address has made. */
  readonly most: (windowStart: number) => number
}

/** One household or host has a /64 (RFC 6177): a bucket for each of its addresses would be no limit at all. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  if (address.startsWith("::ffff:")) return address.slice(7)
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":")
    while (groups.length + rest.length < 8) groups.push("0")
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/u, ""))
    .join(":")
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
    take: (address, windowStart) => {
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
