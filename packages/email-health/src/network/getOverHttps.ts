import type { HttpExchange, HttpExchangeFault, ResolveAddresses } from "@mon/public-net"
import { isIP } from "node:net"
import type { HttpsAnswer, HttpsFault } from "./Transport.ts"

const MAX_DETAIL = 200
const USER_AGENT = "MonBot/1.0 (email health; @mon/email-health)"

const FAULTS: Readonly<Record<HttpExchangeFault, HttpsFault>> = {
  bad_url: "no_host",
  dns_nxdomain: "no_host",
  dns_nodata: "no_host",
  blocked_address: "not_public",
  connect_refused: "refused",
  connect_reset: "refused",
  tls_certificate: "certificate",
  tls_handshake: "protocol",
  connection_closed: "protocol",
  protocol_error: "protocol",
  dns_failed: "not_checked",
  connect_timeout: "not_checked",
  tls_timeout: "not_checked",
  header_timeout: "not_checked",
  no_route: "not_checked",
  local_fault: "not_checked",
  aborted: "not_checked"
}

const fail = (fault: HttpsFault, detail: string): HttpsAnswer => ({
  ok: false,
  fault,
  detail: detail.slice(0, MAX_DETAIL)
})

/** Gets a URL over HTTPS. A truncated answer counts as no answer. URLs with an IP address are refused. */
export const getOverHttps = async (
  exchange: HttpExchange,
  url: string,
  request: { readonly resolve: ResolveAddresses; readonly maxBytes: number; readonly signal: AbortSignal }
): Promise<HttpsAnswer> => {
  // IP addresses are refused, because the certificate must name the host, and TLS cannot send an IP address as the host
  // name (RFC 6066 section 3).
  if (isIP(URL.parse(url)?.hostname.replace(/^\[(.*)\]$/u, "$1") ?? "") !== 0)
    return fail("no_host", "The URL contains an IP address instead of a host name.")
  const answer = await exchange({ url, headers: { "User-Agent": USER_AGENT }, ...request })
  if (!answer.ok) return fail(FAULTS[answer.code], answer.cause?.message ?? answer.message)
  const { body, bodyEnd, headers, statusCode } = answer
  if (bodyEnd === "too_large") return fail("too_large", `The answer has more than ${request.maxBytes} bytes.`)
  if (bodyEnd === "timeout") return fail("not_checked", "There was no answer in time.")
  if (bodyEnd === "broken") return fail("protocol", "The connection was closed in the middle of the response.")
  return { ok: true, status: statusCode, contentType: headers["content-type"] ?? null, body }
}
