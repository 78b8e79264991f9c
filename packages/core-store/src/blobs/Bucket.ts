import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client
} from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { StoreError } from "../sql/operation.ts"
import type { S3Options } from "./S3Options.ts"

/** The headers with which an object is stored. */
export interface ObjectHeaders {
  readonly contentType: string
  /** The header `Cache-Control`. By default, the object has no such header. */
  readonly cacheControl?: string
}

/** An object in a listing. */
export interface ListedObject {
  readonly key: string
  /** The entity tag of the object. With most services, this is the MD5 of the content in hex. */
  readonly etag: string
}

/**
 * A bucket of an S3-compatible service. Keys are relative to the prefix in the options. The only error is
 * `Unavailable`.
 */
export interface Bucket {
  readonly put: (key: string, bytes: Uint8Array, headers: ObjectHeaders) => Effect.Effect<void, StoreError>
  /** Reads an object. Null if there is no such object. */
  readonly get: (key: string) => Effect.Effect<Uint8Array | null, StoreError>
  /** Removes several objects. Ignores keys without an object. */
  readonly remove: (keys: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  /** Lists all objects whose keys begin with `prefix`. */
  readonly list: (prefix: string) => Effect.Effect<ReadonlyArray<ListedObject>, StoreError>
  /** Lists the names of the folders at the top level, without a slash. */
  readonly folders: Effect.Effect<ReadonlyArray<string>, StoreError>
}

const REQUEST_TIMEOUT_MS = 15_000
const REMOVED_AT_ONCE = 16

const attempt = <A>(operation: string, work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({
    try: (interrupted) => work(AbortSignal.any([interrupted, AbortSignal.timeout(REQUEST_TIMEOUT_MS)])),
    catch: (cause) => new StoreError({ reason: "Unavailable", operation, cause })
  })

const openClient = ({ accessKeyId, endpoint, region, secretAccessKey }: S3Options): S3Client =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: 3,
    // Only required checksums are sent and verified: not every S3-compatible service supports checksums in trailers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    credentials: { accessKeyId, secretAccessKey: Redacted.value(secretAccessKey) }
  })

/** Opens a bucket. Its connections close when the scope ends. The names of operations in errors begin with `name`. */
export const openBucket = Effect.fnUntraced(function* (
  options: S3Options,
  name = "Bucket"
): Effect.fn.Return<Bucket, never, Scope.Scope> {
  const { bucket, prefix = "" } = options
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => openClient(options)),
    (opened) => Effect.sync(() => opened.destroy())
  )
  const addressOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })

  const listFrom = (query: { readonly Prefix: string; readonly Delimiter?: string }, operation: string) =>
    Effect.gen(function* () {
      const objects: Array<ListedObject> = []
      const folders: Array<string> = []
      let token: string | undefined
      do {
        const page = yield* attempt(operation, (abortSignal) =>
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              ...query,
              ...(token === undefined ? {} : { ContinuationToken: token })
            }),
            { abortSignal }
          )
        )
        for (const { ETag = "", Key } of page.Contents ?? [])
          if (Key !== undefined) objects.push({ key: Key.slice(prefix.length), etag: ETag.replaceAll('"', "") })
        for (const { Prefix } of page.CommonPrefixes ?? [])
          if (Prefix !== undefined) folders.push(Prefix.slice(prefix.length, -1))
        token = page.NextContinuationToken
      } while (token !== undefined)
      return { objects, folders }
    })

  return {
    put: Effect.fn(`${name}.write`)((key, bytes, { cacheControl, contentType }) =>
      Effect.asVoid(
        attempt(`${name}.write`, (abortSignal) =>
          client.send(
            new PutObjectCommand({
              ...addressOf(key),
              Body: bytes,
              ContentType: contentType,
              ...(cacheControl === undefined ? {} : { CacheControl: cacheControl })
            }),
            { abortSignal }
          )
        )
      )
    ),
    get: Effect.fn(`${name}.read`)((key) =>
      attempt(`${name}.read`, async (abortSignal) => {
        try {
          const { Body } = await client.send(new GetObjectCommand(addressOf(key)), { abortSignal })
          return Body === undefined ? null : await Body.transformToByteArray()
        } catch (cause) {
          if (cause instanceof NoSuchKey) return null
          throw cause
        }
      })
    ),
    // Objects are removed one by one, because some S3-compatible services do not support the checksum of DeleteObjects.
    remove: Effect.fn(`${name}.remove`)((keys) =>
      Effect.forEach(
        keys,
        (key) =>
          attempt(`${name}.remove`, (abortSignal) =>
            client.send(new DeleteObjectCommand(addressOf(key)), { abortSignal })
          ),
        { concurrency: REMOVED_AT_ONCE, discard: true }
      )
    ),
    list: Effect.fn(`${name}.list`)((below) =>
      Effect.map(listFrom({ Prefix: `${prefix}${below}` }, `${name}.list`), ({ objects }) => objects)
    ),
    folders: Effect.map(listFrom({ Prefix: prefix, Delimiter: "/" }, `${name}.list`), ({ folders }) => folders)
  }
})
