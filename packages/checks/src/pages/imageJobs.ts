import { type Box, diffImages, rowHashes } from "@mon/diff-engine"
import { statusPageLimits, type VisualChange } from "@mon/model"
import { decodeImage, type RewrittenImage, rewriteImage } from "@mon/screenshot"

// These functions run in threads of the worker pool. Each thread loads this file, so import only modules that these
// functions need.

export interface ScreenshotRows {
  /**
   * One hash for each pixel row, as bytes. The hashes reveal every changed row, although the stored images have lossy
   * compression.
   */
  readonly rows: Uint8Array
}

export interface ScreenshotPair {
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** The rows whose exact pixels changed. Null if unknown. */
  readonly rows: ReadonlySet<number> | null
}

/** Calculates the row hashes of a lossless screenshot. */
export const hashScreenshot = async (png: Uint8Array): Promise<ScreenshotRows> => {
  const hashes = rowHashes(await decodeImage(png))
  return { rows: new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength) }
}

const crosses = ({ height, y }: Box, rows: ReadonlySet<number>): boolean => {
  for (let row = y; row < y + height; row++) if (rows.has(row)) return true
  return false
}

/** The largest size of a logo on a status page, with two image pixels per CSS pixel. */
const LOGO = { width: 480, height: 144, largestSide: statusPageLimits.logoSide } as const

export const rewriteLogo = (bytes: Uint8Array): Promise<RewrittenImage | "unreadable" | "large"> =>
  rewriteImage(bytes, LOGO)

/** Finds the areas in which two screenshots differ. Null if one of them is not a valid image. */
export const compareImages = async ({ after, before, rows }: ScreenshotPair): Promise<VisualChange | null> => {
  const rasters = await Promise.all([decodeImage(before), decodeImage(after)]).catch(() => null)
  if (rasters === null) return null
  const { boxes, changedRatio } = diffImages(...rasters)
  return { changedRatio, boxes: rows === null ? boxes : boxes.filter((box) => crosses(box, rows)) }
}
