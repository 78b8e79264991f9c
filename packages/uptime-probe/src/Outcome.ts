/** The verdict of a check: the site is up or down, or unknown if the check says nothing about it. */
export type Verdict = "up" | "down" | "unknown"

/** The meaning of an outcome. */
export interface OutcomeFacts {
  readonly verdict: Verdict
  /**
   * Whether another check from the same location would have the same outcome, because the DNS or a rule determines it.
   */
  readonly deterministic: boolean
  /** A title for people, in English. Its wording may change. */
  readonly title: string
}

const down = (title: string): OutcomeFacts => ({ verdict: "down", deterministic: false, title })
const ruled = (title: string): OutcomeFacts => ({ verdict: "down", deterministic: true, title })

/** Every outcome that a check can have. This is the only list of codes, verdicts and titles. */
export const outcomes = {
  ok: { verdict: "up", deterministic: false, title: "Reachable" },
  http_status: down("The server returned an error status"),
  expectation_failed: down("The response does not meet the expectations"),
  content_fault: down("The content shows that the site is broken"),
  dns_nxdomain: ruled("The host name does not exist"),
  dns_nodata: ruled("The host name has no address"),
  dns_servfail: down("The name servers failed"),
  dns_timeout: down("The name servers did not respond in time"),
  connect_refused: down("The server refused the connection"),
  connect_timeout: down("The server did not accept the connection in time"),
  connect_reset: down("The server reset the connection"),
  no_route: down("There is no route to the server"),
  tls_handshake: down("The TLS handshake failed"),
  tls_timeout: down("The TLS handshake did not finish in time"),
  header_timeout: down("The response did not start in time"),
  body_timeout: down("The response did not finish in time"),
  too_large: down("The response header is too large"),
  protocol_error: down("The response does not follow the protocol"),
  closed_unanswered: down("The server closed the connection without a response"),
  service_refused: down("The server refuses service"),
  login_refused: down("The login failed"),
  wrong_answer: down("The service gave a wrong answer"),
  too_many_redirects: down("There are too many redirects"),
  redirect_loop: down("The redirects form a loop"),
  bad_redirect: ruled("A redirect leads to something that is not HTTP"),
  unsafe_redirect: ruled("A redirect to another host would repeat a request that may change something"),
  blocked_address: ruled("The address is not public"),
  prober_fault: { verdict: "unknown", deterministic: false, title: "The check could not be run" }
} as const satisfies Readonly<Record<string, OutcomeFacts>>

/** A stable code of an outcome, from a fixed list. */
export type OutcomeCode = keyof typeof outcomes

/** The outcomes of checks with a final response. */
export const answered: ReadonlySet<OutcomeCode> = new Set(["ok", "http_status", "expectation_failed", "content_fault"])

export interface Failure {
  readonly outcome: Exclude<OutcomeCode, "ok">
  readonly message: string
}

/**
 * The outcomes that mean that no response came in time. Such an outcome says nothing about the site if this process's
 * own event loop was delayed in the meantime.
 */
export const timeouts: ReadonlySet<OutcomeCode> = new Set([
  "dns_timeout",
  "connect_timeout",
  "tls_timeout",
  "header_timeout",
  "body_timeout"
])
