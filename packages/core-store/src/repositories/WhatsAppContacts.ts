import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { Viewer } from "./Viewer.ts"

/** The WhatsApp numbers of an account. */
export interface WhatsAppContact {
  /** Confirmed: alerts go there. */
  readonly number: string | null
  /** A code was sent there and not entered yet. */
  readonly pendingNumber: string | null
}

/** How often an account may ask for a code: after a pause, and so often in 24 hours. */
export interface CodePolicy {
  readonly pauseSeconds: number
  readonly perDay: number
}

/** What a code is compared with. */
export interface PendingCode {
  readonly number: string
  readonly signature: string
}

/** WhatsApp numbers of accounts: each is confirmed by a code before anything is sent there. */
export class WhatsAppContacts extends Context.Service<
  WhatsAppContacts,
  {
    readonly find: (viewer: Viewer) => Effect.Effect<WhatsAppContact, StoreError>
    /** Keeps a number with the signature of its code; false when the account asks too often. */
    readonly begin: (viewer: Viewer, code: PendingCode, policy: CodePolicy) => Effect.Effect<boolean, StoreError>
    /** Counts a try at the code, and answers what it is compared with; null when there is none, it is too old or was tried too often. */
    readonly takeTry: (
      viewer: Viewer,
      limits: { readonly seconds: number; readonly tries: number }
    ) => Effect.Effect<PendingCode | null, StoreError>
    /** The pending number becomes the one in use, if it is still this one. */
    readonly confirm: (viewer: Viewer, code: PendingCode) => Effect.Effect<boolean, StoreError>
    /** Forgets both numbers; what waits for them is not delivered. */
    readonly remove: (viewer: Viewer) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/WhatsAppContacts") {}
