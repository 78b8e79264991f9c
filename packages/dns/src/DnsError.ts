import type { RecordType } from "./Records.ts"

/**
 * The reason for a {@link DnsError}. "Network": the configured resolver could not be reached. "ServFail": the resolver
 * answered, but the zone's servers failed. "Budget": the limit of `withQueryBudget` was reached.
 */
export type DnsErrorReason =
  | "Timeout"
  | "ServFail"
  | "Refused"
  | "FormErr"
  | "Truncated"
  | "BadName"
  | "Network"
  | "Budget"

/** The fields of a {@link DnsError}. */
export interface DnsErrorFields {
  readonly queryName: string
  readonly type: RecordType
  /** The server, as "address:port". Null if the error does not concern a single server. */
  readonly server: string | null
  readonly reason: DnsErrorReason
  /** A sentence for people. Its wording may change. */
  readonly detail: string
}

/**
 * The error of a query that could not be sent, or that got no usable answer. NXDOMAIN and NODATA are answers, not
 * errors. Both entry points export the same class, and `Effect.catchTag` finds it by its `_tag`.
 */
export class DnsError extends Error implements DnsErrorFields {
  override readonly name = "DnsError"
  readonly _tag = "DnsError"
  /** The same value as `reason`, under the name that Node's errors use. */
  readonly code: DnsErrorReason
  readonly queryName: string
  readonly type: RecordType
  readonly server: string | null
  readonly reason: DnsErrorReason
  readonly detail: string

  constructor({ queryName, type, server, reason, detail }: DnsErrorFields) {
    super(`${reason} on ${type} of ${queryName === "" ? "." : queryName}${detail === "" ? "" : `: ${detail}`}`)
    this.queryName = queryName
    this.type = type
    this.server = server
    this.reason = reason
    this.code = reason
    this.detail = detail
  }
}
