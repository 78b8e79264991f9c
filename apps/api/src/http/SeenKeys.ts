/** The most keys in the set. The oldest is dropped first. */
const CAPACITY = 10_000

/** Hashes of recently valid keys. While an address floods, other keys are refused without a database query. */
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
