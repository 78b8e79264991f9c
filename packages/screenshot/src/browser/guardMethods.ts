import { guard } from "@mon/bundled/callbacks"
import { registrableDomain } from "@mon/public-net"
import type { Browser } from "playwright-core"

interface PausedRequest {
  readonly requestId: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
  }
}

/** The request methods that only read (RFC 9110 section 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

const siteOf = (url: string): string | null => {
  const hostname = URL.parse(url)?.hostname
  return hostname === undefined || hostname === "" ? null : (registrableDomain(hostname) ?? hostname)
}

/**
 * Returns whether a page may send a request. A request whose method may change something is allowed only to the page's
 * own site, according to the Origin field. After a redirect from another origin, and in a sandboxed frame, Origin is
 * "null".
 */
export const mayBeSent = (method: string, url: string, origin: string | undefined): boolean => {
  if (SAFE.has(method)) return true
  const site = siteOf(origin ?? "")
  return site !== null && site === siteOf(url)
}

/**
 * Aborts the requests that {@link mayBeSent} does not allow, including redirects, in all pages, frames and workers. The
 * page continues.
 */
export const guardMethods = async (browser: Browser): Promise<void> => {
  // The CDP session of the browser sees every redirect and every kind of worker, but Playwright's routes do not.
  const session = await browser.newBrowserCDPSession()
  // Errors are ignored: a request without a decision stays paused, so the page ends at its deadline.
  const safely = guard(() => {})
  const onRequest = safely(({ request: { headers, method, url }, requestId }: PausedRequest) => {
    const sent = mayBeSent(method, url, headers["Origin"])
      ? session.send("Fetch.continueRequest", { requestId })
      : session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
    // The call fails if the page has already been closed.
    void sent.catch(() => undefined)
  })
  session.on("Fetch.requestPaused", onRequest)
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*", requestStage: "Request" }] })
}
