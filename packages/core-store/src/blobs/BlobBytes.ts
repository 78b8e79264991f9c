import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../sql/StoreError.ts"

/**
 * Storage for the bytes of blobs, under their SHA-256 in lower-case hex. Writing the same bytes again changes nothing,
 * and neither does removing an absent hash.
 */
export class BlobBytes extends Context.Service<
  BlobBytes,
  {
    readonly write: (hash: string, bytes: Uint8Array, contentType: string) => Effect.Effect<void, StoreError>
    /** Null when the hash is absent. */
    readonly read: (hash: string) => Effect.Effect<Uint8Array | null, StoreError>
    readonly remove: (hashes: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/blobs/BlobBytes") {}
