/** The time for which an unknown secret is not searched for again, in milliseconds. */
const REMEMBERED_MS = 10_000
/** The largest number of unknown secrets that are remembered. A further secret replaces the oldest one. */
const MOST = 50_000
/** The largest number of known secrets that are remembered. The database is always searched for these secrets. */
const MOST_KNOWN = 50_000
/** The largest number of unsuccessful searches per minute, for one network and for the whole process. */
const PER_NETWORK = 100
const PER_PROCESS = 60_000
const WINDOW_MS = 60_000

const dropOldest = (map: Map<string, number>, most: number): void => {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}

/**
 * The decision about a ping: search for its secret, respond that the secret is unknown, or ask the client to try again
 * later.
 */
export type Admission = "search" | "unknown" | "later"

/**
 * Limits the searches for unknown secrets, so that they do not burden the database. Secrets that were found before are
 * always searched for. So is every secret from a network that has sent few unknown secrets, because after a restart, no
 * secret has been found yet. Times are in milliseconds of any clock.
 */
export class UnknownPings {
  readonly #unknown = new Map<string, number>()
  readonly #known = new Map<string, number>()
  readonly #misses = new Map<string, number>()
  #windowAt = 0
  #total = 0

  /** Decides how to handle a ping. `secret` identifies its URL, and `network` its sender. */
  admit(secret: string, network: string, now: number): Admission {
    if (this.#known.has(secret)) return "search"
    const until = this.#unknown.get(secret)
    if (until !== undefined && until > now) return "unknown"
    if (now - this.#windowAt >= WINDOW_MS) {
      this.#misses.clear()
      this.#total = 0
      this.#windowAt = now
    }
    return (this.#misses.get(network) ?? 0) >= PER_NETWORK || this.#total >= PER_PROCESS ? "later" : "search"
  }

  /** Remembers whether a search found the secret. */
  note(secret: string, network: string, isKnown: boolean, now: number): void {
    this.#known.delete(secret)
    this.#unknown.delete(secret)
    if (isKnown) {
      this.#known.set(secret, now)
      return dropOldest(this.#known, MOST_KNOWN)
    }
    this.#misses.set(network, (this.#misses.get(network) ?? 0) + 1)
    this.#total += 1
    this.#unknown.set(secret, now + REMEMBERED_MS)
    dropOldest(this.#unknown, MOST)
  }
}
