import type { Box } from "./RasterImage.ts"

/** The side of a cell in pixels; changes closer than this are joined. */
const CELL = 16
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

/** Groups changed pixels into rectangles. Adjacent cells are joined, and the rectangle fits their pixels tightly. */
export class ChangedAreas {
  readonly #columns: number
  readonly #cells = new Map<number, Bounds>()

  constructor(width: number) {
    this.#columns = Math.ceil(width / CELL) + 1
  }

  /** Adds a run of pixels in one row; `to` is exclusive. */
  add(from: number, to: number, y: number): void {
    for (let x = from; x < to;) {
      const next = Math.min(to, (Math.floor(x / CELL) + 1) * CELL)
      const key = Math.floor(y / CELL) * this.#columns + Math.floor(x / CELL)
      const bounds = { left: x, top: y, right: next, bottom: y + 1 }
      const known = this.#cells.get(key)
      if (known === undefined) this.#cells.set(key, bounds)
      else join(known, bounds)
      x = next
    }
  }

  boxes(): ReadonlyArray<Box> {
    const seen = new Set<number>()
    const areas: Array<Bounds> = []
    for (const [key, cell] of this.#cells) {
      if (seen.has(key)) continue
      seen.add(key)
      const area = { ...cell }
      const stack = [key]
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        for (const step of [
          -this.#columns - 1,
          -this.#columns,
          -this.#columns + 1,
          -1,
          1,
          this.#columns - 1,
          this.#columns,
          this.#columns + 1
        ]) {
          const near = this.#cells.get(at + step)
          if (near === undefined || seen.has(at + step)) continue
          seen.add(at + step)
          join(area, near)
          stack.push(at + step)
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
}
