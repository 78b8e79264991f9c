import * as Data from "effect/Data"
import type { RecordType } from "./Records.ts"

/** "Network": our own resolver could not be reached; "ServFail": it was, and the servers of the zone failed; "Budget": a limit of ours, see `withQueryBudget`. */
export type DnsErrorReason = "Timeout" | "ServFail" | "Refused" | "FormErr" | "Truncated" | "BadName" | "Network" | "Budget"

/** The DNS could not be asked, or gave no usable answer; NXDOMAIN and NODATA are answers. */
export class DnsError extends Data.TaggedError("DnsError")<{
  readonly name: string
  readonly type: RecordType
  /** "address:port"; null when no one server is meant. */
  readonly server: string | null
  readonly reason: DnsErrorReason
  /** For people; may change. */
  readonly detail: string
}> {
  override get message(): string {
    return `${this.reason} on ${this.type} of ${this.name === "" ? "." : this.name}${this.detail === "" ? "" : `: ${this.detail}`}`
  }
}
