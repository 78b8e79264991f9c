import { Blobs, IncidentScreenshots, type IncidentShot, type StoreError } from "@mon/core-store"
import type { ScreenshotFailureReason, ScreenshotUnavailableReason } from "@mon/screenshot/effect"
import { Screenshots } from "@mon/screenshot/effect"
import * as Effect from "effect/Effect"
import { screenshotExpiresAt } from "./ScreenshotRetention.ts"

/** The longest time to wait for a page. A longer wait shows nothing more about the failure. */
const TIMEOUT_MS = 20_000
/** The time to wait after a page has loaded, because many pages render their content shortly afterwards. */
const WAIT_MS = 500

/**
 * Takes a claimed screenshot, stores the image for the time that the plan allows, and attaches it to the incident.
 * Returns the outcome.
 */
export const takeIncidentScreenshot = Effect.fnUntraced(function* (
  shot: IncidentShot
): Effect.fn.Return<
  "taken" | ScreenshotFailureReason | ScreenshotUnavailableReason,
  StoreError,
  Screenshots | Blobs | IncidentScreenshots
> {
  const outcome = yield* (yield* Screenshots).take({ url: shot.url, waitMs: WAIT_MS, timeoutMs: TIMEOUT_MS })
  if (outcome.status !== "taken") {
    const log = outcome.status === "unavailable" ? Effect.logWarning : Effect.logDebug
    yield* Effect.annotateLogs(log("No screenshot was taken"), { incident: shot.incidentKey, reason: outcome.message })
    return outcome.reason
  }
  const { bytes, contentType } = outcome.image
  const hash = yield* (yield* Blobs).put({ bytes, contentType, keepUntil: screenshotExpiresAt(shot.plan, shot.now) })
  yield* (yield* IncidentScreenshots).store(shot, hash)
  return "taken"
})
