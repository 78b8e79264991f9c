import { optional, anAbortSignal, argumentsOf, withDefaults } from "@mon/bundled/arguments"
import { pdfRequest, screenshotOptions, screenshotRequest } from "./argumentKinds.ts"
import { makeAddressPolicy } from "@mon/public-net"
import type { BrowserProcess } from "./browser/BrowserProcess.ts"
import { type BrowserPool, type Lease, makeBrowserPool } from "./browser/BrowserPool.ts"
import { type DeviceView, deviceView } from "./browser/devices.ts"
import { type ChromiumPlaces, findChromium, usualPlaces } from "./browser/ChromiumPath.ts"
import { launchBrowser, type LaunchOptions } from "./browser/launchBrowser.ts"
import type { PrintedVisit, Visit, VisitPlan } from "./page/visitPage.ts"
import { type FilteringProxy, startFilteringProxy } from "./proxy/ProxyServer.ts"
import { defaults, limits, type ScreenshotOptions } from "./ScreenshotOptions.ts"
import { decodeImage, encodeScreenshot, loadCodec } from "./imageCodec.ts"
import type {
  FailedScreenshot,
  PageOptions,
  PdfRequest,
  PdfResult,
  ScreenshotsUnavailable,
  ScreenshotResult,
  ScreenshotRequest,
  ScreenshotUnavailableReason
} from "./Screenshot.ts"
import { explainStartError } from "./explainStartError.ts"
import { systemResolver } from "@mon/public-net"
import { takeScreenshot } from "./takeScreenshot.ts"
import { makePermitQueue } from "./PermitQueue.ts"

const acceptOpenScreenshotPool = /* @__PURE__ */ argumentsOf("openScreenshotPool", () => ({
  options: optional(screenshotOptions())
}))
const acceptTake = /* @__PURE__ */ argumentsOf("pool.take", () => ({
  request: screenshotRequest(),
  signal: optional(anAbortSignal)
}))

const acceptPdf = /* @__PURE__ */ argumentsOf("pool.pdf", () => ({
  request: pdfRequest(),
  signal: optional(anAbortSignal)
}))

/** A pool that takes screenshots until it is closed. */
export interface ScreenshotPool {
  /**
   * Takes a screenshot for a URL or for a request with options. Page failures and a missing browser are part of the
   * result. Rejects only with a TypeError for a wrong request. Aborting the signal stops the screenshot.
   */
  readonly take: (request: ScreenshotRequest | string, signal?: AbortSignal) => Promise<ScreenshotResult>
  /**
   * Prints a page, or your own HTML, as a PDF document, with the limits of a screenshot. Rejects only with a TypeError
   * for a wrong request.
   *
   * @example
   * ```ts
   * const report = await pool.pdf({ content: "<h1>Report</h1>" })
   * ```
   */
  readonly pdf: (request: PdfRequest | string, signal?: AbortSignal) => Promise<PdfResult>
  /** Returns the process ids of the running browsers. Each process is the leader of its own process group. */
  readonly browsers: () => ReadonlyArray<number>
  /** Ends the browser and all screenshots in progress. */
  readonly close: () => Promise<void>
}

/** The result of drawing a page. The result for a drawn page includes the time at which the drawing began. */
type Drawn = ((Visit | PrintedVisit) & { readonly began: number }) | FailedScreenshot | ScreenshotsUnavailable

interface BrowserRuntime {
  readonly proxy: FilteringProxy
  readonly browsers: BrowserPool
}

/** The time after a failed start during which the browser is not started again, in milliseconds. */
const RETRY_AFTER_MS = 60_000

const failed = (reason: FailedScreenshot["reason"], message: string): FailedScreenshot => ({
  status: "failed",
  reason,
  message
})

const unavailable = (reason: ScreenshotUnavailableReason, message: string): ScreenshotsUnavailable => ({
  status: "unavailable",
  reason,
  message
})

const BAD_URL = failed("bad_url", "Not a valid http or https URL.")
const NOTHING = failed("crashed", "The page could not be rendered: the browser returned something else.")
const CLOSED = unavailable("closed", "Screenshots are unavailable: the pool was closed.")

const PERMIT_REFUSALS = {
  busy: failed("busy", "Too many screenshots are waiting."),
  aborted: failed("aborted", "The screenshot was aborted."),
  closed: CLOSED
} as const

