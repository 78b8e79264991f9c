import {
  aBoolean,
  aFunction,
  either,
  type Kind,
  kindOf,
  listOf,
  nullable,
  aNumber,
  oneOf,
  optional,
  optionsOf,
  shape,
  aString,
  textLike,
  whole
} from "@mon/bundled/arguments"
import type { AddressPolicy } from "@mon/public-net"
import type { PdfRequest, ScreenshotDevice, ScreenshotRequest } from "./Screenshot.ts"
import { limits, type ScreenshotOptions } from "./ScreenshotOptions.ts"

const side = (): Kind => whole(1, limits.webpSide, " of pixels")

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

const selector = (): Kind =>
  textLike(
    `a CSS selector of at most ${limits.selectorLength} characters`,
    (value) => value !== "" && value.length <= limits.selectorLength
  )

const hidden = (): Kind => {
  const takes = `an array of at most ${limits.selectors} CSS selectors`
  const list = listOf(selector(), takes)
  const few = kindOf(takes, (value) => Array.isArray(value) && value.length <= limits.selectors)
  return { takes, fault: (value) => list.fault(value) ?? few.fault(value) }
}

const device = (): Kind =>
  either(
    [
      oneOf("phone", "tablet"),
      optionsOf<ScreenshotDevice>({
        width: whole(1, limits.deviceSide, " of pixels"),
        height: whole(1, limits.deviceSide, " of pixels"),
        scale: optional(aNumber(`a number from 1 to ${limits.deviceScale}`, 1, limits.deviceScale)),
        mobile: optional(aBoolean)
      })
    ],
    '"phone", "tablet", or an object with width and height'
  )

const pageOptions = () => ({
  waitMs: optional(aNumber("a number of milliseconds")),
  timeoutMs: optional(aNumber("a number of milliseconds")),
  hide: optional(hidden())
})

export const pdfRequest = (): Kind => {
  const options = optionsOf<PdfRequest>({
    url: optional(aString),
    content: optional(
      textLike(`a string of at most ${limits.htmlLength} characters`, (value) => value.length <= limits.htmlLength)
    ),
    paper: optional(oneOf("A3", "A4", "A5", "Letter", "Legal")),
    landscape: optional(aBoolean),
    marginMm: optional(aNumber(`a number of millimetres from 0 to ${limits.marginMm}`, 0, limits.marginMm)),
    background: optional(aBoolean),
    media: optional(oneOf("print", "screen")),
    maxPages: optional(whole(1, limits.pdfPages)),
    ...pageOptions()
  })
  const takes = "a URL, or an object with either url or content"
  const one = kindOf(takes, (value) => {
    const { content, url } = value as PdfRequest
    return (url === undefined) !== (content === undefined)
  })
  const object: Kind = { takes, fault: (value) => options.fault(value) ?? one.fault(value) }
  return either([aString, object], takes)
}

export const screenshotRequest = (): Kind =>
  either(
    [
      aString,
      optionsOf<ScreenshotRequest>({
        url: aString,
        fullPage: optional(aBoolean),
        html: optional(aBoolean),
        element: optional(selector()),
        device: optional(device()),
        format: optional(oneOf("webp", "png")),
        ...pageOptions()
      })
    ],
    "a URL, or an object with a url"
  )
