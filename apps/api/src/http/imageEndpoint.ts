import { messages } from "@mon/api-contract"
import { BlobLinks, Blobs } from "@mon/core-store"
import { Clock, Effect } from "effect"
import { PublicUrl } from "../PublicUrl.ts"
import { errorResponse, errorResponseFor } from "./ErrorResponse.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import type { RequestContext } from "./RequestContext.ts"

/**
 * The path prefix of images. The URL of an image contains its hash in the path, and a signature and an expiry time in
 * the query.
 */
export const IMAGES_PATH = "/images/"

/** Returns the absolute, signed URL of an image, which is valid for seven days. */
export const imageUrl = Effect.fn("imageUrl")(function* (hash: string) {
  return `${(yield* PublicUrl).base()}${IMAGES_PATH}${yield* (yield* BlobLinks).make(hash)}`
})

export const imageUrlOrNull = (hash: string | null) => (hash === null ? Effect.succeed(null) : imageUrl(hash))

const notFound = errorResponse(404, messages.notFound)

// These headers make browsers treat the file only as an image, whatever its content.
const SAFE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin"
}

const find = Effect.fnUntraced(function* ({ method, path, query }: RequestContext) {
  if (method !== "GET" && method !== "HEAD") return notFound
  const hash = path.slice(IMAGES_PATH.length)
  const claims = new URLSearchParams(query)
  const expires = claims.get("expires") ?? ""
  const valid = yield* (yield* BlobLinks).check({ hash, expires, signature: claims.get("signature") ?? "" })
  const blob = valid ? yield* (yield* Blobs).get(hash) : null
  if (blob === null) return notFound
  const secondsLeft = Math.max(0, Number(expires) - Math.ceil((yield* Clock.currentTimeMillis) / 1000))
  return {
    status: 200,
    body: blob.bytes,
    contentType: blob.contentType,
    headers: { ...SAFE_HEADERS, ETag: `"${hash}"`, "Cache-Control": `private, max-age=${secondsLeft}, immutable` }
  }
})

/** Serves the image of a signed URL. Forged, expired and unknown URLs all get the same 404. */
export const handleImage = (context: RequestContext): Effect.Effect<HttpResponse, never, Blobs | BlobLinks> =>
  Effect.catchCause(find(context), errorResponseFor)
