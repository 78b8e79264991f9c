import type { BrowserSandbox } from "./browser/BrowserSandbox.ts"
import type { AddressPolicy, ResolveAddresses } from "@mon/public-net"

/** Options of the screenshot pool. */
export interface ScreenshotOptions {
  /** The path of the browser. Default: the usual paths of the system, then the npm package `@sparticuz/chromium`. */
  readonly executablePath?: string | null
  /** The addresses that pages may connect to. Default: public addresses. */
  readonly policy?: AddressPolicy
  /** Resolves names for pages and their resources. Default: the system's name servers, by node:dns. */
  readonly resolve?: ResolveAddresses
  /** Screenshots taken at once. Default: 2. */
  readonly concurrency?: number
  /** The most requests that may wait; further ones fail with "busy". Default: 100. */
  readonly maxWaiting?: number
  /** Pixels. Default: 1280 by 800. */
  readonly viewport?: { readonly width: number; readonly height: number }
  /** The greatest height of a full page in pixels, up to 16,383, the limit of WebP. Default: 10,000. */
  readonly maxHeight?: number
  /** Default: "en-US". */
  readonly locale?: string
  /** Default: "UTC". */
  readonly timeZone?: string
  /** Default: the browser's own. */
  readonly userAgent?: string
  /** Hide well-known consent banners. Default: true. */
  readonly hideConsentBanners?: boolean
  /** A browser is replaced after this many screenshots. Default: 100. */
  readonly screenshotsPerBrowser?: number
  /** A browser is replaced when its processes together use more megabytes (Linux only). Default: 1,500. */
  readonly maxBrowserMegabytes?: number
  /**
   * True: the browser starts only with its sandbox. False: without. Default: with the sandbox, and without it only
   * where the system does not allow it.
   */
  readonly sandbox?: boolean
  /** Called for each browser that starts. */
  readonly onBrowserStart?: (browser: StartedBrowser) => void
}

/** A browser that has started. */
export interface StartedBrowser {
  /** "150.0.7871.100" */
  readonly version: string
  /** "configured": the given path; "installed": a usual path; "npm": the package `@sparticuz/chromium`. */
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

/** Limits of requests and options; times are milliseconds. */
export const limits = {
  /** The wait after the page has loaded. */
  waitMs: [0, 30_000],
  timeoutMs: [1_000, 120_000],
  defaultTimeoutMs: 30_000,
  urlLength: 2_048,
  titleLength: 300,
  htmlLength: 10 * 1024 * 1024,
  /** WebP stores each side in 14 bits (RFC 9649 section 2.5). */
  webpSide: 16_383,
  /** The widest image by the greatest height. */
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
