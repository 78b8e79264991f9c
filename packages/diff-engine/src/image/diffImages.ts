import { aBoolean, aNumber, argumentError, listOf, optional, optionsOf, argumentsOf } from "@mon/bundled/arguments"
import { ignoredArea, rasterImage } from "../argumentKinds.ts"
import type { Edit } from "../text/Edit.ts"
import { ChangedAreas } from "./ChangedAreas.ts"
import { AntiAliasing } from "./AntiAliasing.ts"
import { colourDelta, MAX_DELTA } from "./colour.ts"
import { IgnoredPixels } from "./IgnoredPixels.ts"
import { type IgnoredArea, type ImageDiff, type ImageDiffOptions, pixelsOf, type RasterImage } from "./RasterImage.ts"
import { rowEdits, sizeOf } from "./rowBands.ts"
import { rowHashes } from "./rowHashes.ts"

const acceptDiffImages = /* @__PURE__ */ argumentsOf("diffImages", () => ({
  before: rasterImage(),
  after: rasterImage(),
  options: optional(
    optionsOf<ImageDiffOptions>({
      threshold: optional(aNumber("a number from 0 to 1", 0, 1)),
      antialiasing: optional(aBoolean),
      ignore: optional(listOf(ignoredArea(), "an array of rectangles and masks"))
    })
  )
}))

/** The number of rows that are compared in one call. If these rows differ, each row is compared again by itself. */
const ROWS_AT_ONCE = 32
/** The share of changed rows above which content may have moved up or down. */
const MOVED_SHARE = 0.25

/**
 * Returns a function that compares rows. Uses Node's native comparison of bytes if it exists, and a loop in browsers.
 */
const rangeComparison = (a: Int32Array, b: Int32Array, width: number): ((from: number, to: number) => boolean) => {
  const NodeBuffer: typeof Buffer | undefined = Reflect.get(globalThis, "Buffer")
  if (NodeBuffer === undefined) {
    return (from, to) => {
      for (let at = from * width; at < to * width; at++) if (a[at] !== b[at]) return true
      return false
    }
  }
  const bytesA = NodeBuffer.from(a.buffer, a.byteOffset, a.byteLength)
  const bytesB = NodeBuffer.from(b.buffer, b.byteOffset, b.byteLength)
  return (from, to) => bytesA.compare(bytesB, from * width * 4, to * width * 4, from * width * 4, to * width * 4) !== 0
}

const rowsInPlace = (a: Int32Array, b: Int32Array, width: number, height: number): ReadonlyArray<Edit> => {
  const differ = rangeComparison(a, b, width)
  const runs: Array<Edit> = []
  let start = -1
  const take = (y: number, isDifferent: boolean): void => {
    if (isDifferent && start === -1) start = y
    if (isDifferent || start === -1) return
    runs.push({ oldStart: start, oldEnd: y, newStart: start, newEnd: y })
    start = -1
  }
  for (let top = 0; top < height; top += ROWS_AT_ONCE) {
    const bottom = Math.min(height, top + ROWS_AT_ONCE)
    if (differ(top, bottom)) for (let y = top; y < bottom; y++) take(y, differ(y, y + 1))
    else take(top, false)
  }
  take(height, false)
  return runs
}

/**
 * Returns the rows to compare pixel by pixel. If few rows differ at the same position, returns these rows. Otherwise,
 * returns the rows that remain after matching the rows that moved.
 */
const rowsToCompare = (before: RasterImage, after: RasterImage, a: Int32Array, b: Int32Array): ReadonlyArray<Edit> => {
  const inPlace = before.height === after.height ? rowsInPlace(a, b, after.width, after.height) : null
  if (inPlace !== null && sizeOf(inPlace) <= after.height * MOVED_SHARE) return inPlace
  return rowEdits(rowHashes(before), rowHashes(after))
}

const requireSize = (area: IgnoredArea, index: number, { height, width }: RasterImage): void => {
  if (!("data" in area) || (area.width === width && area.height === height)) return
  throw argumentError(
    `diffImages: options.ignore[${index}] must be a mask of ${width} by ${height} pixels, as the newer image has, but it has ${area.width} by ${area.height}.`,
    "ERR_INVALID_ARG_VALUE"
  )
}

class Changes {
  pixels = 0
  readonly areas: ChangedAreas
  readonly #width: number
  readonly #height: number
  readonly #ignored: IgnoredPixels | null

