import type { Environment } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { BlobBytes } from "./BlobBytes.ts"
import { layerDiskBytes } from "./diskBytes.ts"
import { layerPostgresBytes } from "./postgresBytes.ts"
import { readBlobBucket, type S3Options } from "./S3Options.ts"

/** The kind of storage for the bytes of images. */
export type BlobStorage =
  | { readonly _tag: "Postgres" }
  | { readonly _tag: "Disk"; readonly folder: string }
  | { readonly _tag: "S3"; readonly options: S3Options }

/**
 * Reads where images are stored: in the bucket from the environment (`MON_S3_*`, all five or none), or else in the
 * given folder, or else in the database.
 *
 * @throws SettingError
 */
export const readBlobStorage = (env: Environment, folder: string | null): BlobStorage => {
  const options = readBlobBucket(env)
  if (options !== null) return { _tag: "S3", options }
  return folder === null ? { _tag: "Postgres" } : { _tag: "Disk", folder }
}

/** Provides {@link BlobBytes} in this storage. The S3 client is loaded only for a bucket. */
export const layerBlobBytes = (storage: BlobStorage): Layer.Layer<BlobBytes, never, SqlClient.SqlClient> => {
  switch (storage._tag) {
    case "Postgres":
      return layerPostgresBytes
    case "Disk":
      return layerDiskBytes(storage.folder)
    case "S3":
      return Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./s3Bytes.ts")),
          ({ layerS3Bytes }) => layerS3Bytes(storage.options)
        )
      )
  }
}
