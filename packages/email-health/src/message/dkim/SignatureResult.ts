import type { SignatureFault } from "./DkimSignature.ts"
import type { KeyFault, SignatureKey } from "./KeyLookup.ts"

/** The reason why a signature does not pass. Codes are stable. */
export type SignatureReason =
  | SignatureFault["code"]
  | KeyFault["code"]
  | "body_changed"
  | "headers_changed"
  | "key_mismatch"
  | "body_length"
  | "expired"
  | "strict_identity"
  | "header_limit"

/** The result of one signature, with its reason. RFC 8601 section 2.7.1 defines the results. */
export interface SignatureResult {
  readonly status: "pass" | "fail" | "permerror" | "temperror"
  readonly reason: SignatureReason | null
  /** A sentence for people; null after a pass. */
  readonly detail: string | null
  readonly key: SignatureKey | null
}
