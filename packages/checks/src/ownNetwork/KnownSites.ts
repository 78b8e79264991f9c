/** URLs of sites by registrable domain, the least recently added first. */
export interface KnownSites {
  readonly add: (domain: string, url: string) => void
  readonly remove: (domain: string) => void
  /** Returns the most recently added sites first. */
  readonly latest: () => ReadonlyArray<readonly [domain: string, url: string]>
}

/** Makes a list of at most `capacity` sites. It drops the oldest sites. */
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
