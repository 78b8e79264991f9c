import { type S3Options, StatusPageExports } from "@mon/core-store"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { access, constants, mkdir } from "node:fs/promises"
import { type Finding, fail, ok, warn } from "./Finding.ts"

const SUBJECT = "copies of status pages"

export interface CopySettings {
  readonly statusExport?: string | null
  readonly statusExportBucket?: S3Options | null
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const examineFolder = (folder: string): Effect.Effect<Finding> =>
  Effect.promise(async () => {
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK | constants.X_OK)
      return ok(SUBJECT, `written to ${folder}`)
    } catch (cause) {
      return fail(SUBJECT, `MON_STATUS_EXPORT cannot be written to: ${messageOf(cause)}`)
    }
  })

/** Returns whether everybody can list the bucket. If so, everybody can see the names of private images. */
const isListed = ({ bucket, endpoint }: S3Options) =>
  Effect.promise(async () => {
    try {
      const address = new URL(`${bucket}?list-type=2&max-keys=1`, endpoint.endsWith("/") ? endpoint : `${endpoint}/`)
      const { status } = await fetch(address, { signal: AbortSignal.timeout(5_000) })
      return status === 200
    } catch {
      return false
    }
  })

const examineBucket = Effect.fnUntraced(function* (options: S3Options) {
  const name = `${options.bucket}/${options.prefix ?? ""}`
  const { openBucket } = yield* Effect.promise(() => import("@mon/core-store/s3"))
  const bucket = yield* openBucket(options)
  // The test file is outside the folders of pages, so that no process removes it as an unused copy.
  const key = `.doctor-${randomUUID()}`
  const work = Effect.gen(function* () {
    yield* bucket.put(key, Buffer.from("mon-server doctor"), { contentType: "text/plain" })
    yield* bucket.list(key)
    yield* bucket.remove([key])
  })
  const result = yield* Effect.result(work)
  if (result._tag === "Failure")
    return fail(SUBJECT, `MON_STATUS_EXPORT_BUCKET (${name}) cannot be used: ${messageOf(result.failure.cause)}`)
  return (yield* isListed(options))
    ? warn(SUBJECT, `anyone can list the bucket ${options.bucket}: allow only s3:GetObject under the prefix`)
    : ok(SUBJECT, `written to the bucket ${name}`)
}, Effect.scoped)

/** Writes a test file to the folder and the bucket for copies, as the service would. */
export const examineCopies = ({
  statusExport = null,
  statusExportBucket = null
}: CopySettings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.all([
    ...(statusExport === null ? [] : [examineFolder(statusExport)]),
    ...(statusExportBucket === null ? [] : [examineBucket(statusExportBucket)])
  ])

/**
 * Reports copies that no process updates any more, because the settings no longer name their folder or bucket. Returns
 * no finding before the first start.
 */
export const examineAbandonedCopies = ({
  statusExport = null,
  statusExportBucket = null
}: CopySettings): Effect.Effect<ReadonlyArray<Finding>, never, SqlClient.SqlClient> => {
  if (statusExport !== null || statusExportBucket !== null) return Effect.succeed([])
  return Effect.gen(function* () {
    const { length } = yield* (yield* StatusPageExports).list()
    if (length === 0) return []
    const detail = `${length} pages have copies that are no longer updated, because MON_STATUS_EXPORT and MON_STATUS_EXPORT_BUCKET are not set: remove them yourself`
    return [warn(SUBJECT, detail)]
  }).pipe(
    Effect.provide(StatusPageExports.layer),
    Effect.catchTag("StoreError", () => Effect.succeed([]))
  )
}
