/** The ARC chain of a message (RFC 8617 section 5.2). */
export interface ArcFacts {
  /** The result of the chain. "unknown": the DNS did not answer, or the chain is longer than the limit. */
  readonly status: "none" | "pass" | "fail" | "unknown"
  /** The number of ARC sets in the chain. */
  readonly sets: number
  /** The domains that sealed the message, in order; null in place of an unreadable domain. */
  readonly sealers: ReadonlyArray<string | null>
  /** A sentence for people; null if the chain passes, or if the message has no chain. */
  readonly detail: string | null
}
