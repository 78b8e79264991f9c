import type { SpfResult } from "../../spf/SpfOutcome.ts"

/** The sender of the message, from the SMTP session. */
export interface Envelope {
  readonly ip: string | null
  readonly helo: string | null
  /** The MAIL FROM address; "" for a bounce; null if unknown. */
  readonly mailFrom: string | null
}

/** The SPF result of the message (RFC 7208). */
export interface SpfFacts {
  /** The SPF result. "not_checked": the IP address or the sender is unknown. */
  readonly status: SpfResult | "not_checked"
  /** The checked domain: the domain of the MAIL FROM address, or the HELO name for a bounce. */
  readonly domain: string | null
  readonly ip: string | null
  /** The source of the sender's domain: the SMTP session, the Return-Path header, or HELO. */
  readonly sender: "envelope" | "return_path" | "helo" | null
  /** The term that decided the result; null if no term did. */
  readonly term: string | null
  /** A sentence for people that explains why the result is an error. */
  readonly detail: string | null
}
