import type { StoreError } from "@mon/core-store"
import { Effect, type Stream } from "effect"
import { hash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { brotliCompress, constants, gzip } from "node:zlib"

export interface HttpResponse {
  readonly status: number
  /** The body. A stream is written at the speed at which the client reads. */
  readonly body: string | Uint8Array | Stream.Stream<string | Uint8Array, StoreError>
  readonly contentType: string
  readonly headers?: ResponseHeaders
  /**
   * Whether the body may be compressed. A body that contains both a secret and text that another person can choose must
   * not be compressed, because the compressed size would reveal the secret step by step (BREACH).
   */
  readonly compressible?: boolean
  /** Whether the response gets an ETag, with which a client can check whether its copy is current. */
  readonly validated?: boolean
  /** Whether the body ends only when the connection closes or the server stops. */
  readonly endless?: boolean
}

/** The header fields by name. A list is sent as several fields, which only `Set-Cookie` needs. */
export type ResponseHeaders = Readonly<Record<string, string | Array<string>>>

export const JSON_TYPE = "application/json; charset=utf-8"

export const jsonResponse = (status: number, body: unknown): HttpResponse => ({
  status,
  body: JSON.stringify(body),
  contentType: JSON_TYPE
})

/** The result of an endpoint whose response has additional header fields, such as a new session cookie. */
export class AnswerWithHeaders<A extends object> {
  readonly body: A
  readonly headers: ResponseHeaders

  constructor(body: A, headers: ResponseHeaders) {
    this.body = body
    this.headers = headers
  }
}

export class PlainText {
  readonly contentType: string
  readonly text: string

  constructor(contentType: string, text: string) {
    this.contentType = contentType
    this.text = text
  }
}

/** A file download: the result of an endpoint that returns text or bytes. */
export class FileDownload {
  readonly filename: string
  readonly contentType: string
  /** The content, which is read from the store while it is sent. */
  readonly pieces: Stream.Stream<string | Uint8Array, StoreError>

  /** `filename` consists of letters, digits, dots and dashes. */
  constructor(filename: string, contentType: string, pieces: Stream.Stream<string | Uint8Array, StoreError>) {
    this.filename = filename
    this.contentType = contentType
    this.pieces = pieces
  }
}

/** A stream of server-sent events: the result of an endpoint that never ends on its own. */
export class EventStream {
  readonly pieces: Stream.Stream<string>

  constructor(pieces: Stream.Stream<string>) {
    this.pieces = pieces
  }
}

export const eventStreamResponse = (status: number, { pieces }: EventStream): HttpResponse => ({
  status,
  body: pieces,
  contentType: "text/event-stream; charset=utf-8",
  // Without this header, proxies such as nginx would buffer the response.
  headers: { "X-Accel-Buffering": "no", "X-Content-Type-Options": "nosniff" },
  endless: true
})

export const downloadResponse = (status: number, { contentType, filename, pieces }: FileDownload): HttpResponse => ({
  status,
  body: pieces,
  contentType,
  headers: { "Content-Disposition": `attachment; filename="${filename}"`, "X-Content-Type-Options": "nosniff" }
})

/** The supported codings of a response body (RFC 9110 section 8.4.1), best first. */
const CODINGS = ["br", "gzip"] as const
type ContentCoding = (typeof CODINGS)[number]

/**
 * The Brotli level. At this level, Brotli is about as fast as gzip, with smaller results. The default level 11 takes 50
 * times as long.
 */
const BROTLI_QUALITY = 4

const QUALITY = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/iu

/** Parses an Accept-Encoding header (RFC 9110 section 12.5.3). Returns the weight of each coding. */
const weightsOf = (field: string): ReadonlyMap<string, number> =>
  new Map(
    field.split(",").map((item) => {
      const [name = "", ...parameters] = item.split(";")
      const weight = parameters.map((parameter) => QUALITY.exec(parameter)?.[1]).find((found) => found !== undefined)
      return [name.trim().toLowerCase().replace(/^x-/u, ""), weight === undefined ? 1 : Number(weight)] as const
    })
  )

export const contentCoding = (field: string | ReadonlyArray<string> | undefined): ContentCoding | null => {
  if (field === undefined) return null
  const weights = weightsOf(String(field))
  let best: ContentCoding | null = null
  let most = 0
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? weights.get("*") ?? 0
    if (weight > most) {
      best = coding
      most = weight
    }
  }
  return best
}

const compressors: Readonly<
  Record<ContentCoding, (body: Uint8Array, done: (error: Error | null, result: Buffer) => void) => void>
> = {
  br: (body, done) =>
    brotliCompress(
      body,
      {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength
        }
      },
      done
    ),
  gzip: (body, done) => gzip(body, done)
}

/** Compresses a body in zlib's thread pool. */
const compressed = (coding: ContentCoding, body: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.callback((resume) =>
    compressors[coding](body, (error, result) => resume(error === null ? Effect.succeed(result) : Effect.die(error)))
  )

/** The compressed copies of bodies that all responses share as one object, such as the OpenAPI document. */
const copies = new WeakMap<Uint8Array, Map<ContentCoding, Uint8Array>>()

/**
 * Compresses a body. Bytes are compressed only once for each object, because nobody changes the bytes of a response.
 */
const compress = (coding: ContentCoding, body: string | Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    if (typeof body === "string") return compressed(coding, Buffer.from(body))
    const known = copies.get(body) ?? new Map<ContentCoding, Uint8Array>()
    copies.set(body, known)
    const copy = known.get(coding)
    return copy === undefined
      ? Effect.tap(compressed(coding, body), (result) => Effect.sync(() => known.set(coding, result)))
      : Effect.succeed(copy)
  })

/**
 * The smallest body that is compressed or gets an ETag. Smaller bodies fit into one packet together with their headers.
 */
const MINIMUM_BYTES = 1_024

/**
 * Returns a weak entity tag (RFC 9110 section 8.8.1). The tag is weak because the plain and the compressed body share
 * it.
 */
const entityTag = (body: string | Uint8Array): string => `W/"${hash("sha1", body, "base64url")}"`

const TAG = /(?:W\/)?("[^"]*")/gu

/** Returns whether If-None-Match contains a tag (RFC 9110 section 13.1.2). The comparison ignores `W/`. */
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
 * Adapts a response to the client: an empty 304 if the client already has the body, otherwise the body, compressed if
 * the response allows it.
 */
export const negotiate = (request: IncomingHttpHeaders, response: HttpResponse): Effect.Effect<HttpResponse> => {
  const { body, compressible = false, validated = false } = response
  if (!(compressible || validated) || !(typeof body === "string" || body instanceof Uint8Array)) {
    return Effect.succeed(response)
  }
  // A text has at least as many bytes as its length, so every text that passes this check has the minimum size.
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

/**
 * Returns the format of a file that an Accept header prefers (RFC 9110 section 12.5.1): YAML, unless JSON ranks higher.
 */
export const preferredFormat = (accept: string | undefined): "yaml" | "json" => {
  const parts = (accept ?? "").split(",").map(acceptableOf)
  const qualityOf = (pattern: RegExp) =>
    Math.max(0, ...parts.filter(({ type }) => pattern.test(type)).map(({ quality }) => quality))
  return qualityOf(/^application\/json$/u) > qualityOf(/\byaml$|^\*\/\*$|^text\/\*$/u) ? "json" : "yaml"
}
