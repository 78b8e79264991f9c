import type { FailedScreenshot, ScreenshotFailureReason } from "../Screenshot.ts"
import type { Refusal } from "../proxy/ProxySession.ts"

/** Reasons by the proxy's code. */
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

/** Reasons by Chromium's own code, the first that fits; net/base/net_error_list.h names them. */
const netErrors: ReadonlyArray<readonly [RegExp, ScreenshotFailureReason, string]> = [
  [/Download is starting|ERR_ABORTED/u, "no_page", "The answer is a download, or no page."],
  [/ERR_TOO_MANY_REDIRECTS/u, "no_page", "The redirects do not end."],
  [/ERR_HTTP_RESPONSE_CODE_FAILURE/u, "no_page", "The server answered with an error and without a page."],
  [/ERR_(TIMED_OUT|CONNECTION_TIMED_OUT)|Timeout .*exceeded/u, "timeout", "The page did not answer in time."],
  [/ERR_(SSL|CERT|BAD_SSL)/u, "connect", "The TLS handshake failed."],
  [
    /ERR_(EMPTY_RESPONSE|CONNECTION|TUNNEL|PROXY|SOCKET|HTTP2|QUIC|INCOMPLETE)/u,
    "connect",
    "The server closed the connection without an answer."
  ],
  [
    /ERR_(UNSAFE_PORT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME|INVALID_URL|BLOCKED_BY_CLIENT|ACCESS_DENIED|FILE)/u,
    "no_page",
    "The page led to a place that the browser does not open."
  ],
  [/crash/iu, "crashed", "The page broke the browser."]
]

const failed = (reason: ScreenshotFailureReason, message: string): FailedScreenshot => ({ status: "failed", reason, message })

const CODE = /net::(ERR_[A-Z0-9_]+)/u

/** Why the page could not be opened, from what the proxy saw of its server and what the browser says. */
export const explainNavigation = (said: string, refusal: Refusal | undefined): FailedScreenshot => {
  if (refusal !== undefined) return failed(reasonOf[refusal.code], refusal.message)
  const known = netErrors.find(([pattern]) => pattern.test(said))
  if (known !== undefined) return failed(known[1], known[2])
  return failed("no_page", `The page could not be opened (${CODE.exec(said)?.[1] ?? "no reason given"}).`)
}