  constructor({ height, width }: RasterImage, ignored: IgnoredPixels | null) {
    this.areas = new ChangedAreas(width, height)
    this.#width = width
    this.#height = height
    this.#ignored = ignored
  }

  /** Adds a run of changed pixels of the newer image. `to` is exclusive. */
  add(from: number, to: number, y: number): void {
    this.pixels += to - from
    this.areas.add(from, to, y)
  }

  /** Adds a row that only the newer image has. */
  addRow(y: number): void {
    if (this.#ignored === null) this.add(0, this.#width, y)
    else for (const [from, to] of this.#ignored.runsIn(y)) this.add(from, to, y)
  }

  /** Adds rows that only the older image has. Their area is at `nextY`, the row where the newer image continues. */
  addGone(from: number, to: number, nextY: number): void {
    let count = 0
    for (let y = from; y < to; y++) count += this.#ignored === null ? this.#width : this.#ignored.othersIn(y)
    this.pixels += count
    if (count > 0) this.areas.add(0, this.#width, Math.min(nextY, this.#height - 1))
  }
}

/**
 * Finds the areas where two images differ visibly. First matches rows that moved up or down, so that inserted content
 * does not make everything below it count as changed. Images of different widths differ everywhere.
 *
 * @throws TypeError if the data of an image does not match its size, or if the size of a mask is not the size of the
 *   newer image
 * @example
 * const white = { width: 2, height: 1, data: new Uint8Array(8).fill(255) }
 * const black = { ...white, data: new Uint8Array([255, 255, 255, 255, 0, 0, 0, 255]) }
 * diffImages(white, black).boxes // => [{ x: 1, y: 0, width: 1, height: 1 }]
 * diffImages(white, black, { ignore: [{ x: 1, y: 0, width: 1, height: 1 }] }).changed // => false
 */
export const diffImages = (before: RasterImage, after: RasterImage, options: ImageDiffOptions = {}): ImageDiff => {
  acceptDiffImages(before, after, options)
  const { antialiasing = false, ignore = [], threshold = 0.1 } = options
  for (const [index, area] of ignore.entries()) requireSize(area, index, after)
  const limit = threshold * threshold * MAX_DELTA
  const a = pixelsOf(before)
  const b = pixelsOf(after)
  const { height, width } = after
  const total = Math.max(before.width, width) * Math.max(before.height, height)
  if (before.width !== width) {
    return { changed: true, changedPixels: total, changedRatio: 1, boxes: [{ x: 0, y: 0, width, height }] }
  }
  const edits = rowsToCompare(before, after, a, b)
  const [first] = edits
  if (first === undefined) return { changed: false, changedPixels: 0, changedRatio: 0, boxes: [] }
  const smoothed = new AntiAliasing(
    { pixels: a, width, height: before.height },
    { pixels: b, width, height },
    first.newStart,
    edits.at(-1)?.newEnd ?? height
  )
  const ignored = ignore.length === 0 ? null : new IgnoredPixels(ignore, width, Math.max(before.height, height))
  const changes = new Changes(after, ignored)
  for (const { newEnd, newStart, oldEnd, oldStart } of edits) {
    const down = newStart - oldStart
    const shared = Math.min(oldEnd - oldStart, newEnd - newStart)
    smoothed.align(down, newStart, newStart + shared)
    for (let row = 0; row < shared; row++) {
      const y = newStart + row
      const fromA = (oldStart + row) * width
      const fromB = y * width
      let runStart = -1
      for (let x = 0; x <= width; x++) {
        const pa = a[fromA + x] ?? 0
        const pb = b[fromB + x] ?? 0
        const counts =
          x < width &&
          pa !== pb &&
          colourDelta(pa, pb) > limit &&
          (ignored === null || !(ignored.has(x, y) || ignored.has(x, y - down))) &&
          (antialiasing || !smoothed.has(x, y))
        if (counts) {
          if (runStart === -1) runStart = x
        } else if (runStart !== -1) {
          changes.add(runStart, x, y)
          runStart = -1
        }
      }
    }
    for (let y = newStart + shared; y < newEnd; y++) changes.addRow(y)
    if (oldStart + shared < oldEnd) changes.addGone(oldStart + shared, oldEnd, newStart + shared)
  }
  return {
    changed: changes.pixels > 0,
    changedPixels: changes.pixels,
    changedRatio: Math.min(1, changes.pixels / total),
    boxes: changes.areas.boxes()
  }
}
