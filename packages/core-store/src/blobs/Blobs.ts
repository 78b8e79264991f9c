import { createHash } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { storeError, StoreError } from "../sql/operation.ts"
import { BlobBytes } from "./BlobBytes.ts"

/** The maximum size of a blob. All stored images are much smaller: a full-page screenshot takes 1 to 2 MiB. */
export const MAX_BLOB_BYTES = 16 * 1024 * 1024

/** A media type without parameters (RFC 6838, section 4.2). */
const contentTypeForm = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,126}$/

const hashForm = /^[0-9a-f]{64}$/

/** The bytes that are stored under a hash, with their media type. */
export interface Blob {
  /** The SHA-256 of the bytes, in lower-case hex. */
  readonly hash: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** The bytes to store, and the time for which they are kept. */
export interface NewBlob {
  readonly bytes: Uint8Array
  /** The media type, such as "image/webp". */
  readonly contentType: string
  /**
   * The time after which the blob may be removed. If the same bytes are stored again, this time is kept or moved to a
   * later time.
   */
  readonly keepUntil: Date
}

/**
 * A storage of bytes by their SHA-256. Equal bytes are stored once. A blob can be read until it has expired and a sweep
 * has removed it.
 */
export class Blobs extends Context.Service<
  Blobs,
  {
    /**
     * Stores bytes and returns the hash. Fails with `Failed` if there are more than 16 MiB, or if the type is not a
     * media type.
     */
    readonly put: (blob: NewBlob) => Effect.Effect<string, StoreError>
    /** Reads a blob. Null if there is no such blob, or if the given text is not a hash. */
    readonly get: (hash: string) => Effect.Effect<Blob | null, StoreError>
    /**
     * Removes at most `limit` expired blobs. Blobs that expired first are removed first. Returns the number of removed
     * blobs.
     */
    readonly sweep: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/blobs/Blobs") {
  /**
   * The layer of the blob storage, which needs a storage for the bytes: `layerPostgresBytes`, `layerDiskBytes(folder)`
   * or `layerS3Bytes(options)`.
   */
  static readonly layer: Layer.Layer<Blobs, never, SqlClient | BlobBytes> = Layer.effect(
    Blobs,
    Effect.suspend(() => make)
  )
}

const refusal = ({ bytes, contentType, keepUntil }: NewBlob): string | undefined =>
  bytes.length > MAX_BLOB_BYTES
    ? `A blob has at most ${MAX_BLOB_BYTES} bytes, but this one has ${bytes.length}`
    : !contentTypeForm.test(contentType)
      ? "A blob needs a media type like image/webp"
      : Number.isNaN(keepUntil.getTime())
        ? "A blob needs a valid keepUntil time"
        : undefined

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const store = yield* BlobBytes

  // The row is written before the bytes, so that no sweep removes bytes that are about to be written.
  const announce = (hash: Buffer, { bytes, contentType, keepUntil }: NewBlob) =>
    sql<{ readonly stored: boolean }>`
      insert into blob (hash, content_type, size, expires_at)
      values (${hash}, ${contentType}, ${bytes.length}, ${keepUntil})
      on conflict (hash) do update set expires_at = greatest(blob.expires_at, excluded.expires_at)
      returning stored`.pipe(
      Effect.map(([row]) => row?.stored === true),
      Effect.mapError(storeError("Blobs.put"))
    )

  const put: Blobs["Service"]["put"] = Effect.fn("Blobs.put")(function* (blob) {
    const problem = refusal(blob)
    if (problem !== undefined) {
      return yield* new StoreError({ reason: "Failed", operation: "Blobs.put", cause: new TypeError(problem) })
    }
    const digest = createHash("sha256").update(blob.bytes).digest()
    const hash = digest.toString("hex")
    if (yield* announce(digest, blob)) return hash
    yield* store.write(hash, blob.bytes, blob.contentType)
    yield* Effect.mapError(sql`update blob set stored = true where hash = ${digest}`, storeError("Blobs.put"))
    return hash
  })

  const get: Blobs["Service"]["get"] = Effect.fn("Blobs.get")(function* (hash) {
    if (!hashForm.test(hash)) return null
    const [row] = yield* Effect.mapError(
      sql<{ readonly content_type: string }>`
        select content_type from blob where hash = ${Buffer.from(hash, "hex")} and stored`,
      storeError("Blobs.get")
    )
    if (row === undefined) return null
    const bytes = yield* store.read(hash)
    return bytes === null ? null : { hash, contentType: row.content_type, bytes }
  })

  // The rows stay locked until their bytes are removed.
  // A concurrent put of the same bytes waits until then, and writes the bytes again.
  const sweep: Blobs["Service"]["sweep"] = Effect.fn("Blobs.sweep")(function* (limit) {
    const removed = sql.withTransaction(
      Effect.gen(function* () {
        const rows = yield* sql<{ readonly hash: Buffer }>`
        select hash from blob where expires_at < mon_now() order by expires_at limit ${limit} for update skip locked`
        if (rows.length === 0) return 0
        yield* store.remove(rows.map(({ hash }) => hash.toString("hex")))
        yield* sql`delete from blob where ${sql.in(
          "hash",
          rows.map(({ hash }) => hash)
        )}`
        return rows.length
      })
    )
    return yield* Effect.catchTag(removed, "SqlError", (error) => Effect.fail(storeError("Blobs.sweep")(error)))
  })

  return Blobs.of({ put, get, sweep })
})
