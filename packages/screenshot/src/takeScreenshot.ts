import type { BrowserProcess } from "./browser/BrowserProcess.ts"
import { proxySettings } from "./browser/chromiumFlags.ts"
import { type Visit, visitPage, type VisitPlan } from "./page/visitPage.ts"
import type { FilteringProxy } from "./proxy/FilteringProxy.ts"
import type { FailedScreenshot } from "./Screenshot.ts"
import { valueWithin } from "./valueWithin.ts"

/** How a page is to see its visitor. */
export interface Appearance {
  readonly locale: string
  readonly timeZone: string
  readonly userAgent: string | null
}

/** Milliseconds for a page to go away; a browser that needs longer hangs. */
const LEAVE_MS = 2_000

const failed = (reason: FailedScreenshot["reason"], message: string): FailedScreenshot => ({ status: "failed", reason, message })

/** The outcome when the time is over or the caller gives up; `stop` ends the watch. */
const until = (
  ms: number,
  signal: AbortSignal | undefined
): { readonly over: Promise<FailedScreenshot>; readonly stop: () => void } => {
  const { promise, resolve } = Promise.withResolvers<FailedScreenshot>()
  const late = setTimeout(() => resolve(failed("timeout", `The page was not drawn within ${ms} ms.`)), ms)
  const give = (): void => resolve(failed("aborted", "The screenshot was given up."))
  if (signal?.aborted === true) give()
  signal?.addEventListener("abort", give, { once: true })
  return {
    over: promise,
    stop: () => {
      clearTimeout(late)
      signal?.removeEventListener("abort", give)
    }
  }
}

/** A shot: what came of it, at the deadline at the latest, and when the browser is rid of the page. */
export interface ScreenshotTask {
  readonly outcome: Promise<Visit | FailedScreenshot>
  readonly left: Promise<void>
}

/**
 * Draws a page in a context of its own, with a proxy session of its own, until the deadline. A browser that does not let go of the page
 * after that is killed with all of its processes.
 */
export const takeScreenshot = (
  process: BrowserProcess,
  proxy: FilteringProxy,
  { locale, timeZone, userAgent }: Appearance,
  plan: VisitPlan,
  signal?: AbortSignal
): ScreenshotTask => {
  const session = proxy.open()
  const { over, stop } = until(plan.timeoutMs + plan.waitMs, signal)
  const opening = process.browser.newContext({
    proxy: { ...proxySettings(proxy.port), username: session.username, password: session.password },
    viewport: { ...plan.viewport },
    deviceScaleFactor: 1,
    locale,
    timezoneId: timeZone,
    colorScheme: "light",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    acceptDownloads: false,
    // A look counts a page with a bad certificate as up; the picture shows the same page.
    ignoreHTTPSErrors: true,
    ...(userAgent === null ? {} : { userAgent })
  })
  const visit = opening
    .then((context) => visitPage(context, plan, session.refusals))
    .catch((): FailedScreenshot => failed("crashed", "The browser broke while it drew the page."))
  const ended = process.ended.then((): FailedScreenshot => failed("crashed", "The browser ended while it drew the page."))
  const outcome = Promise.race([visit, over, ended])
  const leave = async (): Promise<void> => {
    await outcome
    stop()
    session.end()
    const closing = opening.then((context) => context.close()).then(() => true)
    const left = await valueWithin(Promise.race([closing, process.ended.then(() => true)]), LEAVE_MS)
    if (left !== true) await process.kill()
  }
  return { outcome, left: leave() }
}
