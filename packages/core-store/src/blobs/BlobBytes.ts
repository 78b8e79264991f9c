import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../sql/StoreError.ts"

/**
 * Where the bytes of blobs lie, under their SHA-256 in lower-case hex. Writing the same bytes again changes nothing, and
 * so does removing what is not there.
 */
export class BlobBytes extends Context.Service<
  BlobBytes,
  {
    readonly write: (hash: string, bytes: Uint8Array, contentType: string) => Effect.Effect<void, StoreError>
    /** Null when there are none. */
    readonly read: (hash: string) => Effect.Effect<Uint8Array | null, StoreError>
    readonly remove: (hashes: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/blobs/BlobBytes") {}
