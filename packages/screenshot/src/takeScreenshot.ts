import { guard } from "@mon/bundled/callbacks"
import type { BrowserProcess } from "./browser/BrowserProcess.ts"
import { mobileUserAgent } from "./browser/devices.ts"
import { proxySettings } from "./browser/chromiumFlags.ts"
import { type PrintedVisit, type Visit, visitPage, type VisitPlan } from "./page/visitPage.ts"
import type { FilteringProxy } from "./proxy/ProxyServer.ts"
import type { FailedScreenshot } from "./Screenshot.ts"
import { valueWithin } from "./valueWithin.ts"

/** The browser settings that a page can observe. */
export interface Appearance {
  readonly locale: string
  readonly timeZone: string
  readonly userAgent: string | null
}

/** The time limit for closing a page, in milliseconds. A browser that takes longer counts as hanging. */
const CLOSE_MS = 2_000

const failed = (reason: FailedScreenshot["reason"], message: string): FailedScreenshot => ({
  status: "failed",
  reason,
  message
})

/** Returns a promise that resolves when the time is over or the caller aborts. `stop` cancels the timer. */
const until = (
  ms: number,
  signal: AbortSignal | undefined
): { readonly over: Promise<FailedScreenshot>; readonly stop: () => void } => {
  const { promise, reject, resolve } = Promise.withResolvers<FailedScreenshot>()
  const safely = guard(reject)
  const onTime = safely(() => resolve(failed("timeout", `The page was not rendered within ${ms} ms.`)))
  const late = setTimeout(onTime, ms)
  const abort = safely(() => resolve(failed("aborted", "The screenshot was aborted.")))
  if (signal?.aborted === true) abort()
  signal?.addEventListener("abort", abort, { once: true })
  return {
    over: promise,
    stop: () => {
      clearTimeout(late)
      signal?.removeEventListener("abort", abort)
    }
  }
}

/**
 * A screenshot in progress. `outcome` settles no later than the deadline; `cleanedUp` resolves when the page has been
 * closed.
 */
export interface ScreenshotTask {
  readonly outcome: Promise<Visit | PrintedVisit | FailedScreenshot>
  readonly cleanedUp: Promise<void>
}

/**
 * Draws a page, at most until the deadline, in a separate browser context with a separate proxy session. If the browser
 * does not close the page afterwards, kills the browser with all its processes.
 */
export const takeScreenshot = (
  process: BrowserProcess,
  proxy: FilteringProxy,
  { locale, timeZone, userAgent }: Appearance,
  plan: VisitPlan,
  signal?: AbortSignal
): ScreenshotTask => {
  const { source, view } = plan
  const ownDocument = "content" in source
  const session = proxy.open(ownDocument ? undefined : URL.parse(source.url)?.hostname)
  const agent = userAgent ?? (view.mobile ? mobileUserAgent(process.browser.version()) : null)
  const { over, stop } = until(plan.timeoutMs + plan.waitMs, signal)
  const opening = process.browser.newContext({
    proxy: { ...proxySettings(proxy.port), username: session.username, password: session.password },
    viewport: { ...view.viewport },
    deviceScaleFactor: view.scale,
    isMobile: view.mobile,
    hasTouch: view.mobile,
    offline: ownDocument,
    javaScriptEnabled: !ownDocument,
    locale,
    timezoneId: timeZone,
    colorScheme: "light",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    acceptDownloads: false,
    // Pages with an invalid certificate are drawn too, because other code checks the certificate.
    ignoreHTTPSErrors: true,
    ...(agent === null ? {} : { userAgent: agent })
  })
  const visit = opening
    .then((context) => visitPage(context, plan, session.refusals))
    .catch((): FailedScreenshot => failed("crashed", "The browser failed while it rendered the page."))
  const ended = process.ended.then((): FailedScreenshot =>
    failed("crashed", "The browser exited while it rendered the page.")
  )
  const outcome = Promise.race([visit, over, ended])
  const cleanUp = async (): Promise<void> => {
    await outcome
    stop()
    session.end()
    const closing = opening.then((context) => context.close()).then(() => true)
    const closed = await valueWithin(Promise.race([closing, process.ended.then(() => true)]), CLOSE_MS)
    if (closed !== true) await process.kill()
  }
  return { outcome, cleanedUp: cleanUp() }
}
