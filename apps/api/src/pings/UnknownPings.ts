/** The time for which an unknown secret is not searched for again. Milliseconds. */
const REMEMBERED_MS = 10_000
/** Remembered unknown secrets. Further ones replace the oldest. */
const MOST = 50_000
/** Remembered known secrets, which are always searched for. */
const MOST_KNOWN = 50_000
/** Searches for secrets that no ping has used, per window. */
const PER_NETWORK = 100
const PER_PROCESS = 3_000
const WINDOW_MS = 60_000

const dropOldest = (map: Map<string, number>, most: number): void => {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}

/** What to do with a ping: search for its secret, answer that it is unknown, or let the client try again later. */
export type Admission = "search" | "unknown" | "later"

/**
 * Limits the searches for pings with unknown secrets, so that they cost no database. Secrets that were found are always
 * searched for. Times are milliseconds of any clock.
 */
export class UnknownPings {
  readonly #unknown = new Map<string, number>()
  readonly #known = new Map<string, number>()
  readonly #searches = new Map<string, number>()
  #windowAt = 0
  #total = 0

  /** Decides about a ping. `secret` identifies its URL, and `network` its sender. */
  admit(secret: string, network: string, now: number): Admission {
    if (this.#known.has(secret)) return "search"
    const until = this.#unknown.get(secret)
    if (until !== undefined && until > now) return "unknown"
    if (now - this.#windowAt >= WINDOW_MS) {
      this.#searches.clear()
      this.#total = 0
      this.#windowAt = now
    }
    const count = this.#searches.get(network) ?? 0
    if (count >= PER_NETWORK || this.#total >= PER_PROCESS) return "later"
    this.#searches.set(network, count + 1)
    this.#total += 1
    return "search"
  }

  /** Remembers whether a search found the secret. */
  note(secret: string, isKnown: boolean, now: number): void {
    this.#known.delete(secret)
    this.#unknown.delete(secret)
    if (isKnown) {
      this.#known.set(secret, now)
      dropOldest(this.#known, MOST_KNOWN)
    } else {
      this.#unknown.set(secret, now + REMEMBERED_MS)
      dropOldest(this.#unknown, MOST)
    }
  }
}
