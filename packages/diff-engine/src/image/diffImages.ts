import { aBoolean, aNumber, optional, optionsOf, argumentsOf } from "@mon/arguments"
import { rasterImage } from "../argumentKinds.ts"
import type { Edit } from "../text/Edit.ts"
import { ChangedAreas } from "./ChangedAreas.ts"
import { colourDelta, type Grid, isSmoothed } from "./colour.ts"
import { type ImageDiff, type ImageDiffOptions, pixelsOf, type RasterImage } from "./RasterImage.ts"
import { rowEdits, sizeOf } from "./rowBands.ts"
import { rowHashes } from "./rowHashes.ts"

const acceptDiffImages = /* @__PURE__ */ argumentsOf("diffImages", () => ({
  before: rasterImage(),
  after: rasterImage(),
  options: optional(
    optionsOf<ImageDiffOptions>({
      threshold: optional(aNumber("a number from 0 to 1", 0, 1)),
      antialiasing: optional(aBoolean)
    })
  )
}))

/** Rows that are compared with one call; each is compared again where they differ. */
const ROWS_AT_ONCE = 32
/** With a larger share of changed rows, content may have moved up or down. */
const MOVED_SHARE = 0.25

/** Compares rows. Node compares bytes with one native call; browsers have none for it. */
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

/** Runs of rows whose bytes differ at the same position. */
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

/** The rows to compare by pixel: those that differ in place, or those left after matching rows that moved. */
const rowsToCompare = (before: RasterImage, after: RasterImage, a: Int32Array, b: Int32Array): ReadonlyArray<Edit> => {
  const inPlace = before.height === after.height ? rowsInPlace(a, b, after.width, after.height) : null
  if (inPlace !== null && sizeOf(inPlace) <= after.height * MOVED_SHARE) return inPlace
  return rowEdits(rowHashes(before), rowHashes(after))
}

/**
 * Finds where two images differ visibly. Rows that moved up or down are matched first, so that inserted content
 * is the only change, and not everything below it. Images of different widths differ everywhere.
 *
 * @throws TypeError when the data of an image does not match its size
 * @example
 * const white = { width: 2, height: 1, data: new Uint8Array(8).fill(255) }
 * diffImages(white, { ...white, data: new Uint8Array([255, 255, 255, 255, 0, 0, 0, 255]) }).boxes // => [{ x: 1, y: 0, width: 1, height: 1 }]
 */
export const diffImages = (before: RasterImage, after: RasterImage, options: ImageDiffOptions = {}): ImageDiff => {
  acceptDiffImages(before, after, options)
  const { antialiasing = false, threshold = 0.1 } = options
  const limit = threshold * threshold
  const a = pixelsOf(before)
  const b = pixelsOf(after)
  const { height, width } = after
  const total = Math.max(before.width, width) * Math.max(before.height, height)
  if (before.width !== width) {
    return { changed: true, changedPixels: total, changedRatio: 1, boxes: [{ x: 0, y: 0, width, height }] }
  }
  const old: Grid = { pixels: a, width, height: before.height }
  const next: Grid = { pixels: b, width, height }
  const areas = new ChangedAreas(width)
  let changedPixels = 0
  for (const { newEnd, newStart, oldEnd, oldStart } of rowsToCompare(before, after, a, b)) {
    const down = newStart - oldStart
    const shared = Math.min(oldEnd - oldStart, newEnd - newStart)
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
          (antialiasing || !(isSmoothed(next, old, x, y, -down) || isSmoothed(old, next, x, y - down, down)))
        if (counts) {
          changedPixels++
          if (runStart === -1) runStart = x
        } else if (runStart !== -1) {
          areas.add(runStart, x, y)
          runStart = -1
        }
      }
    }
    const gone = oldEnd - oldStart - shared
    const added = newEnd - newStart - shared
    changedPixels += (gone + added) * width
    for (let row = 0; row < added; row++) areas.add(0, width, newStart + shared + row)
    if (gone > 0) areas.add(0, width, Math.min(newStart + shared, height - 1))
  }
  return {
    changed: changedPixels > 0,
    changedPixels,
    changedRatio: Math.min(1, changedPixels / total),
    boxes: areas.boxes()
  }
}
