import type { KeyObject } from "node:crypto"

export interface KeyFault {
  readonly code:
    | "key_unanswered"
    | "key_missing"
    | "key_revoked"
    | "key_invalid"
    | "key_type"
    | "key_too_short"
    | "key_too_long"
  readonly message: string
}

export interface SignatureKey {
  readonly key: KeyObject
  readonly bits: number
  readonly testing: boolean
  /** Whether the "i" domain must equal the "d" domain. */
  readonly strict: boolean
}

/** The keys at a selector, or the reason why there is no key. A correctly configured selector has one key. */
export type KeyLookup =
  | { readonly ok: true; readonly keys: ReadonlyArray<SignatureKey>; readonly records: number }
  | { readonly ok: false; readonly fault: KeyFault }
