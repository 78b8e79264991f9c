const ANY_LABEL = "*"

/** A table of entries by host name. Names are compared by whole labels. */
export interface HostTable<A> {
  /**
   * Returns the entry with the longest name that equals the host or a parent domain of the host; null if there is none.
   */
  readonly find: (host: string) => A | null
}

const canonicalHost = (host: string): string => {
  const lower = host.toLowerCase()
  return lower.endsWith(".") ? lower.slice(0, -1) : lower
}

/** Creates a table. In "inbound-smtp.*.amazonaws.com", the asterisk stands for exactly one label. */
export const makeHostTable = <A>(entries: Iterable<readonly [name: string, entry: A]>): HostTable<A> => {
  const exact = new Map<string, A>()
  const patterns = new Map<string, A>()
  for (const [name, entry] of entries) (name.includes(ANY_LABEL) ? patterns : exact).set(name, entry)

  const matching = (labels: ReadonlyArray<string>): A | null => {
    for (const [pattern, entry] of patterns) {
      const wanted = pattern.split(".")
      if (
        wanted.length <= labels.length &&
        wanted.every((label, index) => label === ANY_LABEL || label === labels[labels.length - wanted.length + index])
      )
        return entry
    }
    return null
  }

  return {
    find: (host) => {
      let name = canonicalHost(host)
      for (;;) {
        const found = exact.get(name)
        if (found !== undefined) return found
        const dot = name.indexOf(".")
        if (dot < 0) break
        name = name.slice(dot + 1)
      }
      return patterns.size === 0 ? null : matching(canonicalHost(host).split("."))
    }
  }
}
