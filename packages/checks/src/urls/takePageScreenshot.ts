import { Blobs, type PageSnapshot, type NewUrlScreenshot, type StoreError, type UrlClaim } from "@mon/core-store"
import { type Box, diffImages, rowHashes } from "@mon/diff-engine"
import type { VisualChange } from "@mon/model"
import { decodeImage } from "@mon/screenshot"
import { type RasterImage, Screenshots } from "@mon/screenshot/effect"
import * as Effect from "effect/Effect"
import { screenshotExpiresAt } from "../screenshots/ScreenshotRetention.ts"

/** Time for the browser, in addition to the wait that the monitor asks for. */
const TIMEOUT_MS = 30_000

/** A stored screenshot, and what the next check compares. */
export interface PageShot {
  readonly screenshot: Omit<NewUrlScreenshot, "id" | "reason">
  /**
   * A hash for each pixel row, as bytes: finds changed rows exactly although images are stored with lossy compression.
   */
  readonly rows: Uint8Array
  readonly height: number
}

/**
 * Takes a screenshot and stores the image and its thumbnail. Null if none could be taken, which does not fail the
 * check.
 */
export const takePageScreenshot = Effect.fn("takePageScreenshot")(function* (
  claim: UrlClaim
): Effect.fn.Return<PageShot | null, StoreError, Screenshots | Blobs> {
  const outcome = yield* (yield* Screenshots).take({
    url: claim.url,
    waitMs: claim.screenshotWaitMs,
    timeoutMs: TIMEOUT_MS
  })
  if (outcome.status !== "taken") {
    yield* Effect.annotateLogs(Effect.logDebug("No screenshot was taken"), { url: claim.id, reason: outcome.message })
    return null
  }
  const blobs = yield* Blobs
  const expiresAt = screenshotExpiresAt(claim.plan, new Date(claim.claimedAt))
  const store = ({ bytes, contentType }: { readonly bytes: Uint8Array; readonly contentType: string }) =>
    blobs.put({ bytes, contentType, keepUntil: expiresAt })
  const { image, thumbnail } = outcome
  const raster = yield* Effect.promise(() => outcome.pixels())
  const hashes = rowHashes(raster)
  return {
    screenshot: {
      image: yield* store(image),
      thumbnail: yield* store(thumbnail),
      width: image.width,
      height: image.height,
      bytes: image.bytes.length,
      format: image.contentType,
      keepUntil: expiresAt
    },
    rows: new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength),
    height: raster.height
  }
})

/** The rows whose pixels changed; null when the heights differ, so that rows cannot be matched. */
const changedRows = (before: Uint8Array, after: Uint8Array): ReadonlySet<number> | null => {
  if (before.length !== after.length) return null
  const old = new Int32Array(before.slice().buffer)
  const fresh = new Int32Array(after.slice().buffer)
  return new Set([...fresh.keys()].filter((y) => old[y] !== fresh[y]))
}

const crosses = ({ height, y }: Box, rows: ReadonlySet<number>): boolean => {
  for (let row = y; row < y + height; row++) if (rows.has(row)) return true
  return false
}

/** Where two screenshots differ. Stored images are lossy, so only areas in rows whose exact pixels changed count. */
export const compareScreenshots = Effect.fn("compareScreenshots")(function* (
  before: PageSnapshot,
  after: PageShot
): Effect.fn.Return<VisualChange | null, StoreError, Blobs> {
  if (before.image === null) return null
  const rows = before.imageRows === null ? null : changedRows(before.imageRows, after.rows)
  if (rows?.size === 0) return { changedRatio: 0, boxes: [] }
  const blobs = yield* Blobs
  const [old, fresh] = [yield* blobs.get(before.image), yield* blobs.get(after.screenshot.image)]
  if (old === null || fresh === null) return null
  const rasters = yield* Effect.promise(() =>
    Promise.all([decodeImage(old.bytes), decodeImage(fresh.bytes)]).then(
      (both): ReadonlyArray<RasterImage> => both,
      () => null
    )
  )
  const [from, to] = rasters ?? []
  if (from === undefined || to === undefined) return null
  const { boxes, changedRatio } = diffImages(from, to)
  return { changedRatio, boxes: rows === null ? boxes : boxes.filter((box) => crosses(box, rows)) }
})
