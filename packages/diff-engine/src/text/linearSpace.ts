import { type Anchor, Anchors } from "./Anchors.ts"

/** The limits of a search. If a search reaches them, the edit script is still correct but may not be the shortest. */
export interface SearchLimits {
  /** The remaining steps. Each search subtracts the steps that it used, and may use slightly more than remain. */
  steps: number
}

interface Search {
  readonly a: Int32Array
  readonly b: Int32Array
  readonly forward: Int32Array
  readonly backward: Int32Array
  readonly offset: number
  readonly cost: number
  stepsLeft: number
  cut: boolean
}

/** A point on a shortest path, or the best point that was found if the search stopped at a limit. */
interface Split {
  readonly x: number
  readonly y: number
  readonly isCut: boolean
}

/** The cost below which a search is always completed (as in LibXDiff). */
const MIN_COST = 256
/** The number of rounds after which a box is split if no steps remain. */
const HASTY_COST = 24
/** The number of integers that describe a box on the stack. */
const NUMBERS = 4
/** The number of steps per line that the search for anchors costs. */
const STEPS_OF_ANCHORS = 2

const marksIn = (marks: Uint8Array): number => {
  let sum = 0
  for (let i = 0; i < marks.length; i++) sum += marks[i] ?? 0
  return sum
}

/**
 * Marks the lines that are not in both sequences. Returns whether a search stopped at a limit. The marks must be empty.
 *
 * Uses Myers' linear-space algorithm (1986, section 4b) on numbered lines, with an explicit stack. The cost of each box
 * is limited. The search splits a box that exceeds the limit at the furthest point. If this happens, a second search
 * splits such boxes at lines that occur once (patience diff), and the shorter of the two scripts is the result. The
 * second script is shorter if, for example, a large block moved.
 */
export const markManyEdits = (
  a: Int32Array,
  b: Int32Array,
  changedOld: Uint8Array,
  changedNew: Uint8Array,
  limits: SearchLimits
): boolean => {
  const size = a.length + b.length + 3
  const search: Search = {
    a,
    b,
    forward: new Int32Array(size * 2 + 1),
    backward: new Int32Array(size * 2 + 1),
    offset: size,
    cost: Math.max(MIN_COST, Math.ceil(Math.sqrt(a.length + b.length))),
    stepsLeft: limits.steps,
    cut: false
  }
  markBoxes(search, [0, a.length, 0, b.length], null, changedOld, changedNew)
  if (!search.cut) {
    limits.steps = search.stepsLeft
    return false
  }
  const { steps } = limits
  limits.steps = search.stepsLeft
  search.stepsLeft = steps
  const anchors = new Anchors(a, b)
  const boxes = boxesBetween(anchors.within(0, a.length, 0, b.length), 0, a.length, 0, b.length)
  search.stepsLeft -= STEPS_OF_ANCHORS * (a.length + b.length)
  if (boxes.length > NUMBERS) {
    const old = new Uint8Array(a.length)
    const next = new Uint8Array(b.length)
    markBoxes(search, boxes, anchors, old, next)
    if (marksIn(old) + marksIn(next) < marksIn(changedOld) + marksIn(changedNew)) {
      changedOld.set(old)
      changedNew.set(next)
    }
  }
  limits.steps -= steps - search.stepsLeft
  return true
}

/** Returns the boxes between anchors. An anchor is the first line of its box. */
const boxesBetween = (
  anchors: ReadonlyArray<Anchor>,
  a0: number,
  a1: number,
  b0: number,
  b1: number
): Array<number> => {
  const boxes: Array<number> = []
  let x = a0
  let y = b0
  for (const anchor of anchors) {
    boxes.push(x, anchor.x, y, anchor.y)
    x = anchor.x
    y = anchor.y
  }
  boxes.push(x, a1, y, b1)
  return boxes
}

/**
 * Marks the differences inside boxes. Four numbers describe a box: its range in the old lines and its range in the new
 * lines.
 */
const markBoxes = (
  search: Search,
  boxes: Array<number>,
  anchors: Anchors | null,
  changedOld: Uint8Array,
  changedNew: Uint8Array
): void => {
  const { a, b } = search
  while (boxes.length > 0) {
    let b1 = boxes.pop() ?? 0
    let b0 = boxes.pop() ?? 0
    let a1 = boxes.pop() ?? 0
    let a0 = boxes.pop() ?? 0
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) {
      a0++
      b0++
    }
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
      a1--
      b1--
    }
    if (a0 === a1) {
      changedNew.fill(1, b0, b1)
      continue
    }
    if (b0 === b1) {
      changedOld.fill(1, a0, a1)
      continue
    }
    const { isCut, x, y } = splitOf(search, a0, a1, b0, b1)
    if (isCut && anchors !== null && search.stepsLeft > 0) {
      const between = boxesBetween(anchors.within(a0, a1, b0, b1), a0, a1, b0, b1)
      search.stepsLeft -= STEPS_OF_ANCHORS * (a1 - a0 + b1 - b0)
      if (between.length > NUMBERS) {
        for (const bound of between) boxes.push(bound)
        continue
      }
    }
    boxes.push(a0, x, b0, y, x, a1, y, b1)
  }
}

