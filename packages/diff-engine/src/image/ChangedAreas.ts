import type { Box } from "./RasterImage.ts"

/**
 * The base-2 logarithm of the side length of a cell in pixels. Changes in the same cell or in adjacent cells become one
 * area.
 */
const CELL_BITS = 4
const CELL = 1 << CELL_BITS
const MAX_BOXES = 100

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

const join = (into: Bounds, other: Bounds): void => {
  into.left = Math.min(into.left, other.left)
  into.top = Math.min(into.top, other.top)
  into.right = Math.max(into.right, other.right)
  into.bottom = Math.max(into.bottom, other.bottom)
}

/** The offsets of a rectangle's bounds in the array of cells. The right and bottom bounds are exclusive. */
const LEFT = 0
const TOP = 1
const RIGHT = 2
const BOTTOM = 3
const PARTS = 4

/**
 * Groups changed pixels into rectangles. Joins adjacent cells, and returns the smallest rectangle around the changed
 * pixels of the joined cells.
 */
export class ChangedAreas {
  readonly #columns: number
  /** The bounds of each cell. A cell without a changed pixel has the right bound 0. */
  readonly #cells: Int32Array
  /** The cells with changed pixels, in the order in which each cell got its first changed pixel. */
  readonly #changed: Array<number> = []

  constructor(width: number, height: number) {
    // An empty column on the right separates the last cell of a row from the first cell of the next row.
    this.#columns = Math.ceil(width / CELL) + 1
    this.#cells = new Int32Array(this.#columns * Math.ceil(height / CELL) * PARTS)
  }

  /** Adds a run of changed pixels in one row. `to` is exclusive. */
  add(from: number, to: number, y: number): void {
    const cells = this.#cells
    for (let x = from; x < to;) {
      const column = x >> CELL_BITS
      const next = Math.min(to, (column + 1) << CELL_BITS)
      const cell = (y >> CELL_BITS) * this.#columns + column
      const at = cell * PARTS
      if (cells[at + RIGHT] === 0) {
        this.#changed.push(cell)
        cells[at + LEFT] = x
        cells[at + TOP] = y
        cells[at + RIGHT] = next
        cells[at + BOTTOM] = y + 1
      } else this.#join(at, x, y, next, y + 1)
      x = next
    }
  }

  #join(at: number, left: number, top: number, right: number, bottom: number): void {
    const cells = this.#cells
    if (left < (cells[at + LEFT] ?? 0)) cells[at + LEFT] = left
    if (top < (cells[at + TOP] ?? 0)) cells[at + TOP] = top
    if (right > (cells[at + RIGHT] ?? 0)) cells[at + RIGHT] = right
    if (bottom > (cells[at + BOTTOM] ?? 0)) cells[at + BOTTOM] = bottom
  }

  boxes(): ReadonlyArray<Box> {
    const columns = this.#columns
    const steps = [-columns - 1, -columns, -columns + 1, -1, 1, columns - 1, columns, columns + 1]
    const seen = new Set<number>()
    const areas: Array<Bounds> = []
    for (const first of this.#changed) {
      if (seen.has(first)) continue
      seen.add(first)
      const area = this.#boundsOf(first)
      const stack = [first]
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        for (const step of steps) {
          const near = at + step
          if ((this.#cells[near * PARTS + RIGHT] ?? 0) === 0 || seen.has(near)) continue
          seen.add(near)
          join(area, this.#boundsOf(near))
          stack.push(near)
        }
      }
      areas.push(area)
    }
    areas.sort((a, b) => a.top - b.top || a.left - b.left)
    while (areas.length > MAX_BOXES) {
      const last = areas.pop()
      const before = areas.at(-1)
      if (last !== undefined && before !== undefined) join(before, last)
    }
    return areas.map(({ bottom, left, right, top }) => ({ x: left, y: top, width: right - left, height: bottom - top }))
  }

  #boundsOf(cell: number): Bounds {
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#cells.subarray(cell * PARTS, (cell + 1) * PARTS)
    return { left, top, right, bottom }
  }
}
