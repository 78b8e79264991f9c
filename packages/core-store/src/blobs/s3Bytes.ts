import { createHash } from "node:crypto"
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { StoreError } from "../sql/StoreError.ts"
import { BlobBytes } from "./BlobBytes.ts"

/** A bucket of any S3-compatible service (`MON_S3_*`). */
export interface S3Options {
  /** `https://s3.eu-central-1.amazonaws.com`, or the address of another service. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
  /** Prepended to every object name. Default: none. */
  readonly prefix?: string
}

const requestTimeoutMs = 15_000

const deletedAtOnce = 8

const attempt = <A>(operation: string, work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({
    try: (interrupted) => work(AbortSignal.any([interrupted, AbortSignal.timeout(requestTimeoutMs)])),
    catch: (cause) => new StoreError({ reason: "Unavailable", operation, cause })
  })

const intact = (hash: string, bytes: Uint8Array): Uint8Array => {
  if (createHash("sha256").update(bytes).digest("hex") === hash) return bytes
  throw new Error(`The object of ${hash} is damaged: the SHA-256 of its content differs from its name`)
}

/** Stores the bytes as objects of a bucket, named by their hash. The client closes with the layer. */
export const layerS3Bytes = (options: S3Options): Layer.Layer<BlobBytes> =>
  Layer.effect(
    BlobBytes,
    Effect.gen(function* () {
      const { bucket: Bucket, prefix = "" } = options
      const client = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new S3Client({
              endpoint: options.endpoint,
              region: options.region,
              forcePathStyle: true,
              maxAttempts: 3,
              // Not every S3-compatible service supports checksums in trailers.
              requestChecksumCalculation: "WHEN_REQUIRED",
              responseChecksumValidation: "WHEN_REQUIRED",
              credentials: {
                accessKeyId: options.accessKeyId,
                secretAccessKey: Redacted.value(options.secretAccessKey)
              }
            })
        ),
        (opened) => Effect.sync(() => opened.destroy())
      )
      const Key = (hash: string) => `${prefix}${hash}`
      return BlobBytes.of({
        write: Effect.fn("BlobBytes.write")((hash, bytes, contentType) =>
          Effect.asVoid(
            attempt("BlobBytes.write", (abortSignal) =>
              client.send(new PutObjectCommand({ Bucket, Key: Key(hash), Body: bytes, ContentType: contentType }), {
                abortSignal
              })
            )
          )
        ),
        read: Effect.fn("BlobBytes.read")((hash) =>
          attempt("BlobBytes.read", async (abortSignal) => {
            try {
              const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: Key(hash) }), { abortSignal })
              return Body === undefined ? null : intact(hash, await Body.transformToByteArray())
            } catch (cause) {
              if (cause instanceof NoSuchKey) return null
              throw cause
            }
          })
        ),
        // One by one: some S3-compatible services reject DeleteObjects without a checksum they support.
        remove: Effect.fn("BlobBytes.remove")((hashes) =>
          Effect.forEach(
            hashes,
            (hash) =>
              attempt("BlobBytes.remove", (abortSignal) =>
                client.send(new DeleteObjectCommand({ Bucket, Key: Key(hash) }), { abortSignal })
              ),
            {
              concurrency: deletedAtOnce,
              discard: true
            }
          )
        )
      })
    })
  )
