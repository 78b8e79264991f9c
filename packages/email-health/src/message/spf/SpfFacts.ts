import type { SpfResult } from "../../spf/SpfOutcome.ts"

/** The sender as the caller knows it from the SMTP session. */
export interface Envelope {
  readonly ip: string | null
  readonly helo: string | null
  /** "" for a bounce; null when unknown. */
  readonly mailFrom: string | null
}

/** The SPF result of the message (RFC 7208). */
export interface SpfFacts {
  /** "not_checked": the IP address or the sender is unknown. */
  readonly status: SpfResult | "not_checked"
  /** The checked domain: that of the MAIL FROM address, or of HELO for a bounce. */
  readonly domain: string | null
  readonly ip: string | null
  /** The source of the sender: the SMTP session, the Return-Path header, or HELO. */
  readonly sender: "envelope" | "return_path" | "helo" | null
  /** The term that decided; null when none did. */
  readonly term: string | null
  /** Why the result is an error; a sentence for people. */
  readonly detail: string | null
}
