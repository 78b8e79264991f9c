import { guard } from "@mon/bundled/callbacks"
import type { BrowserContext, Dialog, Page, Request, Response } from "playwright-core"
import type { DeviceView } from "../browser/devices.ts"
import type { Refusal } from "../proxy/proxyFilter.ts"
import { limits } from "../ScreenshotOptions.ts"
import type { FailedScreenshot } from "../Screenshot.ts"
import { valueWithin } from "../valueWithin.ts"
import { consentStyle } from "./ConsentBanners.ts"
import { evaluateApart } from "./evaluateApart.ts"
import { explainNavigation } from "./NavigationFault.ts"
import { applyStyle, documentText, pageHeight, scrollThrough } from "./pageScripts.ts"
import { printPage, type PrintPlan } from "./printPage.ts"
import { areaOf, hideElements } from "./selectedElements.ts"

interface ImagePlan {
  readonly kind: "image"
  readonly fullPage: boolean
  readonly html: boolean
  /** The selector of the element to draw; null for the whole page. */
  readonly element: string | null
  /** The maximum height of the image, in CSS pixels. */
  readonly maxHeight: number
}

export interface VisitPlan {
  readonly source: { readonly url: string } | { readonly content: string }
  readonly waitMs: number
  readonly timeoutMs: number
  readonly hide: ReadonlyArray<string>
  readonly view: DeviceView
  readonly hideConsentBanners: boolean
  readonly output: ImagePlan | PrintPlan
}

interface OpenedPage {
  readonly finalUrl: string
  readonly statusCode: number | null
  readonly title: string
}

export interface Visit extends OpenedPage {
  readonly status: "seen"
  readonly png: Uint8Array
  readonly cropped: boolean
  readonly html: string | null
}

export interface PrintedVisit extends OpenedPage {
  readonly status: "printed"
  readonly pdf: Uint8Array
}

/**
 * The shares of the timeout for opening the page and for loading it. The rest is for drawing. A page that is still
 * loading after its share is drawn in its current state.
 */
const OPEN_SHARE = 0.6
const LOAD_SHARE = 0.3
/** The maximum wait for network idle after the load event, in milliseconds. Some pages never become idle. */
const NETWORK_IDLE_MS = 3_000
const SCROLL_MS = 3_000
const EVALUATE_MS = 2_000
const DOCUMENT_MS = 5_000

const ERROR_PAGE = "chrome-error:"

const failed = (reason: FailedScreenshot["reason"], message: string): FailedScreenshot => ({
  status: "failed",
  reason,
  message
})

/** Tracks the latest URL and status of the main document. */
const followDocument = (page: Page, url: string) => {
  const seen: { url: string; statusCode: number | null } = { url, statusCode: null }
  // Errors are ignored: a request that the browser cannot describe is not tracked.
  const safely = guard(() => {})
  const onRequest = safely((request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.url = request.url()
  })
  const onResponse = safely((response: Response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
      seen.statusCode = response.status()
  })
  page.on("request", onRequest).on("response", onResponse)
  return seen
}

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http:", "80"],
  ["https:", "443"]
])

const hostAndPort = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return ""
  const hostname = parsed.hostname.replace(/^\[(.*)\]$/u, "$1")
  return `${hostname}:${parsed.port === "" ? (DEFAULT_PORTS.get(parsed.protocol) ?? "") : parsed.port}`
}

