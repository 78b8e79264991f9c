import type { Bucket } from "@mon/core-store/s3"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { type ExportedFile, ExportError, type ExportTarget } from "./ExportTarget.ts"

const AT_ONCE = 16
/** A page that is made private must also leave the caches between the bucket and its readers. */
const CACHE = "public, max-age=5"
const INDEX = "index.html"

const failed = (cause: { readonly cause: unknown }) => new ExportError({ place: "the bucket", cause: cause.cause })

const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex")

/**
 * Copies as objects `<slug>/…` of a bucket. S3 cannot switch several objects at once: each is replaced as a whole, and
 * the page itself comes last. Objects that have the right content stay, so that an attempt continues where one ended.
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
