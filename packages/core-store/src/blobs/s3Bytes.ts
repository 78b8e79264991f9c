import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StoreError } from "../sql/operation.ts"
import { BlobBytes } from "./BlobBytes.ts"
import { openBucket } from "./Bucket.ts"
import type { S3Options } from "./S3Options.ts"

const damaged = (hash: string) =>
  new StoreError({
    reason: "Unavailable",
    operation: "BlobBytes.read",
    cause: new Error(`The object of ${hash} is damaged: the SHA-256 of its content differs from its name`)
  })

/** Stores the bytes as objects of a bucket, named by their hash. The S3 client closes when the layer closes. */
export const layerS3Bytes = (options: S3Options): Layer.Layer<BlobBytes> =>
  Layer.effect(
    BlobBytes,
    Effect.map(openBucket(options, "BlobBytes"), (bucket) =>
      BlobBytes.of({
        write: (hash, bytes, contentType) => bucket.put(hash, bytes, { contentType }),
        read: (hash) =>
          Effect.flatMap(bucket.get(hash), (bytes) =>
            bytes === null || createHash("sha256").update(bytes).digest("hex") === hash
              ? Effect.succeed(bytes)
              : Effect.fail(damaged(hash))
          ),
        remove: bucket.remove
      })
    )
  )
