import type { DnsErrorReason } from "@mon/dns"
import type { SpfRecord } from "./SpfRecord.ts"
import type { ResolvedNode, SpfNode } from "./SpfTree.ts"

/** A term whose query finds no DNS records. */
export interface VoidTerm {
  readonly domain: string
  readonly term: string
  readonly name: string
  /** The address families of the clients for which the query finds no records. */
  readonly families: ReadonlyArray<4 | 6>
}

/** The reason why receivers return "permerror". */
export type SpfPermerrorCause =
  | "multiple"
  | "syntax"
  | "loop"
  | "no_record"
  | "too_many_lookups"
  | "too_many_voids"
  | "too_many_hosts"

/** The analysis of a domain's SPF record, without a message. */
export interface SpfAnalysis {
  readonly domain: string
  /** The SPF record; null if there is none, or more than one. */
  readonly record: string | null
  readonly parsed: SpfRecord | null
  /** Every SPF record of the domain. */
  readonly records: ReadonlyArray<string>
  /** The TXT records that resemble an SPF record. */
  readonly nearMisses: ReadonlyArray<string>
  readonly tree: SpfNode
  /** The resolved tree of the published record. */
  readonly root: ResolvedNode
  /** The resolved tree of the corrected record; null if there is no corrected record. */
  readonly draft: ResolvedNode | null
  /** The number of lookups for a message that matches no term (RFC 7208 section 4.6.4). */
  readonly lookups: number
  readonly voids: ReadonlyArray<VoidTerm>
  readonly breaks: ReadonlyArray<{ readonly code: SpfPermerrorCause; readonly at: string; readonly detail: string }>
  /** The networks that at least one term allows, merged into as few networks as possible. */
  readonly networks: ReadonlyArray<string>
  /** The number of IPv4 addresses in `networks`. */
  readonly ipv4Addresses: number
  /** Whether a term depends on the message. If so, `networks` is incomplete. */
  readonly dynamic: boolean
  /** The result for a message that matches no term. */
  readonly otherwise: "pass" | "fail" | "softfail" | "neutral" | null
  /** The corrected record; null if the intent is unclear or the record has no mistake. */
  readonly corrected: string | null
  /** Whether terms are missing from the corrected record because receivers cannot read them, or ignore them. */
  readonly incompleteCorrection: boolean
  /** The names for which the DNS gave no answer. */
  readonly unanswered: ReadonlyArray<{ readonly name: string; readonly reason: DnsErrorReason }>
}
