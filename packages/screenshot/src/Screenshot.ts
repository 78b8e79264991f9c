/** What to take a screenshot of. */
export interface ScreenshotRequest {
  /** An http or https URL of at most 2,048 characters. */
  readonly url: string
  /** Milliseconds to wait after the page has loaded: 0 to 30,000, 0 unless told. */
  readonly waitMs?: number
  /** Milliseconds for all the rest, from start to image: 1,000 to 120,000, 30,000 unless told. Waiting for a turn does not count. */
  readonly timeoutMs?: number
  /** The whole page, up to the height cap, or what a visitor sees first; true unless told. */
  readonly fullPage?: boolean
}

/** An encoded image. */
export interface ScreenshotImage {
  readonly bytes: Uint8Array
  readonly contentType: "image/webp"
  /** Pixels. */
  readonly width: number
  /** Pixels. */
  readonly height: number
}

/** Pixels, four bytes each (red, green, blue, alpha), row by row from the top left. */
export interface RasterImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A screenshot. */
export interface Screenshot {
  readonly status: "taken"
  /** For keeping: as wide as the viewport, lossy. */
  readonly image: ScreenshotImage
  /** The top of the page, 320 by 200 pixels. */
  readonly thumbnail: ScreenshotImage
  /** The page as the browser drew it, without loss, for comparing. */
  readonly pixels: () => Promise<RasterImage>
  /** Whether the page goes on below the height cap. */
  readonly cropped: boolean
  /** Where redirects and scripts led. */
  readonly finalUrl: string
  /** HTTP status of the page; null when there was none, as on a page out of a cache. */
  readonly statusCode: number | null
  /** At most 300 characters; empty when the page has none. */
  readonly title: string
  /** Milliseconds from start to image. */
  readonly durationMs: number
}

/** Why no screenshot can be taken here: there is no browser, it does not start, the image codec does not load, or this has been closed. */
export type ScreenshotUnavailableReason = "no_browser" | "browser_does_not_start" | "no_codec" | "closed"

/**
 * Why this page gave no screenshot: the URL is not one to look at; the name does not resolve; the address is not public;
 * nothing answers there; the answer is no page (a download, an empty answer); it took too long; the page broke the
 * browser; too many others wait; the caller gave up.
 */
export type ScreenshotFailureReason =
  | "bad_url"
  | "dns"
  | "blocked_address"
  | "connect"
  | "no_page"
  | "timeout"
  | "crashed"
  | "busy"
  | "aborted"

/** Screenshots cannot be taken at all at present. */
export interface ScreenshotsUnavailable {
  readonly status: "unavailable"
  readonly reason: ScreenshotUnavailableReason
  /** A sentence that begins with "Screenshots are unavailable:". */
  readonly message: string
}

/** This page gave none. */
export interface FailedScreenshot {
  readonly status: "failed"
  readonly reason: ScreenshotFailureReason
  /** A sentence. */
  readonly message: string
}

/** What came of a request. */
export type ScreenshotResult = Screenshot | FailedScreenshot | ScreenshotsUnavailable
