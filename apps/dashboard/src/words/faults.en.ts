import { familyNames } from "@mon/bundled/content-faults/families"
import type { WordTable } from "./WordTable.ts"

export const certProblem: WordTable = {
  __proto__: null as never,
  expired: "expired",
  not_yet_valid: "not yet valid",
  wrong_host: "wrong name",
  no_alternative_names: "no name",
  self_signed: "self-signed",
  untrusted_root: "not trusted",
  incomplete_chain: "incomplete chain",
  chain_expired: "chain expired",
  weak_key: "weak key",
  weak_signature: "weak signature",
  old_protocol: "old protocol",
  invalid_chain: "invalid chain"
}

export const fault: WordTable = {
  __proto__: null as never,
  dns_nxdomain: "The name does not exist",
  dns_nodata: "The name has no address",
  dns_servfail: "The name server reported an error",
  dns_timeout: "The name servers do not respond",
  dns_failed: "The name cannot be resolved",
  connect_refused: "The connection was refused",
  connect_timeout: "No connection within the timeout",
  connect_reset: "The connection was reset",
  no_route: "There is no route to the server",
  blocked_address: "The address is not public",
  tls_handshake: "The TLS handshake failed",
  tls_timeout: "The TLS handshake took too long",
  header_timeout: "No response within the timeout",
  body_timeout: "The response was not complete within the timeout",
  http_status: "The server returned an error",
  expectation_failed: "The response is not as expected",
  content_fault: "The page shows that the site is broken",
  too_many_redirects: "Too many redirects",
  redirect_loop: "The redirects form a loop",
  bad_redirect: "The redirect has no valid target",
  unsafe_redirect: "The redirect leads to another host, so Mon does not send the request there",
  protocol_error: "The response is not valid HTTP",
  closed_unanswered: "The server closed the connection without a response",
  service_refused: "The server refuses service",
  login_refused: "The login failed",
  wrong_answer: "The service gave a wrong answer",
  too_large: "The response is too large",
  heartbeat_late: "The job did not report in time",
  heartbeat_too_long: "A run takes too long",
  heartbeat_too_short: "A run was too short",
  heartbeat_too_often: "The job runs too often",
  heartbeat_failed: "The job failed",
  prober_fault: "No result, because Mon could not run the check",
  local_fault: "No result, because Mon could not run the check"
}

export const advice: WordTable = {
  __proto__: null as never,
  dns_nxdomain: "Check that the domain is registered and that its name servers have a record for this host.",
  dns_servfail: "The name servers return an error. Check the zone and DNSSEC at your DNS provider.",
  dns_timeout: "Check that the domain's name servers can be reached.",
  connect_refused: "Check that the web server is running and is listening on this port.",
  connect_timeout: "Packets get no response. Check the server and its firewall.",
  connect_reset: "Something closes the connection. Check the web server and any proxy in front of it.",
  tls_handshake: "Check the server's certificate and TLS settings.",
  header_timeout: "The server accepts connections but responds too slowly. Check its load and its database.",
  body_timeout: "The server starts a response but does not finish it in time. Check its load.",
  http_status: "The web server returns an error. Read its log for the time of the failure.",
  expectation_failed:
    "Either the site or the expectation has changed. Compare the response with the expectations in the settings.",
  content_fault:
    "The status is fine, but visitors see an error, a suspended or parked site, or an empty page. Open the site, and read the application's log for the time of the failure.",
  redirect_loop: "The redirects lead back to where they started. Check the redirect rules.",
  unsafe_redirect: "Monitor the target of the redirect instead, or choose the GET method."
}

export const contentFault: WordTable = {
  __proto__: null as never,
  empty: "The page is empty",
  application_error: "The page is an error message of the application",
  suspended: "The site is suspended",
  parked: "The domain is parked or for sale",
  default_page: "The page is a default page of the server or framework",
  maintenance: "The site is in maintenance",
  coming_soon: "The site has not opened yet",
  challenge: "The site asks for proof that the visitor is human",
  directory_listing: "The page lists the files in a folder",
  defaced: "The page may have been defaced",
  wrong_format: "The response is HTML instead of data",
  another_site: "The page belongs to another site"
}

/** The English names of the products that create faulty pages, by code. */
export const contentFamily: WordTable = { __proto__: null as never, ...familyNames }
