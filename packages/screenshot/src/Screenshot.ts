/** A request for a screenshot. */
export interface ScreenshotRequest {
  /** An http or https URL of at most 2,048 characters. */
  readonly url: string
  /** Milliseconds to wait after the page has loaded: 0 to 30,000. Default: 0. */
  readonly waitMs?: number
  /**
   * Milliseconds for everything else, from start to image: 1,000 to 120,000. Time in the queue and the start of the
   * browser do not count. Default: 30,000.
   */
  readonly timeoutMs?: number
  /** Whether to capture the whole page, up to `maxHeight`, or only the viewport. Default: true. */
  readonly fullPage?: boolean
  /** Whether to return the document too, as `html`. Default: false. */
  readonly html?: boolean
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

/** Decoded pixels, four bytes each (red, green, blue, alpha), row by row from the top left. */
export interface RasterImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** How large an image may be, in pixels. */
export interface ImageBox {
  /** The result is at most so wide and high. A larger image shrinks, a smaller one stays. */
  readonly width: number
  readonly height: number
  /** The longest side of the given image. */
  readonly largestSide: number
}

/** An image that was decoded and written anew. */
export interface RewrittenImage {
  readonly bytes: Uint8Array
  readonly contentType: "image/png"
  /** Pixels. */
  readonly width: number
  /** Pixels. */
  readonly height: number
}

/** A screenshot. */
export interface Screenshot {
  readonly status: "taken"
  /** For storage: as wide as the viewport, lossy. */
  readonly image: ScreenshotImage
  /** The top of the page, 320 by 200 pixels. */
  readonly thumbnail: ScreenshotImage
  /** The lossless image that the browser drew, for comparisons in another thread. */
  readonly png: Uint8Array
  /** The pixels of that image, for comparisons. */
  readonly pixels: () => Promise<RasterImage>
  /** Whether the page continues below `maxHeight`. */
  readonly cropped: boolean
  /** The URL after redirects and scripts. */
  readonly finalUrl: string
  /** The HTTP status of the page; null when there was none, as for a cached page. */
  readonly statusCode: number | null
  /** At most 300 characters; empty when the page has no title. */
  readonly title: string
  /**
   * The document after its scripts have run, at most 10 MiB of UTF-16 code units. Elements that style sheets hide have
   * the attribute `hidden`. Frames and shadow roots are left out. Null if it was not requested, or could not be read.
   */
  readonly html: string | null
  /** Milliseconds from start to image. */
  readonly durationMs: number
}

/**
 * Why no screenshots can be taken: no browser, a browser that does not start, an image codec that does not load, or a
 * closed pool.
 */
export type ScreenshotUnavailableReason = "no_browser" | "browser_does_not_start" | "no_codec" | "closed"

/**
 * Why there is no screenshot of this page, in order: the URL is not valid; the name does not resolve; the address is
 * not allowed; the server does not respond; the response is not a page (a download, an empty response); it took too
 * long; the page crashed the browser; too many requests wait; the caller aborted.
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

/** No screenshots can be taken at present. */
export interface ScreenshotsUnavailable {
  readonly status: "unavailable"
  readonly reason: ScreenshotUnavailableReason
  /** A sentence that starts with "Screenshots are unavailable:". */
  readonly message: string
}

/** There is no screenshot of this page. */
export interface FailedScreenshot {
  readonly status: "failed"
  readonly reason: ScreenshotFailureReason
  /** A sentence. */
  readonly message: string
}

/** The result of a request. */
export type ScreenshotResult = Screenshot | FailedScreenshot | ScreenshotsUnavailable
