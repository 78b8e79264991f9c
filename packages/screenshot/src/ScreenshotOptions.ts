import type { BrowserSandbox } from "./browser/BrowserSandbox.ts"
import type { AddressPolicy, ResolveAddresses } from "@mon/public-net"

/** Options of the screenshot pool. */
export interface ScreenshotOptions {
  /** The path of the browser. Default: the usual paths of the system, then the npm package `@sparticuz/chromium`. */
  readonly executablePath?: string | null
  /** The policy that decides which addresses pages may connect to. Default: public addresses only. */
  readonly policy?: AddressPolicy
  /** Resolves the names of pages and their resources. Default: the system's name servers, over node:dns. */
  readonly resolve?: ResolveAddresses
  /** The most screenshots that are taken at once. Default: 2. */
  readonly concurrency?: number
  /** The most requests that may wait. Further requests fail with "busy". Default: 100. */
  readonly maxWaiting?: number
  /** The size of the viewport in pixels. Default: 1280 by 800. */
  readonly viewport?: { readonly width: number; readonly height: number }
  /** The greatest height of a full page in pixels, at most 16,383 (the limit of WebP). Default: 10,000. */
  readonly maxHeight?: number
  /** The language of the browser. Default: "en-US". */
  readonly locale?: string
  /** The time zone of the browser. Default: "UTC". */
  readonly timeZone?: string
  /** The User-Agent header. Default: the browser's own. */
  readonly userAgent?: string
  /** Whether well-known consent banners are hidden. Default: true. */
  readonly hideConsentBanners?: boolean
  /** The number of screenshots after which a browser is replaced. Default: 100. */
  readonly screenshotsPerBrowser?: number
  /** The memory of all its processes in megabytes, above which a browser is replaced (Linux only). Default: 1,500. */
  readonly maxBrowserMegabytes?: number
  /**
   * True: the browser starts only with its sandbox. False: it starts without. Default: it starts without only if the
   * system does not allow the sandbox.
   */
  readonly sandbox?: boolean
  /** Called for each browser that starts. */
  readonly onBrowserStart?: (browser: StartedBrowser) => void
}

/** A browser that has started. */
export interface StartedBrowser {
  /** The version, such as "150.0.7871.100". */
  readonly version: string
  /**
   * The origin of the path: "configured" (given), "installed" (a usual path) or "npm" (the package
   * `@sparticuz/chromium`).
   */
  readonly source: "configured" | "installed" | "npm"
  /** The path of the program, or the folder of the package. */
  readonly path: string
  readonly sandbox: BrowserSandbox
}

type Defaults = Required<
  Omit<ScreenshotOptions, "policy" | "resolve" | "executablePath" | "userAgent" | "sandbox" | "onBrowserStart">
>

/** The defaults of {@link ScreenshotOptions}. */
export const defaults: Defaults = {
  concurrency: 2,
  maxWaiting: 100,
  viewport: { width: 1280, height: 800 },
  maxHeight: 10_000,
  locale: "en-US",
  timeZone: "UTC",
  hideConsentBanners: true,
  screenshotsPerBrowser: 100,
  maxBrowserMegabytes: 1_500
}

/** The limits of requests and options. Times are in milliseconds. */
export const limits = {
  /** The wait after the page has loaded. */
  waitMs: [0, 30_000],
  timeoutMs: [1_000, 120_000],
  defaultTimeoutMs: 30_000,
  urlLength: 2_048,
  titleLength: 300,
  htmlLength: 10 * 1024 * 1024,
  /** The longest side of a WebP image, which has 14 bits (RFC 9649 section 2.5). */
  webpSide: 16_383,
  /** The most pixels of an image: the greatest width by the greatest height. */
  imagePixels: 4_096 * 16_383,
  deviceSide: 4_096,
  deviceScale: 3,
  selectors: 50,
  selectorLength: 1_000,
  pdfBytes: 32 * 1024 * 1024,
  pdfPages: 500,
  marginMm: 50,
  thumbnail: { width: 320, height: 200 }
} as const
