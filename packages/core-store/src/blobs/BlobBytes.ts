import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../sql/operation.ts"

/**
 * Storage for the bytes of blobs, by their SHA-256 in lower-case hex. Writing bytes that are already stored has no
 * effect. Removing an absent hash has no effect either.
 */
export class BlobBytes extends Context.Service<
  BlobBytes,
  {
    readonly write: (hash: string, bytes: Uint8Array, contentType: string) => Effect.Effect<void, StoreError>
    /** Reads the bytes that are stored under a hash. Null if the hash is absent. */
    readonly read: (hash: string) => Effect.Effect<Uint8Array | null, StoreError>
    readonly remove: (hashes: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/blobs/BlobBytes") {}