/** Returns the point where the forward and the backward search meet. */
const splitOf = (search: Search, a0: number, a1: number, b0: number, b1: number): Split => {
  const { a, b, backward, forward, offset } = search
  const lowest = a0 - b1
  const highest = a1 - b0
  const startDiagonal = a0 - b0
  const endDiagonal = a1 - b1
  const odd = ((endDiagonal - startDiagonal) & 1) !== 0
  let fMin = startDiagonal
  let fMax = startDiagonal
  let bMin = endDiagonal
  let bMax = endDiagonal
  forward[offset + startDiagonal] = a0
  backward[offset + endDiagonal] = a1
  const cost = search.stepsLeft > 0 ? search.cost : HASTY_COST
  for (let d = 1; ; d++) {
    if (fMin > lowest) forward[offset + --fMin - 1] = -1
    else fMin++
    if (fMax < highest) forward[offset + ++fMax + 1] = -1
    else fMax--
    for (let k = fMax; k >= fMin; k -= 2) {
      const left = forward[offset + k - 1] ?? -1
      const right = forward[offset + k + 1] ?? -1
      let x = left >= right ? left + 1 : right
      let y = x - k
      const from = x
      while (x < a1 && y < b1 && a[x] === b[y]) {
        x++
        y++
      }
      search.stepsLeft -= x - from + 1
      forward[offset + k] = x
      if (odd && bMin <= k && k <= bMax && (backward[offset + k] ?? 0) <= x) return { x, y, isCut: false }
    }
    if (bMin > lowest) backward[offset + --bMin - 1] = 0x7fffffff
    else bMin++
    if (bMax < highest) backward[offset + ++bMax + 1] = 0x7fffffff
    else bMax--
    for (let k = bMax; k >= bMin; k -= 2) {
      const left = backward[offset + k - 1] ?? 0x7fffffff
      const right = backward[offset + k + 1] ?? 0x7fffffff
      let x = left < right ? left : right - 1
      let y = x - k
      const from = x
      while (x > a0 && y > b0 && a[x - 1] === b[y - 1]) {
        x--
        y--
      }
      search.stepsLeft -= from - x + 1
      backward[offset + k] = x
      if (!odd && fMin <= k && k <= fMax && x <= (forward[offset + k] ?? -1)) return { x, y, isCut: false }
    }
    if (d >= cost) {
      search.cut = true
      return furthestOf(search, a0, a1, b0, b1, fMin, fMax, bMin, bMax)
    }
  }
}

/**
 * Returns the furthest point in either direction. The point is never a corner, so both parts of every split are smaller
 * than the box.
 */
const furthestOf = (
  { backward, forward, offset }: Search,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  fMin: number,
  fMax: number,
  bMin: number,
  bMax: number
): Split => {
  let forwardSum = -1
  let ahead: Split = { x: a0, y: b0, isCut: true }
  for (let k = fMax; k >= fMin; k -= 2) {
    const x = Math.min(forward[offset + k] ?? -1, a1)
    const y = x - k
    const fits = x >= a0 && y >= b0 && y <= b1
    if (fits && x + y > forwardSum) {
      forwardSum = x + y
      ahead = { x, y, isCut: true }
    }
  }
  let backwardSum = Number.MAX_SAFE_INTEGER
  let behind: Split = { x: a1, y: b1, isCut: true }
  for (let k = bMax; k >= bMin; k -= 2) {
    const x = Math.max(backward[offset + k] ?? 0, a0)
    const y = x - k
    const fits = x <= a1 && y >= b0 && y <= b1
    if (fits && x + y < backwardSum) {
      backwardSum = x + y
      behind = { x, y, isCut: true }
    }
  }
  const split = forwardSum - (a0 + b0) >= a1 + b1 - backwardSum ? ahead : behind
  const isCorner = (split.x === a0 && split.y === b0) || (split.x === a1 && split.y === b1)
  return isCorner ? { ...split, x: Math.floor((a0 + a1) / 2), y: Math.floor((b0 + b1) / 2) } : split
}
