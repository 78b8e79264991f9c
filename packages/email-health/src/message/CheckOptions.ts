import type { ResolverOptions } from "../CheckOptions.ts"

/** The facts that the receiving server knows about the SMTP session. */
export interface EnvelopeOptions {
  /** The IPv4 or IPv6 address of the sending server. Without it, SPF is not checked. */
  readonly clientIp?: string
  /** The name in HELO or EHLO. */
  readonly helo?: string
  /** The MAIL FROM address; "" for a bounce. Default: the address in the Return-Path header. */
  readonly mailFrom?: string
}

/** Settings of the service. */
export interface EmailMessageSettings {
  /** Milliseconds for the DNS queries of a check. Default: 10,000. */
  readonly deadlineMs?: number
}

/** Options of one check. */
export interface CheckMessageOptions extends EnvelopeOptions {
  /**
   * The name of your receiving server. The topmost Received header that it added then names the IP address and HELO,
   * unless they are given. Default: no Received header is trusted.
   */
  readonly receivedBy?: string
}

/** Options of `checkMessage`. */
export interface CheckOptions extends EmailMessageSettings, CheckMessageOptions, ResolverOptions {}
