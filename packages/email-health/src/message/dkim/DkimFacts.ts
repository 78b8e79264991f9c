import type { SignatureReason, SignatureResult } from "./SignatureResult.ts"

/** One DKIM signature and its result. */
export interface DkimSignatureFacts {
  /** The "d" domain, IDNA ASCII; null when it cannot be read. */
  readonly domain: string | null
  readonly selector: string | null
  readonly algorithm: "rsa-sha256" | "ed25519-sha256" | null
  /** Header and body algorithm, such as "relaxed/simple". */
  readonly canonicalization: string | null
  readonly status: SignatureResult["status"]
  /** Why it does not pass; null when it does. */
  readonly reason: SignatureReason | null
  /** A sentence for people; may change. */
  readonly detail: string | null
  /** 256 for Ed25519; null when no key verified the signature. */
  readonly keyBits: number | null
  /** The key record has the flag "t=y". */
  readonly testing: boolean
  /** Lower case, in order. */
  readonly signedHeaders: ReadonlyArray<string>
  /** Signed octets of the body; null for the whole body. */
  readonly bodyLength: number | null
  /** Octets of the canonical body that the signature does not cover. */
  readonly unsignedOctets: number
  /** Key records at the selector; null when they were not fetched. */
  readonly keyRecords: number | null
}

/** The DKIM signatures of a message, from the top. */
export interface DkimFacts {
  readonly signatures: ReadonlyArray<DkimSignatureFacts>
  /** Signatures beyond the limit, which were not verified. */
  readonly skipped: number
}
