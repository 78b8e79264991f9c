export interface QueueLimits {
  readonly waiting: number
  /** The maximum number of waiting items of one owner. Default: no limit. */
  readonly waitingPerOwner?: number
  /** The maximum number of running items of one owner. Default: no limit. */
  readonly runningPerOwner?: number
}

/**
 * A bounded queue in which owners take turns, so that no owner delays another owner by more than one item at a time.
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
  /** The waiting items by owner, in the order of the owners' next turns. */
  readonly #waiting = new Map<string, Array<Item>>()
  readonly #running = new Map<string, number>()
  #size = 0

  constructor(limits: QueueLimits) {
    this.#limits = { waitingPerOwner: Infinity, runningPerOwner: Infinity, ...limits }
  }

  get size(): number {
    return this.#size
  }

  /** Adds an item. Returns false if the queue is full. */
  add(owner: string, item: Item): boolean {
    const own = this.#waiting.get(owner) ?? []
    if (this.#size >= this.#limits.waiting || own.length >= this.#limits.waitingPerOwner) return false
    own.push(item)
    this.#waiting.set(owner, own)
    this.#size++
    return true
  }

  /** Adds an item. If the queue is full, drops the newest item of the owner with the most items. */
  offer(owner: string, item: Item): void {
    const own = this.#waiting.get(owner) ?? []
    own.push(item)
    this.#waiting.set(owner, own)
    if (this.#size < this.#limits.waiting) this.#size++
    else [...this.#waiting.values()].toSorted((one, other) => other.length - one.length)[0]?.pop()
  }

  /** Removes a waiting item. Returns false if the item is not waiting. */
  remove(owner: string, item: Item): boolean {
    const own = this.#waiting.get(owner) ?? []
    const at = own.indexOf(item)
    if (at === -1) return false
    own.splice(at, 1)
    if (own.length === 0) this.#waiting.delete(owner)
    this.#size--
    return true
  }

  /** Returns the next item, or null if no item may run. The item counts as running until {@link end} is called. */
  begin(): Item | null {
    for (const [owner, own] of this.#waiting) {
      const running = this.#running.get(owner) ?? 0
      if (running >= this.#limits.runningPerOwner) continue
      const item = own.shift()
      // Moves the owner to the end, behind all other owners.
      this.#waiting.delete(owner)
      if (item === undefined) continue
      this.#size--
      this.#running.set(owner, running + 1)
      if (own.length > 0) this.#waiting.set(owner, own)
      return item
    }
    return null
  }

  end(owner: string): void {
    const running = (this.#running.get(owner) ?? 0) - 1
    if (running > 0) this.#running.set(owner, running)
    else this.#running.delete(owner)
  }
}
