/** The result of an evaluation (RFC 7208 section 2.6). */
export type SpfResult = "pass" | "fail" | "softfail" | "neutral" | "none" | "permerror" | "temperror"

/** The cause of the result "permerror" or "temperror". */
export interface SpfFault {
  readonly result: "permerror" | "temperror"
  readonly code:
    | "syntax"
    | "multiple_records"
    | "no_record"
    | "too_many_lookups"
    | "too_many_voids"
    | "too_many_hosts"
    | "bad_name"
    | "dns"
  /** A sentence for people. Its wording may change. */
  readonly message: string
}

/** The sender of a message, from the receiver's SMTP session. */
export interface SpfRequest {
  /** The IPv4 or IPv6 address of the client. */
  readonly ip: string
  /** The MAIL FROM address; "" for bounces, which are checked as postmaster of the HELO name (RFC 7208 section 2.4). */
  readonly sender: string
  /** The HELO or EHLO name. Default: "unknown". */
  readonly helo?: string
  /** The name of the receiver, for %{r}. Default: "unknown". */
  readonly receiver?: string
  /** The time for %{t}, in seconds since the epoch. Default: 0. */
  readonly now?: number
}

/** The SPF result of a message. */
export interface SpfOutcome {
  readonly result: SpfResult
  /** The domain that was checked. */
  readonly domain: string
  /** The term that decided the result; null if no term did. */
  readonly term: string | null
  /** The domain's explanation of a "fail"; null if it has none. */
  readonly explanation: string | null
  readonly fault: SpfFault | null
  /** The number of terms that queried the DNS. */
  readonly lookups: number
  /** The number of terms whose query found no records. */
  readonly voids: number
}
