import type { DnsErrorReason } from "@mon/dns"

/** A query without an answer. */
export interface Unanswered {
  readonly name: string
  readonly reason: DnsErrorReason
}
