// Tables by code have no prototype: a code that is the name of one of its members has no text.

/** Problems of certificates by code, in English. */
export const certProblem: Readonly<Record<string, string>> = {
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

/** Why a check failed, by code, in English. */
export const fault: Readonly<Record<string, string>> = {
  __proto__: null as never,
  dns_nxdomain: "The name does not exist",
  dns_servfail: "The name server reports an error",
  dns_timeout: "The name servers do not answer",
  dns_failed: "The name cannot be resolved",
  connect_refused: "The connection was refused",
  connect_timeout: "No connection within the timeout",
  connect_reset: "The connection was reset",
  tls_handshake: "The TLS handshake failed",
  tls_timeout: "The TLS handshake took too long",
  header_timeout: "No answer within the timeout",
  body_timeout: "The answer did not end within the timeout",
  http_status: "The server answered with an error",
  expectation_failed: "The answer is not as expected",
  too_many_redirects: "Too many redirects",
  redirect_loop: "The redirects form a loop",
  bad_redirect: "The redirect leads nowhere",
  unsafe_redirect: "The redirect leads to another host, and Mon does not send the request there",
  protocol_error: "The answer is not valid HTTP",
  too_large: "The answer is too large",
  prober_fault: "No verdict: Mon could not run the check",
  local_fault: "No verdict: Mon could not run the check"
}

/** What to do about a fault, by code, in English. */
export const advice: Readonly<Record<string, string>> = {
  __proto__: null as never,
  dns_nxdomain: "Check that the domain is registered and that its name servers have a record for this host.",
  dns_servfail: "Check the zone and DNSSEC at your DNS provider: the name servers answer with an error.",
  dns_timeout: "Check that the name servers of the domain are reachable.",
  connect_refused: "Check that the web server is running and listens on this port.",
  connect_timeout: "Check the server and its firewall: packets get no response.",
  connect_reset: "Check the web server and any proxy in front of it: something closes the connection.",
  tls_handshake: "Check the certificate and the TLS settings of the server.",
  header_timeout: "The server accepts connections but answers too slowly. Check its load and its database.",
  body_timeout: "The server begins an answer but does not end it in time. Check its load.",
  http_status: "Read the log of the web server for this time: it answers with an error.",
  expectation_failed:
    "Compare the answer with the expectations in the settings: either the site or the expectation has changed.",
  redirect_loop: "Check the redirect rules: they lead back to where they began.",
  unsafe_redirect: "Monitor the target of the redirect, or choose the method GET."
}
