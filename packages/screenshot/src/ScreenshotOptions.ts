import type { BrowserSandbox } from "./browser/BrowserSandbox.ts"
import type { AddressPolicy, ResolveAddresses } from "@mon/public-net"

/** Options of the screenshot pool. */
export interface ScreenshotOptions {
  /** The path of the browser. Default: the usual paths of the system, then the npm package `@sparticuz/chromium`. */
  readonly executablePath?: string | null
  /** The policy that decides which addresses pages may connect to. Default: public addresses only. */
  readonly policy?: AddressPolicy
  /** Resolves the host names of pages and their resources. Default: the system's name servers, with node:dns. */
  readonly resolve?: ResolveAddresses
  /** The maximum number of screenshots that are taken at the same time. Default: 2. */
  readonly concurrency?: number
  /** The maximum number of requests that may wait. Further requests fail with "busy". Default: 100. */
  readonly maxWaiting?: number
  /** The size of the viewport in pixels. Default: 1280 by 800. */
  readonly viewport?: { readonly width: number; readonly height: number }
  /** The maximum height of a full page in pixels, at most 16,383 (the limit of WebP). Default: 10,000. */
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
  /**
   * The memory of all processes of a browser, in megabytes, above which the browser is replaced (Linux only). Default:
   * 1,500.
   */
  readonly maxBrowserMegabytes?: number
  /**
   * Whether the browser runs in its sandbox. True: the browser starts only with the sandbox. False: the browser starts
   * without the sandbox. Default: the browser starts without the sandbox only if the system does not allow the sandbox.
   */
  readonly sandbox?: boolean
  /** A function that is called for each browser that starts. */
  readonly onBrowserStart?: (browser: StartedBrowser) => void
}

/** A browser that has started. */
export interface StartedBrowser {
  /** The version of the browser, such as "150.0.7871.100". */
  readonly version: string
  /**
   * The origin of the path: "configured" (a given path), "installed" (a usual path of the system) or "npm" (the package
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
  waitMs: [0, 30_000],
  timeoutMs: [1_000, 120_000],
  defaultTimeoutMs: 30_000,
  urlLength: 2_048,
  titleLength: 300,
  htmlLength: 10 * 1024 * 1024,
  /** The maximum length of a side of a WebP image, which is stored in 14 bits (RFC 9649 section 2.5). */
  webpSide: 16_383,
  /** The maximum number of pixels of an image: the maximum width times the maximum height. */
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
