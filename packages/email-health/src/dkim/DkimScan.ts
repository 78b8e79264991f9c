import type { DnsErrorReason } from "@mon/dns"
import type { DkimKey } from "./DkimKey.ts"

/** A key found at a selector. */
export interface FoundKey extends DkimKey {
  readonly selector: string
  /** From the CNAME, otherwise from the usual owner of the selector. */
  readonly provider: string | null
  readonly record: string
  readonly cname: string | null
  /** The number of TXT records at this name; with more than one the result is undefined. */
  readonly records: number
}

/** An alias without a key at its target. */
export interface DanglingSelector {
  readonly selector: string
  readonly target: string
  readonly exists: boolean
}

/** The DKIM keys of a domain. */
export interface DkimScan {
  readonly keys: ReadonlyArray<FoundKey>
  readonly dangling: ReadonlyArray<DanglingSelector>
  /** The target of the CNAME record of each selector that has one: the first name of its chain. */
  readonly aliases: ReadonlyMap<string, string>
  readonly selectorsProbed: number
  /** Selectors without an answer from the DNS. */
  readonly unanswered: ReadonlyArray<{ readonly selector: string; readonly reason: DnsErrorReason }>
  /** "none": nothing exists below _domainkey (RFC 8020); "some": something does; null: unknown. */
  readonly subtree: "none" | "some" | null
  /** The kind of key at a random selector, which a wildcard publishes; null: it has no key, or there was no answer. */
  readonly wildcard: "key" | "revoked" | null
}
