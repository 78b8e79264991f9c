import type { Bucket } from "@mon/core-store/s3"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { type ExportedFile, ExportError, type ExportTarget } from "./ExportTarget.ts"

const AT_ONCE = 16
/** The cache time is short, so that a page that becomes private also disappears from caches in front of the bucket. */
const CACHE = "public, max-age=5"
const INDEX = "index.html"

const failed = (cause: { readonly cause: unknown }) => new ExportError({ place: "the bucket", cause: cause.cause })

const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex")

/**
 * Stores copies as objects `<slug>/…` in a bucket. S3 cannot replace several objects at once, so each object is
 * replaced separately, the page itself last. Objects that already have the new content are not written again, so a new
 * attempt continues where the previous attempt failed.
 */
export const bucketTarget = (bucket: Bucket): ExportTarget => {
  const put = (slug: string, { body, contentType, path }: ExportedFile) =>
    bucket.put(`${slug}/${path}`, body, { contentType, cacheControl: CACHE })
  const write = Effect.fnUntraced(function* (slug: string, files: ReadonlyArray<ExportedFile>) {
    const listed = yield* bucket.list(`${slug}/`)
    const current = new Map(listed.map(({ etag, key }) => [key, etag]))
    const changed = files.filter(({ body, path }) => current.get(`${slug}/${path}`) !== md5(body))
    const putAll = (some: ReadonlyArray<ExportedFile>) =>
      Effect.forEach(some, (file) => put(slug, file), { concurrency: AT_ONCE, discard: true })
    yield* putAll(changed.filter(({ path }) => path !== INDEX))
    yield* putAll(changed.filter(({ path }) => path === INDEX))
    const wanted = new Set(files.map(({ path }) => `${slug}/${path}`))
    yield* bucket.remove(listed.map(({ key }) => key).filter((key) => !wanted.has(key)))
  })
  return {
    write: (slug, files) => Effect.mapError(write(slug, files), failed),
    remove: (slug) =>
      Effect.mapError(
        Effect.flatMap(bucket.list(`${slug}/`), (listed) => bucket.remove(listed.map(({ key }) => key))),
        failed
      ),
    slugs: Effect.mapError(bucket.folders, failed)
  }
}
