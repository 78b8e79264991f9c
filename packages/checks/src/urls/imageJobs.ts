import { type Box, diffImages, rowHashes } from "@mon/diff-engine"
import { statusPageLimits, type VisualChange } from "@mon/model"
import { decodeImage, type RewrittenImage, rewriteImage } from "@mon/screenshot"

// These functions run in threads of the worker pool. Import only what they need: each thread loads it.

/** The facts of a screenshot that later screenshots are compared with. */
export interface ScreenshotRows {
  /**
   * A hash for each pixel row, as bytes: finds changed rows exactly although images are stored with lossy compression.
   */
  readonly rows: Uint8Array
}

/** Two stored screenshots. */
export interface ScreenshotPair {
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** The rows whose exact pixels changed; null: unknown. */
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

/** The place of a logo on a status page, for screens with two pixels per unit. */
const LOGO = { width: 480, height: 144, largestSide: statusPageLimits.logoSide } as const

/** Decodes an uploaded logo and writes it anew. */
export const rewriteLogo = (bytes: Uint8Array): Promise<RewrittenImage | "unreadable" | "large"> =>
  rewriteImage(bytes, LOGO)

/** Finds where two screenshots differ. Null: one of them is no valid image. */
export const compareImages = async ({ after, before, rows }: ScreenshotPair): Promise<VisualChange | null> => {
  const rasters = await Promise.all([decodeImage(before), decodeImage(after)]).catch(() => null)
  if (rasters === null) return null
  const { boxes, changedRatio } = diffImages(...rasters)
  return { changedRatio, boxes: rows === null ? boxes : boxes.filter((box) => crosses(box, rows)) }
}
