import type { DnsErrorReason } from "@mon/dns"
import type { DkimKey } from "./DkimKey.ts"

export interface FoundKey extends DkimKey {
  readonly selector: string
  /** The provider, from the CNAME or otherwise from the usual owner of the selector. */
  readonly provider: string | null
  readonly record: string
  readonly cname: string | null
  /** The number of TXT records at this name. If there are several, the result of a verification is undefined. */
  readonly records: number
}

/** An alias without a key at its target. */
export interface DanglingSelector {
  readonly selector: string
  readonly target: string
  readonly exists: boolean
}

export interface DkimScan {
  readonly keys: ReadonlyArray<FoundKey>
  readonly dangling: ReadonlyArray<DanglingSelector>
  /** The first CNAME target of each selector whose name is an alias. */
  readonly aliases: ReadonlyMap<string, string>
  readonly selectorsProbed: number
  readonly unanswered: ReadonlyArray<{ readonly selector: string; readonly reason: DnsErrorReason }>
  /** Whether names exist below _domainkey. "none": no name exists (RFC 8020); "some": a name exists; null: unknown. */
  readonly subtree: "none" | "some" | null
  /** The kind of key that a wildcard publishes, found at a random selector; null if there is no key or no answer. */
  readonly wildcard: "key" | "revoked" | null
}
