import type { ResolverOptions } from "../CheckOptions.ts"

/** The facts that the receiving server knows about the SMTP session. */
export interface EnvelopeOptions {
  /** The IPv4 or IPv6 address of the sending server. If it is missing, SPF is not checked. */
  readonly clientIp?: string
  /** The name in HELO or EHLO. */
  readonly helo?: string
  /** The MAIL FROM address; "" for a bounce. Default: the address in the Return-Path header. */
  readonly mailFrom?: string
}

/** Settings of the service. */
export interface EmailMessageSettings {
  /** The time limit for the DNS queries of a check, in milliseconds. Default: 10,000. */
  readonly deadlineMs?: number
}

/** Options of one check. */
export interface CheckMessageOptions extends EnvelopeOptions {
  /**
   * The name of your receiving server. If it is given, the topmost Received header from this server supplies the IP
   * address and HELO, unless the caller gives them. Default: no Received header is trusted.
   */
  readonly receivedBy?: string
}

/** The options of `checkMessage`. */
export interface CheckOptions extends EmailMessageSettings, CheckMessageOptions, ResolverOptions {}
