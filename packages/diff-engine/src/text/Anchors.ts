export interface Anchor {
  readonly x: number
  readonly y: number
}

/**
 * The mark of an element that occurs more than once. All other values are positions plus one, and 0 means that the
 * element does not occur.
 */
const REPEATED = -1

const positionsIn = (ids: Int32Array, from: number, to: number, positions: Int32Array): void => {
  for (let i = from; i < to; i++) {
    const id = ids[i] ?? 0
    positions[id] = positions[id] === 0 ? i + 1 : REPEATED
  }
}

/** Returns the indices of the longest increasing subsequence (patience sorting, O(n log n)). */
const longestRising = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  /** For each length, the index of the lowest value that ends an increasing subsequence of that length. */
  const tails: Array<number> = []
  const before = new Int32Array(values.length)
  for (const [index, value] of values.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] ?? -1)
    tails[low] = index
  }
  const rising: Array<number> = []
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) rising.push(at)
  return rising.toReversed()
}

/**
 * Finds the anchors of a patience diff (Bram Cohen). An anchor is a line that occurs exactly once in each of the two
 * parts. Returns the longest sequence of anchors that has the same order in both parts. Consecutive lines form one
 * anchor, at the first line.
 */
export class Anchors {
  readonly #a: Int32Array
  readonly #b: Int32Array
  /** The positions in the old sequence by the number of the line. All values are zero between two calls. */
  readonly #old: Int32Array
  readonly #next: Int32Array

  constructor(a: Int32Array, b: Int32Array) {
    let count = 0
    for (let i = 0; i < a.length; i++) count = Math.max(count, (a[i] ?? 0) + 1)
    for (let i = 0; i < b.length; i++) count = Math.max(count, (b[i] ?? 0) + 1)
    this.#a = a
    this.#b = b
    this.#old = new Int32Array(count)
    this.#next = new Int32Array(count)
  }

  within(a0: number, a1: number, b0: number, b1: number): ReadonlyArray<Anchor> {
    const old = this.#old
    const next = this.#next
    positionsIn(this.#a, a0, a1, old)
    positionsIn(this.#b, b0, b1, next)
    const xs: Array<number> = []
    const ys: Array<number> = []
    for (let x = a0; x < a1; x++) {
      const id = this.#a[x] ?? 0
      const y = next[id] ?? 0
      if (old[id] !== x + 1 || y <= 0) continue
      xs.push(x)
      ys.push(y - 1)
    }
    for (let x = a0; x < a1; x++) old[this.#a[x] ?? 0] = 0
    for (let y = b0; y < b1; y++) next[this.#b[y] ?? 0] = 0
    const anchors: Array<Anchor> = []
    let lastX = -1
    let lastY = -1
    for (const index of longestRising(ys)) {
      const x = xs[index] ?? 0
      const y = ys[index] ?? 0
      if (x !== lastX + 1 || y !== lastY + 1) anchors.push({ x, y })
      lastX = x
      lastY = y
    }
    return anchors
  }
}
