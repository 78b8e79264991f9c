import type { SignatureFault } from "./DkimSignature.ts"
import type { KeyFault, SignatureKey } from "./KeyLookup.ts"

/** Why a signature cannot be verified. Codes are stable. */
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

/** The result of one signature: the results of RFC 8601 section 2.7.1 that apply, with a reason. */
export interface SignatureResult {
  readonly status: "pass" | "fail" | "permerror" | "temperror"
  readonly reason: SignatureReason | null
  /** A sentence for people; null after a pass. */
  readonly detail: string | null
  readonly key: SignatureKey | null
}
