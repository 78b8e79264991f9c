/** The screen of a device. */
export interface ScreenshotDevice {
  /** The width in CSS pixels: 1 to 4,096. */
  readonly width: number
  /** The height in CSS pixels: 1 to 4,096. */
  readonly height: number
  /** The number of image pixels for each CSS pixel: 1 to 3. Default: 1. */
  readonly scale?: number
  /**
   * Whether the browser presents itself to pages as a phone, with touch, a mobile viewport and a phone's User-Agent.
   * Default: false.
   */
  readonly mobile?: boolean
}

/** Options for opening and preparing a page. */
export interface PageOptions {
  /** The wait after the page has loaded, in milliseconds: 0 to 30,000. Default: 0. */
  readonly waitMs?: number
  /**
   * The time limit for everything except `waitMs`, in milliseconds: 1,000 to 120,000. The wait in the queue and the
   * start of the browser do not count either. Default: 30,000.
   */
  readonly timeoutMs?: number
  /** CSS selectors of elements to make invisible without changing the layout. At most 50. Default: none. */
  readonly hide?: ReadonlyArray<string>
}

/** A request for a screenshot. */
export interface ScreenshotRequest extends PageOptions {
  /** An http or https URL of at most 2,048 characters. */
  readonly url: string
  /** Whether to capture the whole page, up to `maxHeight`, or only the viewport. Default: true. */
  readonly fullPage?: boolean
  /**
   * A CSS selector. If given, only the first matching element is captured, up to `maxHeight`. Default: the page is
   * captured.
   */
  readonly element?: string
  /**
   * The device whose screen is used. "phone" is 390 by 844 with scale 3, "tablet" 820 by 1,180 with scale 2. Default:
   * the viewport of the pool.
   */
  readonly device?: "phone" | "tablet" | ScreenshotDevice
  /** The format of `image`. "png" is lossless. Default: "webp". */
  readonly format?: "webp" | "png"
  /** Whether to also return the document, as `html`. Default: false. */
  readonly html?: boolean
}

/** The size of a printed page. */
export type PaperFormat = "A3" | "A4" | "A5" | "Letter" | "Legal"

/** A request for a PDF document of a page, or of your own HTML. */
export interface PdfRequest extends PageOptions {
  /** An http or https URL of at most 2,048 characters. */
  readonly url?: string
  /**
   * Your own HTML instead of a URL, at most 10,485,760 characters. Its scripts do not run, and it has no network
   * access, so include style sheets and images (`data:`) in the document. Its `@page` rules override `paper` and
   * `marginMm`.
   */
  readonly content?: string
  /** The size of the paper. Default: "A4". */
  readonly paper?: PaperFormat
  /** Whether the page is wider than it is high. Default: false. */
  readonly landscape?: boolean
  /** The margin on each side in millimetres, 0 to 50. Default: 10. */
  readonly marginMm?: number
  /** Whether background colours and background images are printed. Default: true. */
  readonly background?: boolean
  /** The medium whose style sheets apply: paper or the screen. Default: "print". */
  readonly media?: "print" | "screen"
  /** The maximum number of printed pages, 1 to 500. Further pages are left out. Default: 50. */
  readonly maxPages?: number
}

/** A PDF document. */
export interface PdfDocument {
  readonly status: "printed"
  /** The PDF document, at most 32 MiB. */
  readonly bytes: Uint8Array
  readonly contentType: "application/pdf"
  /** The URL after redirects and scripts; null for your own HTML. */
  readonly finalUrl: string | null
  /** The HTTP status of the page; null if there was none. */
  readonly statusCode: number | null
  /** The title of the page, at most 300 characters; empty if it has none. */
  readonly title: string
  /** The time from the start until the document was ready, in milliseconds. */
  readonly durationMs: number
}

/** An encoded image. */
export interface ScreenshotImage {
  readonly bytes: Uint8Array
  readonly contentType: "image/webp" | "image/png"
  /** The width in pixels. */
  readonly width: number
  /** The height in pixels. */
  readonly height: number
}

/** The decoded pixels of an image, four bytes each (red, green, blue, alpha), row by row from the top left. */
export interface RasterImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** The limits on the size of an image, in pixels. */
export interface ImageBox {
  /**
   * The maximum width of the result; `height` is the maximum height. Larger images are scaled down; smaller images keep
   * their size.
   */
  readonly width: number
  readonly height: number
  /** The maximum length of the longer side of the given image. Larger images are refused. */
  readonly largestSide: number
}

/** An image that was decoded and encoded again. */
export interface RewrittenImage {
  readonly bytes: Uint8Array
  readonly contentType: "image/png"
  /** The width in pixels. */
  readonly width: number
  /** The height in pixels. */
  readonly height: number
}

/** A screenshot. */
export interface Screenshot {
  readonly status: "taken"
  /** The image to store, as wide as the viewport or the element. In WebP format, it is lossy. */
  readonly image: ScreenshotImage
  /** The top of the page, 320 by 200 pixels. */
  readonly thumbnail: ScreenshotImage
  /** The lossless image from the browser, for comparisons in another thread. */
  readonly png: Uint8Array
  /** Returns the decoded pixels of `png`, for comparisons. */
  readonly pixels: () => Promise<RasterImage>
  /** Whether the page or the element continues below the image. */
  readonly cropped: boolean
  /** The URL after redirects and scripts. */
  readonly finalUrl: string
  /** The HTTP status of the page; null if there was none, for example for a cached page. */
  readonly statusCode: number | null
  /** The title of the page, at most 300 characters; empty if it has none. */
  readonly title: string
  /**
   * The document after its scripts have run, at most 10,485,760 UTF-16 code units. Elements that style sheets hide have
   * the attribute `hidden`. Frames and shadow roots are omitted. Null if the document was not requested or could not be
   * read.
   */
  readonly html: string | null
  /** The time from the start until the image was ready, in milliseconds. */
  readonly durationMs: number
}

/**
 * The reason why no screenshots can be taken: no browser is found, the browser does not start, the image codec does not
 * load, or the pool is closed.
 */
export type ScreenshotUnavailableReason = "no_browser" | "browser_does_not_start" | "no_codec" | "closed"

/**
 * The reason why there is no screenshot of this page. In the order of the codes: the URL is not valid; the name does
 * not resolve; the address is not allowed; the server does not respond; the response is not a page (a download or an
 * empty response); the time limit passed; the page crashed the browser; too many requests are waiting; the caller
 * aborted; a selector is not valid; no element matches, or it has no size; the PDF is too large.
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

/** The result if no screenshots can be taken at present. */
export interface ScreenshotsUnavailable {
  readonly status: "unavailable"
  readonly reason: ScreenshotUnavailableReason
  /** A sentence that starts with "Screenshots are unavailable:". */
  readonly message: string
}

/** The result if there is no screenshot of this page. */
export interface FailedScreenshot {
  readonly status: "failed"
  readonly reason: ScreenshotFailureReason
  /** A sentence with the reason. */
  readonly message: string
}

/** The result of a request. */
export type ScreenshotResult = Screenshot | FailedScreenshot | ScreenshotsUnavailable

/** The result of a request for a PDF document. */
export type PdfResult = PdfDocument | FailedScreenshot | ScreenshotsUnavailable
