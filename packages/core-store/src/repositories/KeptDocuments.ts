import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/** The last good copy of a document from elsewhere. */
export interface KeptDocument {
  readonly document: string
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
}

/** Documents from elsewhere whose last good copy outlives the process, such as IANA's list of RDAP servers. */
export class KeptDocuments extends Context.Service<
  KeptDocuments,
  {
    readonly find: (name: string) => Effect.Effect<KeptDocument | null, StoreError>
    /** Keeps a copy unless a newer one is kept already. */
    readonly keep: (name: string, copy: KeptDocument) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/KeptDocuments") {}
