import type { AddressPolicy, ResolveAddresses } from "@mon/public-net"

/** How screenshots are taken. */
export interface ScreenshotOptions {
  /** The browser's program; null and nothing: the usual places of this system are tried. */
  readonly executablePath?: string | null
  /** Which addresses pages may reach; the public ones unless told. */
  readonly policy?: AddressPolicy
  /** How names resolve, for pages and all that they load; the system's name servers by node:dns unless told. */
  readonly resolve?: ResolveAddresses
  /** Screenshots at once; 2 unless told. */
  readonly concurrency?: number
  /** Requests that may wait for their turn; further ones fail with "busy". 100 unless told. */
  readonly maxWaiting?: number
  /** Pixels; 1280 by 800 unless told. */
  readonly viewport?: { readonly width: number; readonly height: number }
  /** Pixels of a full page at most: up to 16,383, the limit of WebP; 10,000 unless told. */
  readonly maxHeight?: number
  /** "en-US" unless told. */
  readonly locale?: string
  /** "UTC" unless told. */
  readonly timeZone?: string
  /** The browser's own unless told. */
  readonly userAgent?: string
  /** Hide well-known consent banners; true unless told. */
  readonly hideConsentBanners?: boolean
  /** A browser is replaced after so many screenshots; 100 unless told. */
  readonly screenshotsPerBrowser?: number
  /** A browser is replaced when its processes together use more megabytes (Linux only); 1,500 unless told. */
  readonly maxBrowserMegabytes?: number
  /** The browser's own sandbox; true unless told, except for root, for whom Chromium has none. */
  readonly sandbox?: boolean
}

type Settled = Required<Omit<ScreenshotOptions, "policy" | "resolve" | "executablePath" | "userAgent" | "sandbox">>

/** The defaults of {@link ScreenshotOptions}. */
export const defaults: Settled = {
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

/** Bounds of requests and options; lengths in milliseconds. */
export const limits = {
  /** Of the wait after the page has loaded. */
  waitMs: [0, 30_000],
  timeoutMs: [1_000, 120_000],
  defaultTimeoutMs: 30_000,
  urlLength: 2_048,
  titleLength: 300,
  /** A WebP image has 14 bits for each side (RFC 9649 section 2.5). */
  webpSide: 16_383,
  thumbnail: { width: 320, height: 200 }
} as const
