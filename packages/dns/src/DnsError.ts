import * as Data from "effect/Data"
import type { RecordType } from "./Records.ts"

/**
 * "Network": the configured resolver could not be reached; "ServFail": it was reached, but the zone's servers failed;
 * "Budget": the limit of `withQueryBudget` was reached.
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

/** The query could not be sent, or brought no usable answer. NXDOMAIN and NODATA are answers, not errors. */
export class DnsError extends Data.TaggedError("DnsError")<{
  readonly name: string
  readonly type: RecordType
  /** "address:port"; null when the error is not about one server. */
  readonly server: string | null
  readonly reason: DnsErrorReason
  /** A sentence for people; may change. */
  readonly detail: string
}> {
  override get message(): string {
    return `${this.reason} on ${this.type} of ${this.name === "" ? "." : this.name}${this.detail === "" ? "" : `: ${this.detail}`}`
  }
}
