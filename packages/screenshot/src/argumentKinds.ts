import {
  aBoolean,
  aFunction,
  either,
  type Kind,
  nullable,
  aNumber,
  optional,
  optionsOf,
  shape,
  aString,
  whole
} from "@mon/arguments"
import type { AddressPolicy } from "@mon/public-net"
import type { ScreenshotRequest } from "./Screenshot.ts"
import { limits, type ScreenshotOptions } from "./ScreenshotOptions.ts"

const side = (): Kind => whole(1, limits.webpSide, " of pixels")

/** {@link ScreenshotOptions} */
export const screenshotOptions = (): Kind =>
  optionsOf<ScreenshotOptions>({
    executablePath: optional(nullable(aString)),
    policy: optional(shape<AddressPolicy>("an address policy", { classify: aFunction, allows: aFunction })),
    resolve: optional(aFunction),
    concurrency: optional(whole(1)),
    maxWaiting: optional(whole(0)),
    viewport: optional(
      optionsOf<NonNullable<ScreenshotOptions["viewport"]>>(
        { width: side(), height: side() },
        "an object with width and height"
      )
    ),
    maxHeight: optional(aNumber("a number of pixels", 0)),
    locale: optional(aString),
    timeZone: optional(aString),
    userAgent: optional(aString),
    hideConsentBanners: optional(aBoolean),
    screenshotsPerBrowser: optional(whole(1)),
    maxBrowserMegabytes: optional(aNumber("a number of megabytes", 1)),
    sandbox: optional(aBoolean),
    onBrowserStart: optional(aFunction)
  })

/** A URL, or a {@link ScreenshotRequest}. */
export const screenshotRequest = (): Kind =>
  either(
    [
      aString,
      optionsOf<ScreenshotRequest>({
        url: aString,
        waitMs: optional(aNumber("a number of milliseconds")),
        timeoutMs: optional(aNumber("a number of milliseconds")),
        fullPage: optional(aBoolean),
        html: optional(aBoolean)
      })
    ],
    "a URL, or an object with a url"
  )
