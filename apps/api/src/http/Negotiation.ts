import { Effect } from "effect"
import { hash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { compress, contentCoding } from "./ContentCoding.ts"
import type { HttpResponse, ResponseHeaders } from "./HttpResponse.ts"

/** Smaller bodies fit into one packet with their headers, so neither compression nor a 304 would save anything. */
const MINIMUM_BYTES = 1_024

/**
 * A weak entity tag (RFC 9110 section 8.8.1): one tag for the plain and the compressed bodies, which differ in their
 * bytes.
 */
const entityTag = (body: string | Uint8Array): string => `W/"${hash("sha1", body, "base64url")}"`

const TAG = /(?:W\/)?("[^"]*")/gu

/** Whether If-None-Match names a tag (RFC 9110 section 13.1.2). The comparison ignores `W/`. */
export const matchesTag = (field: string | undefined, tag: string): boolean => {
  if (field === undefined) return false
  if (field.trim() === "*") return true
  const opaque = tag.replace(/^W\//u, "")
  return [...field.matchAll(TAG)].some(([, candidate]) => candidate === opaque)
}

const notModified = (response: HttpResponse, headers: ResponseHeaders): HttpResponse => ({
  ...response,
  status: 304,
  body: "",
  headers
})

const vary = (headers: ResponseHeaders, field: string): ResponseHeaders => ({
  ...headers,
  Vary: headers["Vary"] === undefined ? field : `${headers["Vary"]}, ${field}`
})

/**
 * Returns the part of a response that the client gets: an empty 304 if it already has the body, or the body, compressed
 * if the response allows it.
 */
export const negotiate = (request: IncomingHttpHeaders, response: HttpResponse): Effect.Effect<HttpResponse> => {
  const { body, compressible = false, validated = false } = response
  if (!(compressible || validated) || !(typeof body === "string" || body instanceof Uint8Array)) {
    return Effect.succeed(response)
  }
  // The length of a text is its smallest possible size in bytes.
  if (body.length < MINIMUM_BYTES) return Effect.succeed(response)
  let headers: ResponseHeaders = response.headers ?? {}
  if (compressible) headers = vary(headers, "Accept-Encoding")
  if (validated) {
    const tag = entityTag(body)
    headers = { "Cache-Control": "private, no-cache", ...headers, ETag: tag }
    if (matchesTag(request["if-none-match"], tag)) return Effect.succeed(notModified(response, headers))
  }
  const coding = compressible ? contentCoding(request["accept-encoding"]) : null
  if (coding === null) return Effect.succeed({ ...response, headers })
  return Effect.map(compress(coding, body), (bytes) => ({
    ...response,
    body: bytes,
    headers: { ...headers, "Content-Encoding": coding }
  }))
}

interface Acceptable {
  readonly type: string
  readonly quality: number
}

const acceptableOf = (part: string): Acceptable => {
  const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
}

/** The format of a file that an Accept field prefers (RFC 9110 section 12.5.1): YAML, unless JSON ranks before it. */
export const preferredFormat = (accept: string | undefined): "yaml" | "json" => {
  const parts = (accept ?? "").split(",").map(acceptableOf)
  const qualityOf = (pattern: RegExp) =>
    Math.max(0, ...parts.filter(({ type }) => pattern.test(type)).map(({ quality }) => quality))
  return qualityOf(/^application\/json$/u) > qualityOf(/\byaml$|^\*\/\*$|^text\/\*$/u) ? "json" : "yaml"
}
