import { editsBetween } from "../text/Edit.ts"
import { markFewEdits } from "../text/fewEdits.ts"
import { markManyEdits } from "../text/linearSpace.ts"
import { ChangedAreas } from "./ChangedAreas.ts"
import { colourDelta, isSmoothed } from "./colour.ts"
import { type ImageDiff, type ImageDiffOptions, pixelsOf, type RasterImage } from "./RasterImage.ts"
import { rowHashes } from "./rowHashes.ts"

/** Rows `oldStart` and on stand beside rows `newStart` and on; rows beyond the shorter side are only in one image. */
interface Pairing {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

const FEW = 64
const STEPS = 4_000_000

/** Which rows to look at, when the images are of the same size: every run of rows that are not the same bytes. */
const differingRows = (a: Int32Array, b: Int32Array, width: number, height: number): Array<Pairing> => {
  const bytesA = Buffer.from(a.buffer, a.byteOffset, a.byteLength)
  const bytesB = Buffer.from(b.buffer, b.byteOffset, b.byteLength)
  const stride = width * 4
  const runs: Array<Pairing> = []
  if (bytesA.equals(bytesB)) return runs
  let start = -1
  for (let y = 0; y <= height; y++) {
    const differs = y < height && bytesA.compare(bytesB, y * stride, (y + 1) * stride, y * stride, (y + 1) * stride) !== 0
    if (differs && start === -1) start = y
    if (!differs && start !== -1) {
      runs.push({ oldStart: start, oldEnd: y, newStart: start, newEnd: y })
      start = -1
    }
  }
  return runs
}

/** The same for images of different heights: rows are told apart by their hashes, so that what moved down is not a change. */
const shiftedRows = (before: RasterImage, after: RasterImage): Array<Pairing> => {
  const a = rowHashes(before)
  const b = rowHashes(after)
  const changedOld = new Uint8Array(a.length)
  const changedNew = new Uint8Array(b.length)
  if (!markFewEdits(a, b, FEW, changedOld, changedNew)) {
    changedOld.fill(0)
    changedNew.fill(0)
    markManyEdits(a, b, changedOld, changedNew, { steps: STEPS })
  }
  return editsBetween(changedOld, changedNew)
}

/**
 * Where two images differ for a person's eye. Only rows that are not the same bytes are looked at; in images of different heights rows are matched
 * first, so that what moved up or down is no change. Images of different widths differ everywhere.
 *
 * @throws TypeError when the data of an image do not fit its size
 * @example
 * const white = { width: 2, height: 1, data: new Uint8Array(8).fill(255) }
 * diffImages(white, { ...white, data: new Uint8Array([255, 255, 255, 255, 0, 0, 0, 255]) }).boxes // => [{ x: 1, y: 0, width: 1, height: 1 }]
 */
export const diffImages = (before: RasterImage, after: RasterImage, options: ImageDiffOptions = {}): ImageDiff => {
  const { antialiasing = false, threshold = 0.1 } = options
  const limit = threshold * threshold
  const a = pixelsOf(before)
  const b = pixelsOf(after)
  const { height, width } = after
  const total = Math.max(before.width, width) * Math.max(before.height, height)
  if (before.width !== width) {
    return { changed: true, changedPixels: total, changedRatio: 1, boxes: [{ x: 0, y: 0, width, height }] }
  }
  const pairings = before.height === height ? differingRows(a, b, width, height) : shiftedRows(before, after)
  const areas = new ChangedAreas(width)
  let changedPixels = 0
  const sameSize = before.height === height
  for (const { newEnd, newStart, oldEnd, oldStart } of pairings) {
    const shared = Math.min(oldEnd - oldStart, newEnd - newStart)
    for (let row = 0; row < shared; row++) {
      const y = newStart + row
      const fromA = (oldStart + row) * width
      const fromB = y * width
      let runStart = -1
      for (let x = 0; x <= width; x++) {
        const pa = a[fromA + x] ?? 0
        const pb = b[fromB + x] ?? 0
        const counts = x < width && pa !== pb && colourDelta(pa, pb) > limit &&
          (antialiasing || !sameSize || !(isSmoothed(a, b, width, height, x, y) || isSmoothed(b, a, width, height, x, y)))
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
  return { changed: changedPixels > 0, changedPixels, changedRatio: Math.min(1, changedPixels / total), boxes: areas.boxes() }
}
