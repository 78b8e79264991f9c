import type { FailedScreenshot, ScreenshotFailureReason } from "../Screenshot.ts"
import type { Refusal } from "../proxy/proxyFilter.ts"

const reasonOf: Record<Refusal["code"], ScreenshotFailureReason> = {
  dns_nxdomain: "dns",
  dns_nodata: "dns",
  dns_failed: "dns",
  blocked_address: "blocked_address",
  connect_refused: "connect",
  connect_timeout: "connect",
  connect_reset: "connect",
  no_route: "connect",
  local_fault: "connect",
  aborted: "timeout",
  limit: "no_page"
}

/** The failure reasons for Chromium's error codes (net/base/net_error_list.h). The first matching entry is used. */
const netErrors: ReadonlyArray<readonly [RegExp, ScreenshotFailureReason, string]> = [
  [/Download is starting|ERR_ABORTED/u, "no_page", "The response is a download, not a page."],
  [/ERR_TOO_MANY_REDIRECTS/u, "no_page", "There are too many redirects."],
  [/ERR_HTTP_RESPONSE_CODE_FAILURE/u, "no_page", "The server returned an error without a page."],
  [/ERR_(TIMED_OUT|CONNECTION_TIMED_OUT)|Timeout .*exceeded/u, "timeout", "The page did not respond in time."],
  [/ERR_(SSL|CERT|BAD_SSL)/u, "connect", "The TLS handshake failed."],
  [
    /ERR_(EMPTY_RESPONSE|CONNECTION|TUNNEL|PROXY|SOCKET|HTTP2|QUIC|INCOMPLETE)/u,
    "connect",
    "The server closed the connection without a response."
  ],
  [
    /ERR_(UNSAFE_PORT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME|INVALID_URL|BLOCKED_BY_CLIENT|ACCESS_DENIED|FILE)/u,
    "no_page",
    "The page redirects to a URL that the browser does not open."
  ],
  [/crash/iu, "crashed", "The page crashed the browser."]
]

const failed = (reason: ScreenshotFailureReason, message: string): FailedScreenshot => ({
  status: "failed",
  reason,
  message
})

const CODE = /net::(ERR_[A-Z0-9_]+)/u

/** Explains why the page could not be opened, with the proxy's refusal or the browser's message. */
export const explainNavigation = (said: string, refusal: Refusal | undefined): FailedScreenshot => {
  if (refusal !== undefined) return failed(reasonOf[refusal.code], refusal.message)
  const known = netErrors.find(([pattern]) => pattern.test(said))
  if (known !== undefined) return failed(known[1], known[2])
  return failed("no_page", `The page could not be opened (${CODE.exec(said)?.[1] ?? "no reason given"}).`)
}
