import type { DnsErrorReason } from "./DnsError.ts"

/** The result of a query that any resolver can answer. */
export interface ResolverProbe {
  /** Whether the resolver answered at all, even with SERVFAIL or REFUSED. */
  readonly answers: boolean
  /** Null when it answered without an error. */
  readonly reason: DnsErrorReason | null
  readonly detail: string
}