const clamp = (value: number, [min, max]: readonly [number, number]): number =>
  Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : min

/** Returns the maximum height of a full page in CSS pixels, so that the image stays within the limits of the codec. */
const heightLimit = (maxHeight: number, { scale, viewport }: DeviceView): number =>
  Math.floor(Math.min(maxHeight, limits.webpSide / scale, limits.imagePixels / (viewport.width * scale * scale)))

const normaliseUrl = (text: string): string | null => {
  const url = text.length > limits.urlLength ? null : URL.parse(text)
  return url !== null && /^https?:$/u.test(url.protocol) && url.username === "" && url.password === "" ? url.href : null
}

/** Opens a pool for {@link openScreenshotPool}. Tests pass other locations in which browsers are searched for. */
export const openPoolWith = (options: ScreenshotOptions, places: ChromiumPlaces): ScreenshotPool => {
  const settings = withDefaults(defaults, options)
  const {
    executablePath,
    policy = makeAddressPolicy(),
    resolve = systemResolver,
    sandbox,
    onBrowserStart,
    userAgent = null
  } = options
  const permits = makePermitQueue(settings.concurrency, settings.maxWaiting)
  const viewport = settings.viewport
  const maxHeight = clamp(settings.maxHeight, [viewport.height, limits.webpSide])
  let runtime: Promise<BrowserRuntime> | null = null
  let openBrowsers: BrowserPool | null = null
  let broken: { readonly at: number; readonly outcome: ScreenshotsUnavailable } | null = null
  let closed = false

  const build = async (chromium: LaunchOptions["chromium"]): Promise<BrowserRuntime> => {
    const proxy = await startFilteringProxy({ policy, resolve })
    const { maxBrowserMegabytes, screenshotsPerBrowser } = settings
    const launch = async (): Promise<BrowserProcess> => {
      const started = await launchBrowser({ chromium, proxyPort: proxy.port, sandbox })
      const { source } = chromium
      onBrowserStart?.({ version: started.browser.version(), source, path: chromium.path, sandbox: started.sandbox })
      return started
    }
    const browsers = makeBrowserPool({ launch, maxBrowserMegabytes, screenshotsPerBrowser })
    openBrowsers = browsers
    return { proxy, browsers }
  }

  const leaseBrowser = async (): Promise<
    { readonly lease: Lease; readonly proxy: FilteringProxy } | ScreenshotsUnavailable
  > => {
    if (closed) return CLOSED
    if (broken !== null && performance.now() - broken.at < RETRY_AFTER_MS) return broken.outcome
    const found = findChromium(executablePath, places)
    if (!found.ok) return unavailable("no_browser", found.message)
    const refuse = (outcome: ScreenshotsUnavailable): ScreenshotsUnavailable => {
      broken = { at: performance.now(), outcome }
      return outcome
    }
    try {
      await loadCodec()
    } catch {
      return refuse(
        unavailable("no_codec", "Screenshots are unavailable: the image codec (sharp) does not load on this system.")
      )
    }
    try {
      const { browsers, proxy } = await (runtime ??= build(found))
      const lease = await browsers.lease()
      broken = null
      return { lease, proxy }
    } catch (error) {
      return closed ? CLOSED : refuse(unavailable("browser_does_not_start", explainStartError(found, error)))
    }
  }

  const appearance = { locale: settings.locale, timeZone: settings.timeZone, userAgent }

  /** Draws a page. Adds to `cleanups` the work that must finish before the permit is released. */
  const draw = async (
    plan: VisitPlan,
    signal: AbortSignal | undefined,
    cleanups: Array<Promise<void>>
  ): Promise<Drawn> => {
    const leased = await leaseBrowser()
    if ("status" in leased) return leased
    const began = performance.now()
    const { lease, proxy } = leased
    const { cleanedUp, outcome } = takeScreenshot(lease.browser, proxy, appearance, plan, signal)
    const first = cleanups.push(cleanedUp.finally(lease.release)) === 1
    const visit = await outcome
    if (visit.status !== "failed") return { ...visit, began }
    if (closed) return CLOSED
    if (visit.reason !== "crashed" || !first) return visit
    await cleanedUp
    // If another page crashed the browser, the page is drawn again. A page that crashed only itself would crash again.
    return lease.browser.browser.isConnected() ? visit : draw(plan, signal, cleanups)
  }

  /** Draws a page with a permit, and converts the result before the permit is released. */
  const withPermit = async <A>(
    plan: VisitPlan,
    signal: AbortSignal | undefined,
    conclude: (drawn: Drawn) => A | Promise<A>
  ): Promise<A | FailedScreenshot | ScreenshotsUnavailable> => {
    const permit = await permits.acquire(signal)
    if (!permit.ok) return PERMIT_REFUSALS[permit.reason]
    const cleanups: Array<Promise<void>> = []
    try {
      return await conclude(await draw(plan, signal, cleanups))
    } catch (error) {
      return failed(
        "crashed",
        `The page could not be rendered: ${error instanceof Error ? error.message.slice(0, 200) : "no reason given"}`
      )
    } finally {
      void Promise.allSettled(cleanups).finally(permit.release)
    }
  }

  const prepared = ({ hide = [], timeoutMs = limits.defaultTimeoutMs, waitMs = 0 }: PageOptions) => ({
    waitMs: clamp(waitMs, limits.waitMs),
    timeoutMs: clamp(timeoutMs, limits.timeoutMs),
    hide,
    hideConsentBanners: settings.hideConsentBanners
  })

  return {
    take: async (asked, signal) => {
      acceptTake(asked, signal)
      const request = typeof asked === "string" ? { url: asked } : asked
      const { device, element = null, format = "webp", fullPage = true, html = false } = request
      const url = normaliseUrl(request.url)
      if (url === null) return BAD_URL
      const view = deviceView(device, viewport)
      const plan: VisitPlan = {
        ...prepared(request),
        source: { url },
        view,
        output: {
          kind: "image",
          fullPage,
          html,
          element,
          maxHeight: device === undefined ? maxHeight : heightLimit(maxHeight, view)
        }
      }
      return withPermit(plan, signal, async (drawn): Promise<ScreenshotResult> => {
        if (drawn.status !== "seen") return drawn.status === "printed" ? NOTHING : drawn
        const { began, png, status: _, ...page } = drawn
        const { image, thumbnail } = await encodeScreenshot(png, format)
        const durationMs = Math.round(performance.now() - began)
        return { status: "taken", image, thumbnail, png, pixels: () => decodeImage(png), ...page, durationMs }
      })
    },
    pdf: async (asked, signal) => {
      acceptPdf(asked, signal)
      const request: PdfRequest = typeof asked === "string" ? { url: asked } : asked
      const { background = true, content, landscape = false, marginMm = 10, maxPages = 50 } = request
      const { media = "print", paper = "A4" } = request
      const url = content === undefined ? normaliseUrl(request.url ?? "") : null
      if (content === undefined && url === null) return BAD_URL
      const plan: VisitPlan = {
        ...prepared(request),
        source: content === undefined ? { url: url ?? "" } : { content },
        view: deviceView(undefined, viewport),
        output: {
          kind: "pdf",
          background,
          landscape,
          marginMm,
          maxPages,
          media,
          paper,
          // The rules of a page are ignored unless the HTML is the caller's own, because any other page could ask for
          // paper of any size.
          prefersPageRules: content !== undefined
        }
      }
      return withPermit(plan, signal, (drawn): PdfResult => {
        if (drawn.status !== "printed") return drawn.status === "seen" ? NOTHING : drawn
        const { began, finalUrl, pdf: bytes, statusCode, title } = drawn
        const durationMs = Math.round(performance.now() - began)
        return {
          status: "printed",
          bytes,
          contentType: "application/pdf",
          finalUrl: url === null ? null : finalUrl,
          statusCode,
          title,
          durationMs
        }
      })
    },
    browsers: () => openBrowsers?.pids() ?? [],
    close: async () => {
      closed = true
      permits.close()
      const built = await runtime?.catch(() => null)
      if (built === null || built === undefined) return
      await built.browsers.close()
      await built.proxy.close()
    }
  }
}

/** Opens a pool with one browser, which starts at the first request. */
export const openScreenshotPool = (options: ScreenshotOptions = {}): ScreenshotPool => {
  acceptOpenScreenshotPool(options)
  return openPoolWith(options, usualPlaces)
}
