import { createHash } from "node:crypto"
import type { S3Client } from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { StoreError } from "../StoreError.ts"
import { BlobBytes } from "./BlobBytes.ts"

/** A bucket of Amazon S3 or of anything that speaks its protocol. */
export interface S3Options {
  readonly bucket: string
  /** `https://s3.eu-central-1.amazonaws.com`, `http://127.0.0.1:9000`. */
  readonly endpoint: string
  /** Default "us-east-1", which most other servers take for any. */
  readonly region?: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted<string>
  /** In front of every name. Default "blobs/". */
  readonly prefix?: string
}

const CONNECT_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 30_000
const ATTEMPTS = 3
const REMOVALS_AT_ONCE = 8

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === "NoSuchKey" || cause.name === "NotFound")

const unavailable = (operation: string) => (cause: unknown) => new StoreError({ reason: "Unavailable", operation, cause })

const failed = (operation: string, sentence: string) =>
  new StoreError({ reason: "Failed", operation, cause: new Error(sentence) })

const verified = (bytes: Uint8Array, hash: string): Effect.Effect<Uint8Array, StoreError> =>
  createHash("sha256").update(bytes).digest("hex") === hash
    ? Effect.succeed(bytes)
    : Effect.fail(failed("BlobBytes.read", `The object ${hash} is damaged: its SHA-256 is not its name`))

type S3 = typeof import("@aws-sdk/client-s3")

const make = ({ DeleteObjectCommand, GetObjectCommand, PutObjectCommand }: S3, client: S3Client, options: S3Options) => {
  const Bucket = options.bucket
  const keyOf = (hash: string): string => `${options.prefix ?? "blobs/"}${hash}`

  const get = (hash: string) =>
    Effect.tryPromise({
      try: async (abortSignal) => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(hash) }), { abortSignal })
          return await Body?.transformToByteArray() ?? null
        } catch (cause) {
          if (isMissing(cause)) return null
          throw cause
        }
      },
      catch: unavailable("BlobBytes.read")
    })

  return BlobBytes.of({
    write: Effect.fn("BlobBytes.write")((hash, bytes, contentType) =>
      Effect.asVoid(Effect.tryPromise({
        try: (abortSignal) =>
          client.send(new PutObjectCommand({ Bucket, Key: keyOf(hash), Body: bytes, ContentType: contentType }), { abortSignal }),
        catch: unavailable("BlobBytes.write")
      }))
    ),
    read: Effect.fn("BlobBytes.read")((hash) =>
      Effect.flatMap(get(hash), (bytes): Effect.Effect<Uint8Array | null, StoreError> =>
        bytes === null ? Effect.succeed(null) : verified(bytes, hash))
    ),
    // One by one: removing many at once needs a checksum that not every server understands.
    remove: Effect.fn("BlobBytes.remove")((hashes) =>
      Effect.forEach(hashes, (hash) =>
        Effect.tryPromise({
          try: (abortSignal) => client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(hash) }), { abortSignal }),
          catch: unavailable("BlobBytes.remove")
        }), { concurrency: REMOVALS_AT_ONCE, discard: true })
    )
  })
}

/** Keeps the bytes in a bucket; needs the package `@aws-sdk/client-s3`, which is loaded when the layer is built. */
export const layerS3Bytes = (options: S3Options): Layer.Layer<BlobBytes, StoreError> =>
  Layer.effect(
    BlobBytes,
    Effect.gen(function*() {
      const s3 = yield* Effect.tryPromise({ try: () => import("@aws-sdk/client-s3"), catch: unavailable("BlobBytes.layer") })
      const client = yield* Effect.acquireRelease(
        Effect.sync(() =>
          new s3.S3Client({
            endpoint: options.endpoint,
            region: options.region ?? "us-east-1",
            credentials: { accessKeyId: options.accessKeyId, secretAccessKey: Redacted.value(options.secretAccessKey) },
            forcePathStyle: true,
            maxAttempts: ATTEMPTS,
            // Servers other than Amazon's often refuse the checksums that the client adds by itself.
            requestChecksumCalculation: "WHEN_REQUIRED",
            responseChecksumValidation: "WHEN_REQUIRED",
            requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }
          })
        ),
        (opened) => Effect.sync(() => opened.destroy())
      )
      return make(s3, client, options)
    })
  )
