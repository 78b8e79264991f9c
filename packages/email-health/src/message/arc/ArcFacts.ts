/** The ARC chain of a message (RFC 8617 section 5.2). */
export interface ArcFacts {
  /** "unknown": the DNS did not answer, or the chain is longer than the limit. */
  readonly status: "none" | "pass" | "fail" | "unknown"
  /** Sets of the chain. */
  readonly sets: number
  /** The domains that sealed the message, in order; null for one that cannot be read. */
  readonly sealers: ReadonlyArray<string | null>
  /** A sentence for people; null when the chain passes or there is none. */
  readonly detail: string | null
}
