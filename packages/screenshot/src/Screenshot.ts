/** The screen of a device. */
export interface ScreenshotDevice {
  /** CSS pixels: 1 to 4,096. */
  readonly width: number
  /** CSS pixels: 1 to 4,096. */
  readonly height: number
  /** Pixels of the image for each CSS pixel: 1 to 3. Default: 1. */
  readonly scale?: number
  /** Whether pages see touch, the viewport that they ask for, and the User-Agent of a phone. Default: false. */
  readonly mobile?: boolean
}

/** Options for opening and preparing a page. */
export interface PageOptions {
  /** Milliseconds to wait after the page has loaded: 0 to 30,000. Default: 0. */
  readonly waitMs?: number
  /**
   * Milliseconds for everything else, from start to result: 1,000 to 120,000. Time in the queue and the start of the
   * browser do not count. Default: 30,000.
   */
  readonly timeoutMs?: number
  /** CSS selectors of elements that are made invisible; they keep their place. At most 50. Default: none. */
  readonly hide?: ReadonlyArray<string>
}

/** A request for a screenshot. */
export interface ScreenshotRequest extends PageOptions {
  /** An http or https URL of at most 2,048 characters. */
  readonly url: string
  /** Whether to capture the whole page, up to `maxHeight`, or only the viewport. Default: true. */
  readonly fullPage?: boolean
  /** A CSS selector: only the first element that it selects is captured, up to `maxHeight`. Default: the page. */
  readonly element?: string
  /** "phone": 390 by 844, scale 3. "tablet": 820 by 1,180, scale 2. Default: the viewport of the pool. */
  readonly device?: "phone" | "tablet" | ScreenshotDevice
  /** The format of `image`. "png" is lossless. Default: "webp". */
  readonly format?: "webp" | "png"
  /** Whether to return the document too, as `html`. Default: false. */
  readonly html?: boolean
}

/** The size of a printed page. */
export type PaperFormat = "A3" | "A4" | "A5" | "Letter" | "Legal"

/** A request for a PDF document: of a page, or of a document of your own. */
export interface PdfRequest extends PageOptions {
  /** An http or https URL of at most 2,048 characters. */
  readonly url?: string
  /**
   * HTML instead of a URL, at most 10 MiB. Its scripts do not run, and it reaches no network: put style sheets and
   * images (`data:`) into the document. Its `@page` rules count more than `paper` and `marginMm`.
   */
  readonly content?: string
  /** Default: "A4". */
  readonly paper?: PaperFormat
  /** Default: false. */
  readonly landscape?: boolean
  /** Millimetres on each side, 0 to 50. Default: 10. */
  readonly marginMm?: number
  /** Whether colours and images behind the text are printed. Default: true. */
  readonly background?: boolean
  /** The medium whose style sheets apply: paper or the screen. Default: "print". */
  readonly media?: "print" | "screen"
  /** The most pages, 1 to 500; the rest is left out. Default: 50. */
  readonly maxPages?: number
}

/** A PDF document. */
export interface PdfDocument {
  readonly status: "printed"
  /** At most 32 MiB. */
  readonly bytes: Uint8Array
  readonly contentType: "application/pdf"
  /** The URL after redirects and scripts; null for a document of your own. */
  readonly finalUrl: string | null
  /** The HTTP status of the page; null when there was none. */
  readonly statusCode: number | null
  /** At most 300 characters; empty when the page has no title. */
  readonly title: string
  /** Milliseconds from start to document. */
  readonly durationMs: number
}

/** An encoded image. */
export interface ScreenshotImage {
  readonly bytes: Uint8Array
  readonly contentType: "image/webp" | "image/png"
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

/** The limits on the size of an image, in pixels. */
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
  /** For storage: as wide as the viewport or the element; lossy in WebP. */
  readonly image: ScreenshotImage
  /** The top of the page, 320 by 200 pixels. */
  readonly thumbnail: ScreenshotImage
  /** The lossless image that the browser drew, for comparisons in another thread. */
  readonly png: Uint8Array
  /** The pixels of that image, for comparisons. */
  readonly pixels: () => Promise<RasterImage>
  /** Whether the page or the element continues below `maxHeight`. */
  readonly cropped: boolean
  /** The URL after redirects and scripts. */
  readonly finalUrl: string
  /** The HTTP status of the page; null when there was none, as for a cached page. */
  readonly statusCode: number | null
  /** At most 300 characters; empty when the page has no title. */
  readonly title: string
  /**
   * The document after its scripts have run, at most 10 MiB of UTF-16 code units. Elements that style sheets hide have
   * the attribute `hidden`. Frames and shadow roots are omitted. Null if it was not requested, or could not be read.
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
 * long; the page crashed the browser; too many requests wait; the caller aborted; a selector is not valid; no element
 * is selected, or it has no size; the PDF is too large.
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
  | "bad_selector"
  | "no_element"
  | "too_large"

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

/** The result of a request for a PDF document. */
export type PdfResult = PdfDocument | FailedScreenshot | ScreenshotsUnavailable
