/** URLs of sites by registrable domain, the least recently added first. */
export interface KnownSites {
  readonly add: (domain: string, url: string) => void
  readonly remove: (domain: string) => void
  /** The most recently added ones first. */
  readonly latest: () => ReadonlyArray<readonly [domain: string, url: string]>
}

/** Stores at most `capacity` sites and drops the oldest. */
export const makeKnownSites = (capacity: number): KnownSites => {
  const urls = new Map<string, string>()
  return {
    add: (domain, url) => {
      urls.delete(domain)
      urls.set(domain, url)
      const [oldest] = urls.keys()
      if (urls.size > capacity && oldest !== undefined) urls.delete(oldest)
    },
    remove: (domain) => {
      urls.delete(domain)
    },
    latest: () => [...urls].toReversed()
  }
}
