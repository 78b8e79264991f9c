import type { DnsErrorReason } from "@mon/dns"

/** A DNS query without an answer. */
export interface Unanswered {
  readonly name: string
  readonly reason: DnsErrorReason
}
