import { type Environment, givenSetting, SettingError } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as SqlClient from "effect/sql/SqlClient"
import type { BlobBytes } from "./BlobBytes.ts"
import { layerDiskBytes } from "./diskBytes.ts"
import { layerPostgresBytes } from "./postgresBytes.ts"
import type { S3Options } from "./s3Bytes.ts"

/** Where the bytes of images are stored. */
export type BlobStorage =
  | { readonly _tag: "Postgres" }
  | { readonly _tag: "Disk"; readonly folder: string }
  | { readonly _tag: "S3"; readonly options: S3Options }

const variables = {
  endpoint: "MON_S3_ENDPOINT",
  region: "MON_S3_REGION",
  bucket: "MON_S3_BUCKET",
  accessKeyId: "MON_S3_ACCESS_KEY_ID",
  secretAccessKey: "MON_S3_SECRET_ACCESS_KEY"
} as const

/**
 * The bucket that the environment names (`MON_S3_*`, all five or none); otherwise the given folder, or else the
 * database.
 *
 * @throws SettingError
 */
export const readBlobStorage = (env: Environment, folder: string | null): BlobStorage => {
  const given = (name: keyof typeof variables) => givenSetting(env, variables[name])
  if (Object.values(variables).every((variable) => givenSetting(env, variable) === null)) {
    return folder === null ? { _tag: "Postgres" } : { _tag: "Disk", folder }
  }
  const required = (name: keyof typeof variables): string => {
    const value = given(name)
    if (value === null)
      throw new SettingError({
        variable: variables[name],
        takes: "a value, because another MON_S3_ variable is set"
      })
    return value
  }
  const endpoint = required("endpoint")
  if (!/^https?:$/u.test(URL.parse(endpoint)?.protocol ?? "")) {
    throw new SettingError({ variable: variables.endpoint, takes: "a URL like https://s3.eu-central-1.amazonaws.com" })
  }
  return {
    _tag: "S3",
    options: {
      endpoint,
      region: required("region"),
      bucket: required("bucket"),
      accessKeyId: required("accessKeyId"),
      secretAccessKey: Redacted.make(required("secretAccessKey"))
    }
  }
}

/** {@link BlobBytes} in this storage. The S3 client is loaded only for a bucket. */
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
