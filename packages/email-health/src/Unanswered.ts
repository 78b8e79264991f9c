import type { DnsErrorReason } from "@mon/dns"

export interface Unanswered {
  readonly name: string
  readonly reason: DnsErrorReason
}
