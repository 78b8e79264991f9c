import type { BrowserContext, Page } from "playwright-core"
import type { Refusal } from "../proxy/proxyFilter.ts"
import { limits } from "../ScreenshotOptions.ts"
import type { FailedScreenshot } from "../Screenshot.ts"
import { valueWithin } from "../valueWithin.ts"
import { consentStyle } from "./ConsentBanners.ts"
import { explainNavigation } from "./NavigationFault.ts"
import { applyStyle, documentText, pageHeight, scrollThrough } from "./pageScripts.ts"

/** How to draw a page. */
export interface VisitPlan {
  readonly url: string
  readonly waitMs: number
  readonly timeoutMs: number
  readonly fullPage: boolean
  readonly html: boolean
  readonly viewport: { readonly width: number; readonly height: number }
  readonly maxHeight: number
  readonly hideConsentBanners: boolean
}

/** A drawn page. */
export interface Visit {
  readonly status: "seen"
  readonly png: Uint8Array
  readonly cropped: boolean
  readonly finalUrl: string
  readonly statusCode: number | null
  readonly title: string
  readonly html: string | null
}

/**
 * The shares of the timeout for opening and for loading; the rest is for drawing. A page that is still loading is drawn
 * as it is.
 */
const OPEN_SHARE = 0.6
const LOAD_SHARE = 0.3
/** The longest wait for network idle after the load event, which some pages never reach. */
const NETWORK_IDLE_MS = 3_000
const SCROLL_MS = 3_000
const EVALUATE_MS = 2_000
const DOCUMENT_MS = 5_000

const ERROR_PAGE = "chrome-error:"

/** Tracks the main document: its latest URL and status. */
const followDocument = (page: Page, url: string) => {
  const seen: { url: string; statusCode: number | null } = { url, statusCode: null }
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.url = request.url()
  })
  page.on("response", (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
      seen.statusCode = response.status()
  })
  return seen
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

const hostAndPort = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return ""
  const hostname = parsed.hostname.replace(/^\[(.*)\]$/u, "$1")
  return `${hostname}:${parsed.port === "" ? (DEFAULT_PORTS[parsed.protocol] ?? "") : parsed.port}`
}

const open = async (page: Page, url: string, ms: number): Promise<string | null> => {
  try {
    await page.goto(url, { waitUntil: "commit", timeout: ms })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const settle = async (page: Page, { fullPage, maxHeight, timeoutMs, viewport, waitMs }: VisitPlan): Promise<void> => {
  const loadMs = Math.round(timeoutMs * LOAD_SHARE)
  const began = performance.now()
  await valueWithin(page.waitForLoadState("load", { timeout: loadMs }), loadMs)
  const left = (): number => Math.max(0, loadMs - (performance.now() - began))
  if (fullPage) await valueWithin(page.evaluate(scrollThrough(maxHeight, viewport.height)), Math.min(SCROLL_MS, left()))
  await valueWithin(page.waitForLoadState("networkidle"), Math.min(NETWORK_IDLE_MS, left()))
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
}

const capture = (page: Page, { fullPage, maxHeight, timeoutMs, viewport }: VisitPlan): Promise<Uint8Array> =>
  page.screenshot({
    type: "png",
    fullPage,
    clip: { x: 0, y: 0, width: viewport.width, height: fullPage ? maxHeight : viewport.height },
    animations: "disabled",
    caret: "hide",
    scale: "css",
    timeout: timeoutMs
  })

/** Reads the document in a world of its own, so that the scripts of the page cannot change what is read. */
const documentOf = async (context: BrowserContext, page: Page): Promise<string | null> => {
  const read = async (): Promise<string | null> => {
    const session = await context.newCDPSession(page)
    const { frameTree } = await session.send("Page.getFrameTree")
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id })
    const { result } = await session.send("Runtime.evaluate", {
      expression: documentText(limits.htmlLength),
      contextId: executionContextId,
      returnByValue: true
    })
    return typeof result.value === "string" ? result.value : null
  }
  return (await valueWithin(read(), DOCUMENT_MS)) ?? null
}

/**
 * Opens the URL in a new page of the context and draws it. Rejects when the browser or the page crashes; the caller
 * enforces the deadline.
 */
export const visitPage = async (
  context: BrowserContext,
  plan: VisitPlan,
  refusals: ReadonlyMap<string, Refusal>
): Promise<Visit | FailedScreenshot> => {
  const page = await context.newPage()
  context.on("page", (opened) => {
    void opened.close().catch(() => undefined)
  })
  page.on("dialog", (dialog) => {
    void dialog.dismiss().catch(() => undefined)
  })
  const crashed = new Promise<never>((_, reject) => {
    page.once("crash", () => reject(new Error("The page crashed.")))
  })
  crashed.catch(() => undefined)
  const document = followDocument(page, plan.url)

  const draw = async (): Promise<Visit | FailedScreenshot> => {
    const problem = await open(page, plan.url, Math.round(plan.timeoutMs * OPEN_SHARE))
    if (problem !== null) return explainNavigation(problem, refusals.get(hostAndPort(document.url)))
    await settle(page, plan)
    if (page.url().startsWith(ERROR_PAGE)) return explainNavigation("", refusals.get(hostAndPort(document.url)))
    if (plan.hideConsentBanners) await valueWithin(page.evaluate(applyStyle(consentStyle)), EVALUATE_MS)
    const height = Number(await valueWithin(page.evaluate<unknown>(pageHeight), EVALUATE_MS))
    const title = await valueWithin(page.title(), EVALUATE_MS)
    const png = await capture(page, plan)
    return {
      status: "seen",
      png,
      cropped: plan.fullPage && height > plan.maxHeight,
      finalUrl: page.url(),
      statusCode: document.statusCode,
      title: (title ?? "").slice(0, limits.titleLength),
      html: plan.html ? await documentOf(context, page) : null
    }
  }
  return Promise.race([draw(), crashed])
}
