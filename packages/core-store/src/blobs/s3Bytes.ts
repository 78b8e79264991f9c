import { DeleteObjectsCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { StoreError } from "../StoreError.ts"
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

/** What one deletion may name (S3 API, DeleteObjects). */
const deletedAtOnce = 1_000

const attempt = <A>(operation: string, work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({
    try: (interrupted) => work(AbortSignal.any([interrupted, AbortSignal.timeout(requestTimeoutMs)])),
    catch: (cause) => new StoreError({ reason: "Unavailable", operation, cause })
  })

const chunks = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))

/** Keeps the bytes as objects of a bucket, named by their hash. The client ends with the layer. */
export const layerS3Bytes = (options: S3Options): Layer.Layer<BlobBytes> =>
  Layer.effect(
    BlobBytes,
    Effect.gen(function*() {
      const { bucket: Bucket, prefix = "" } = options
      const client = yield* Effect.acquireRelease(
        Effect.sync(() =>
          new S3Client({
            endpoint: options.endpoint,
            region: options.region,
            forcePathStyle: true,
            maxAttempts: 3,
            // Checksums in trailers are not understood by every service that speaks S3.
            requestChecksumCalculation: "WHEN_REQUIRED",
            responseChecksumValidation: "WHEN_REQUIRED",
            credentials: { accessKeyId: options.accessKeyId, secretAccessKey: Redacted.value(options.secretAccessKey) }
          })
        ),
        (opened) => Effect.sync(() => opened.destroy())
      )
      const Key = (hash: string) => `${prefix}${hash}`
      return BlobBytes.of({
        write: Effect.fn("BlobBytes.write")((hash, bytes, contentType) =>
          Effect.asVoid(attempt("BlobBytes.write", (abortSignal) =>
            client.send(new PutObjectCommand({ Bucket, Key: Key(hash), Body: bytes, ContentType: contentType }), { abortSignal })))
        ),
        read: Effect.fn("BlobBytes.read")((hash) =>
          attempt("BlobBytes.read", async (abortSignal) => {
            try {
              const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: Key(hash) }), { abortSignal })
              return await Body?.transformToByteArray() ?? null
            } catch (cause) {
              if (cause instanceof NoSuchKey) return null
              throw cause
            }
          })
        ),
        remove: Effect.fn("BlobBytes.remove")((hashes) =>
          Effect.forEach(chunks(hashes, deletedAtOnce), (some) =>
            attempt("BlobBytes.remove", async (abortSignal) => {
              const Objects = some.map((hash) => ({ Key: Key(hash) }))
              const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }), { abortSignal })
              const [first] = Errors
              if (first !== undefined) throw new Error(`${first.Key}: ${first.Message ?? first.Code}`)
            }), { discard: true })
        )
      })
    })
  )
