/** Keys in the set; the oldest is dropped first. */
const CAPACITY = 10_000

/** Hashes of keys that were valid lately: when an address floods, keys not among them are refused without a query. */
export interface SeenKeys {
  readonly add: (hash: Buffer) => void
  readonly has: (hash: Buffer) => boolean
  readonly delete: (hash: Buffer) => void
}

export const makeSeenKeys = (capacity: number = CAPACITY): SeenKeys => {
  const hashes = new Set<string>()
  return {
    add: (hash) => {
      const text = hash.toString("latin1")
      if (hashes.has(text)) return
      if (hashes.size >= capacity) {
        for (const oldest of hashes) {
          hashes.delete(oldest)
          break
        }
      }
      hashes.add(text)
    },
    has: (hash) => hashes.has(hash.toString("latin1")),
    delete: (hash) => hashes.delete(hash.toString("latin1"))
  }
}
