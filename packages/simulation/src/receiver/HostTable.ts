const ANY_LABEL = "*"

/** Entries by names of whole labels. */
export interface HostTable<A> {
  /** The entry of the longest name that the host is or lies below; null when there is none. */
  readonly find: (host: string) => A | null
}

/** Lower case, without the trailing dot. */
const canonicalHost = (host: string): string => {
  const lower = host.toLowerCase()
  return lower.endsWith(".") ? lower.slice(0, -1) : lower
}

/** Makes a table; "inbound-smtp.*.amazonaws.com" is for any one label in the middle. */
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
