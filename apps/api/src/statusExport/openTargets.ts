import type { S3Options } from "@mon/core-store"
import { Effect, type Scope } from "effect"
import { bucketTarget } from "./bucketTarget.ts"
import { everyTarget, type ExportTarget } from "./ExportTarget.ts"
import { folderTarget } from "./folderTarget.ts"

/** The configured places for copies. The S3 client is loaded only for a bucket. */
export interface ExportPlaces {
  readonly folder: string | null
  readonly bucket: S3Options | null
}

/** Opens the places for copies. The connections to a bucket close with the scope. */
export const openTargets = Effect.fnUntraced(function* ({
  bucket,
  folder
}: ExportPlaces): Effect.fn.Return<ExportTarget, never, Scope.Scope> {
  const targets: Array<ExportTarget> = folder === null ? [] : [folderTarget(folder)]
  if (bucket !== null) {
    const { openBucket } = yield* Effect.promise(() => import("@mon/core-store/s3"))
    targets.push(bucketTarget(yield* openBucket(bucket)))
  }
  return everyTarget(targets)
})
