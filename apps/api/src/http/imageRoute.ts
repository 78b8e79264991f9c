import { messages } from "@mon/api-contract"
import { BlobLinks, Blobs } from "@mon/core-store"
import { Clock, Effect } from "effect"
import { errorReply, type Exchange, type Reply } from "./RequestContext.ts"
import { failureReply } from "./ErrorResponse.ts"

/** Where images are, each under its hash with a signature and an expiry behind it. */
export const IMAGES_PATH = "/images/"

/** The address of an image without the base URL, good for seven days. */
export const imagePath = Effect.fn("imagePath")(function* (hash: string) {
  return `${IMAGES_PATH}${yield* (yield* BlobLinks).make(hash)}`
})

const notFound = errorReply(404, messages.notFound)

// A picture and nothing else, whatever somebody managed to put into the store.
const safely = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin"
}

const find = Effect.fnUntraced(function* ({ method, path, query }: Exchange) {
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
    headers: { ...safely, ETag: `"${hash}"`, "Cache-Control": `private, max-age=${secondsLeft}, immutable` }
  }
})

/** The image of a signed address; a wrong, an expired and an unknown one are the same 404. */
export const imageReply = (exchange: Exchange): Effect.Effect<Reply, never, Blobs | BlobLinks> =>
  Effect.catchCause(find(exchange), failureReply)
