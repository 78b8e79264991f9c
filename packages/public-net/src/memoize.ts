/** Requests for the same address come in bursts: one connection needs the same answer three or four times. */
const MAX_ENTRIES = 1_000

/** A pure function of a text with a bounded cache of its results; the cache is emptied when it is full. */
export const memoize = <A>(compute: (text: string) => A): ((text: string) => A) => {
  const cache = new Map<string, A>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = compute(text)
    if (cache.size >= MAX_ENTRIES) cache.clear()
    cache.set(text, result)
    return result
  }
}
