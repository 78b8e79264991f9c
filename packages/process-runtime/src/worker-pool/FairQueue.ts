/** Limits of a queue. */
export interface QueueLimits {
  /** Items that may wait. */
  readonly waiting: number
  /** Items of one owner that may wait. Default: no limit. */
  readonly waitingPerOwner?: number
  /** Items of one owner that may run. Default: no limit. */
  readonly runningPerOwner?: number
}

/**
 * A bounded queue in which owners take turns, so that no owner delays the others by more than one item each.
 *
 * @example
 * ```ts
 * const queue = new FairQueue<number>({ waiting: 200 })
 * for (const n of [1, 2]) queue.add("large", n)
 * queue.add("small", 3)
 * queue.begin() // => 1
 * queue.begin() // => 3
 * ```
 */
export class FairQueue<Item> {
  readonly #limits: Required<QueueLimits>
  /** In the order of their next turn. */
  readonly #waiting = new Map<string, Array<Item>>()
  readonly #running = new Map<string, number>()
  #size = 0

  constructor(limits: QueueLimits) {
    this.#limits = { waitingPerOwner: Infinity, runningPerOwner: Infinity, ...limits }
  }

  /** Items that wait. */
  get size(): number {
    return this.#size
  }

  /** False if the queue is full. */
  add(owner: string, item: Item): boolean {
    const own = this.#waiting.get(owner) ?? []
    if (this.#size >= this.#limits.waiting || own.length >= this.#limits.waitingPerOwner) return false
    own.push(item)
    this.#waiting.set(owner, own)
    this.#size++
    return true
  }

  /** Adds an item. If the queue is full, the owner with the most items loses its newest one. */
  offer(owner: string, item: Item): void {
    const own = this.#waiting.get(owner) ?? []
    own.push(item)
    this.#waiting.set(owner, own)
    if (this.#size < this.#limits.waiting) this.#size++
    else [...this.#waiting.values()].toSorted((one, other) => other.length - one.length)[0]?.pop()
  }

  /** Removes an item that waits; false if it does not wait. */
  remove(owner: string, item: Item): boolean {
    const own = this.#waiting.get(owner) ?? []
    const at = own.indexOf(item)
    if (at === -1) return false
    own.splice(at, 1)
    if (own.length === 0) this.#waiting.delete(owner)
    this.#size--
    return true
  }

  /** The next item, which runs until {@link end}; null if none may run. */
  begin(): Item | null {
    for (const [owner, own] of this.#waiting) {
      const running = this.#running.get(owner) ?? 0
      if (running >= this.#limits.runningPerOwner) continue
      const item = own.shift()
      // The owner's next turn comes after all other owners.
      this.#waiting.delete(owner)
      if (item === undefined) continue
      this.#size--
      this.#running.set(owner, running + 1)
      if (own.length > 0) this.#waiting.set(owner, own)
      return item
    }
    return null
  }

  /** An item of the owner does not run any more. */
  end(owner: string): void {
    const running = (this.#running.get(owner) ?? 0) - 1
    if (running > 0) this.#running.set(owner, running)
    else this.#running.delete(owner)
  }
}
