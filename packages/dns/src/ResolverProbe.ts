import type { DnsErrorReason } from "./DnsError.ts"

/** The result of a test query that any working resolver can answer. */
export interface ResolverProbe {
  /** Whether the resolver answered, even with SERVFAIL or REFUSED. */
  readonly answers: boolean
  /** The reason for the error. Null if the resolver answered without an error. */
  readonly reason: DnsErrorReason | null
  readonly detail: string
}
