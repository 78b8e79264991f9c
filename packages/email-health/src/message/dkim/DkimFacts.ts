import type { SignatureReason, SignatureResult } from "./SignatureResult.ts"

/** One DKIM signature and its result. */
export interface DkimSignatureFacts {
  /** The "d" domain in IDNA ASCII; null if it cannot be read. */
  readonly domain: string | null
  readonly selector: string | null
  readonly algorithm: "rsa-sha256" | "ed25519-sha256" | null
  /** The header and body algorithms, such as "relaxed/simple". */
  readonly canonicalization: string | null
  readonly status: SignatureResult["status"]
  /** The reason why the signature does not pass; null if it passes. */
  readonly reason: SignatureReason | null
  /** A sentence for people. Its wording may change. */
  readonly detail: string | null
  /** The length of the key in bits; 256 for Ed25519; null if no key verified the signature. */
  readonly keyBits: number | null
  /** Whether the key record has the flag "t=y". */
  readonly testing: boolean
  /** The names of the signed headers in lower case, in order. */
  readonly signedHeaders: ReadonlyArray<string>
  /** The number of signed octets of the body; null if the whole body is signed. */
  readonly bodyLength: number | null
  /** The number of octets of the canonical body that the signature does not cover. */
  readonly unsignedOctets: number
  /** The number of key records at the selector; null if they were not fetched. */
  readonly keyRecords: number | null
}

/** The DKIM signatures of a message, topmost first. */
export interface DkimFacts {
  readonly signatures: ReadonlyArray<DkimSignatureFacts>
  /** The number of signatures beyond the limit, which were not verified. */
  readonly skipped: number
}