const open = async (page: Page, source: VisitPlan["source"], ms: number): Promise<string | null> => {
  try {
    if ("url" in source) await page.goto(source.url, { waitUntil: "commit", timeout: ms })
    else await page.setContent(source.content, { waitUntil: "commit", timeout: ms })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns the height down to which lazy images are loaded; null if only the viewport is drawn. */
const scrollHeight = ({ output }: VisitPlan): number | null => {
  if (output.kind === "pdf") return limits.webpSide
  return output.fullPage || output.element !== null ? output.maxHeight : null
}

const settle = async (page: Page, plan: VisitPlan): Promise<void> => {
  const { timeoutMs, view, waitMs } = plan
  const loadMs = Math.round(timeoutMs * LOAD_SHARE)
  const began = performance.now()
  await valueWithin(page.waitForLoadState("load", { timeout: loadMs }), loadMs)
  const left = (): number => Math.max(0, loadMs - (performance.now() - began))
  const height = scrollHeight(plan)
  if (height !== null && "url" in plan.source)
    await valueWithin(page.evaluate(scrollThrough(height, view.viewport.height)), Math.min(SCROLL_MS, left()))
  await valueWithin(page.waitForLoadState("networkidle"), Math.min(NETWORK_IDLE_MS, left()))
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
}

/** Draws the page, the viewport or one element. Also returns whether a part below the image is missing. */
const capture = async (
  context: BrowserContext,
  page: Page,
  { timeoutMs, view: { viewport } }: VisitPlan,
  { element, fullPage, maxHeight }: ImagePlan
): Promise<FailedScreenshot | { readonly png: Uint8Array; readonly cropped: boolean }> => {
  const screenshot = (whole: boolean, clip: { x: number; y: number; width: number; height: number }) =>
    page.screenshot({
      type: "png",
      fullPage: whole,
      clip,
      animations: "disabled",
      caret: "hide",
      scale: "device",
      timeout: timeoutMs
    })
  if (element !== null) {
    const area = await areaOf(context, page, element)
    if ("status" in area) return area
    const { height, width, x, y } = area
    const png = await screenshot(true, {
      x,
      y,
      width: Math.min(width, viewport.width),
      height: Math.min(height, maxHeight)
    })
    return { png, cropped: height > maxHeight }
  }
  const height = Number(await valueWithin(page.evaluate<unknown>(pageHeight), EVALUATE_MS))
  const png = await screenshot(fullPage, {
    x: 0,
    y: 0,
    width: viewport.width,
    height: fullPage ? maxHeight : viewport.height
  })
  return { png, cropped: fullPage && height > maxHeight }
}

const documentOf = async (context: BrowserContext, page: Page): Promise<string | null> => {
  const text = await valueWithin(evaluateApart(context, page, documentText(limits.htmlLength)), DOCUMENT_MS)
  return typeof text === "string" ? text : null
}

const drawn = async (
  context: BrowserContext,
  page: Page,
  opened: OpenedPage,
  plan: VisitPlan,
  output: ImagePlan
): Promise<Visit | FailedScreenshot> => {
  const captured = await capture(context, page, plan, output)
  if ("status" in captured) return captured
  return {
    status: "seen",
    ...captured,
    ...opened,
    html: output.html ? await documentOf(context, page) : null
  }
}

const printed = async (
  context: BrowserContext,
  page: Page,
  opened: OpenedPage,
  plan: PrintPlan
): Promise<PrintedVisit | FailedScreenshot> => {
  const pdf = await printPage(context, page, plan)
  return pdf === null
    ? failed("too_large", `The PDF is larger than ${limits.pdfBytes / 1024 / 1024} MiB.`)
    : { status: "printed", pdf, ...opened }
}

/**
 * Opens the URL in a new page of the context, and draws or prints it. Rejects if the browser or the page crashes. Does
 * not enforce the deadline; the caller must do this.
 */
export const visitPage = async (
  context: BrowserContext,
  plan: VisitPlan,
  refusals: ReadonlyMap<string, Refusal>
): Promise<Visit | PrintedVisit | FailedScreenshot> => {
  const page = await context.newPage()
  const crashed = new Promise<never>((_, reject) => {
    const safely = guard(reject)
    const onPage = safely((opened: Page) => {
      void opened.close().catch(() => undefined)
    })
    const onDialog = safely((dialog: Dialog) => {
      void dialog.dismiss().catch(() => undefined)
    })
    const onCrash = safely(() => reject(new Error("The page crashed.")))
    context.on("page", onPage)
    page.on("dialog", onDialog).once("crash", onCrash)
  })
  crashed.catch(() => undefined)
  const document = followDocument(page, "url" in plan.source ? plan.source.url : "")

  const draw = async (): Promise<Visit | PrintedVisit | FailedScreenshot> => {
    const problem = await open(page, plan.source, Math.round(plan.timeoutMs * OPEN_SHARE))
    if (problem !== null) return explainNavigation(problem, refusals.get(hostAndPort(document.url)))
    await settle(page, plan)
    if (page.url().startsWith(ERROR_PAGE)) return explainNavigation("", refusals.get(hostAndPort(document.url)))
    if (plan.hideConsentBanners && "url" in plan.source)
      await valueWithin(page.evaluate(applyStyle(consentStyle)), EVALUATE_MS)
    const notHidden = await hideElements(context, page, plan.hide)
    if (notHidden !== null) return notHidden
    const title = await valueWithin(page.title(), EVALUATE_MS)
    const opened = {
      finalUrl: page.url(),
      statusCode: document.statusCode,
      title: (title ?? "").slice(0, limits.titleLength)
    }
    const { output } = plan
    return output.kind === "image" ? drawn(context, page, opened, plan, output) : printed(context, page, opened, output)
  }
  return Promise.race([draw(), crashed])
}
