import { createHash } from "node:crypto"
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { StoreError } from "../sql/StoreError.ts"
import { BlobBytes } from "./BlobBytes.ts"

/** A bucket of any service that speaks S3 (`MON_S3_*`). */
export interface S3Options {
  /** `https://s3.eu-central-1.amazonaws.com`, or the address of another service. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
  /** Put before every name; default none. */
  readonly prefix?: string
}

/** Without an answer after this time a request has failed. */
const requestTimeoutMs = 15_000

const deletedAtOnce = 8

const attempt = <A>(operation: string, work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({
    try: (interrupted) => work(AbortSignal.any([interrupted, AbortSignal.timeout(requestTimeoutMs)])),
    catch: (cause) => new StoreError({ reason: "Unavailable", operation, cause })
  })

const intact = (hash: string, bytes: Uint8Array): Uint8Array => {
  if (createHash("sha256").update(bytes).digest("hex") === hash) return bytes
  throw new Error(`The object of ${hash} is damaged: its SHA-256 is not its name`)
}

/** Keeps the bytes as objects of a bucket, named by their hash. The client ends with the layer. */
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
              // Checksums in trailers are not understood by every service that speaks S3.
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
        // One by one: not every service that speaks S3 takes a deletion of many without a checksum that it knows.
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
