import { Blobs, type PageSnapshot, type NewPageScreenshot, type StoreError, type PageClaim } from "@mon/core-store"
import type { VisualChange } from "@mon/model"
import { type ScreenshotResult, Screenshots } from "@mon/screenshot/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import { screenshotExpiresAt } from "../screenshots/ScreenshotRetention.ts"
import { pageThreads } from "./PageThreads.ts"

/** The time limit for the browser, in addition to the wait that the monitor's settings contain. */
const TIMEOUT_MS = 30_000

/** A stored screenshot, and the facts for its comparison with the next screenshot. */
export interface PageShot {
  readonly screenshot: Omit<NewPageScreenshot, "id" | "reason">
  /** One hash for each pixel row, as bytes. Null if the image was too expensive to decode. */
  readonly rows: Uint8Array | null
}

/** Opens a page in the browser. `html`: whether to return the HTML document of the page. */
export const drawPage = Effect.fn("drawPage")(function* (
  { screenshotWaitMs, url }: Pick<PageClaim, "screenshotWaitMs" | "url">,
  html: boolean
): Effect.fn.Return<ScreenshotResult, never, Screenshots> {
  return yield* (yield* Screenshots).take({ url, waitMs: screenshotWaitMs, timeoutMs: TIMEOUT_MS, html })
})

/**
 * Stores a screenshot and its thumbnail. Returns null if no screenshot could be taken, which does not fail the check.
 */
export const storePageScreenshot = Effect.fn("storePageScreenshot")(function* (
  claim: PageClaim,
  outcome: ScreenshotResult
): Effect.fn.Return<PageShot | null, StoreError, Blobs | WorkerPool> {
  if (outcome.status !== "taken") {
    yield* Effect.annotateLogs(Effect.logDebug("No screenshot was taken"), { url: claim.id, reason: outcome.message })
    return null
  }
  const blobs = yield* Blobs
  const expiresAt = screenshotExpiresAt(claim.plan, new Date(claim.claimedAt))
  const store = ({ bytes, contentType }: { readonly bytes: Uint8Array; readonly contentType: string }) =>
    blobs.put({ bytes, contentType, keepUntil: expiresAt })
  const { image, png, thumbnail } = outcome
  const hashed = yield* (yield* WorkerPool).run(pageThreads.hashScreenshot, png, claim.accountKey)
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
    rows: hashed._tag === "Done" ? hashed.value.rows : null
  }
})

/** Returns the rows whose pixels changed. Null if the heights differ, because the rows then cannot be matched. */
const changedRows = (before: Uint8Array, after: Uint8Array): ReadonlySet<number> | null => {
  if (before.length !== after.length) return null
  const old = new Int32Array(before.slice().buffer)
  const fresh = new Int32Array(after.slice().buffer)
  return new Set([...fresh.keys()].filter((y) => old[y] !== fresh[y]))
}

/**
 * Finds the areas in which two screenshots differ. Stored images are lossy, so an area counts only if exact pixels of
 * its rows changed. Null if the screenshots cannot be compared.
 */
export const compareScreenshots = Effect.fn("compareScreenshots")(function* (
  { accountKey }: PageClaim,
  before: PageSnapshot,
  after: PageShot
): Effect.fn.Return<VisualChange | null, StoreError, Blobs | WorkerPool> {
  if (before.image === null) return null
  const rows = before.imageRows === null || after.rows === null ? null : changedRows(before.imageRows, after.rows)
  if (rows?.size === 0) return { changedRatio: 0, boxes: [] }
  const blobs = yield* Blobs
  const [old, fresh] = [yield* blobs.get(before.image), yield* blobs.get(after.screenshot.image)]
  if (old === null || fresh === null) return null
  const pair = { before: old.bytes, after: fresh.bytes, rows }
  const compared = yield* (yield* WorkerPool).run(pageThreads.compareImages, pair, accountKey)
  return compared._tag === "Done" ? compared.value : null
})
