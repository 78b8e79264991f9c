import { type Environment, givenSetting, SettingError } from "@mon/model"
import * as Redacted from "effect/Redacted"

/** A bucket of any S3-compatible service, as configured by `MON_S3_*`. */
export interface S3Options {
  /** The endpoint: `https://s3.eu-central-1.amazonaws.com`, or the address of another service. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
  /** The prefix of every object name. Default: no prefix. */
  readonly prefix?: string
}

type Part = "endpoint" | "region" | "bucket" | "accessKeyId" | "secretAccessKey"

const blobVariables: Readonly<Record<Part, string>> = {
  endpoint: "MON_S3_ENDPOINT",
  region: "MON_S3_REGION",
  bucket: "MON_S3_BUCKET",
  accessKeyId: "MON_S3_ACCESS_KEY_ID",
  secretAccessKey: "MON_S3_SECRET_ACCESS_KEY"
}

const copyVariables: Readonly<Record<Part, string>> = {
  endpoint: "MON_STATUS_EXPORT_ENDPOINT",
  region: "MON_STATUS_EXPORT_REGION",
  bucket: "MON_STATUS_EXPORT_BUCKET",
  accessKeyId: "MON_STATUS_EXPORT_ACCESS_KEY_ID",
  secretAccessKey: "MON_STATUS_EXPORT_SECRET_ACCESS_KEY"
}

const endpointOf = (variable: string, text: string): string => {
  if (/^https?:$/u.test(URL.parse(text)?.protocol ?? "")) return text
  throw new SettingError({ variable, takes: "a URL such as https://s3.eu-central-1.amazonaws.com" })
}

/**
 * Reads the options of the bucket for images (`MON_S3_*`, all five or none). Returns null if no variable is set.
 *
 * @throws SettingError
 */
export const readBlobBucket = (env: Environment): S3Options | null => {
  if (Object.values(blobVariables).every((variable) => givenSetting(env, variable) === null)) return null
  const required = (part: Part): string => {
    const variable = blobVariables[part]
    const value = givenSetting(env, variable)
    if (value === null) throw new SettingError({ variable, takes: "set, because another MON_S3_ variable is set" })
    return value
  }
  return {
    endpoint: endpointOf(blobVariables.endpoint, required("endpoint")),
    region: required("region"),
    bucket: required("bucket"),
    accessKeyId: required("accessKeyId"),
    secretAccessKey: Redacted.make(required("secretAccessKey"))
  }
}

/** Matches the name of a bucket (by the rules of S3), a slash, and a prefix of one or more folders. */
const BUCKET = /^(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(?<prefix>[\w.-]+(?:\/[\w.-]+)*)\/?$/u

/**
 * Reads the options of the bucket for copies of status pages: `MON_STATUS_EXPORT_BUCKET` as `bucket/prefix`, and its
 * endpoint, region and key, which default to `MON_S3_*`. The prefix must contain nothing but the copies, for two
 * reasons: readers may read everything below the prefix, although the bucket can also contain private images, and Mon
 * removes objects that belong to no page. Returns null if copies are not stored in a bucket.
 *
 * @throws SettingError
 */
export const readCopyBucket = (env: Environment): S3Options | null => {
  const text = givenSetting(env, copyVariables.bucket)
  if (text === null) {
    const lonely = Object.values(copyVariables).find((variable) => givenSetting(env, variable) !== null)
    if (lonely === undefined) return null
    throw new SettingError({ variable: copyVariables.bucket, takes: `set, because ${lonely} is set` })
  }
  const { bucket, prefix } = BUCKET.exec(text)?.groups ?? {}
  if (bucket === undefined || prefix === undefined)
    throw new SettingError({ variable: copyVariables.bucket, takes: "a bucket and a prefix such as my-bucket/status" })
  const part = (name: Exclude<Part, "bucket">): string => {
    const value = givenSetting(env, copyVariables[name]) ?? givenSetting(env, blobVariables[name])
    if (value !== null) return value
    throw new SettingError({ variable: copyVariables[name], takes: `set, because ${blobVariables[name]} is not` })
  }
  return {
    endpoint: endpointOf(copyVariables.endpoint, part("endpoint")),
    region: part("region"),
    bucket,
    accessKeyId: part("accessKeyId"),
    secretAccessKey: Redacted.make(part("secretAccessKey")),
    prefix: `${prefix}/`
  }
}
