import { Effect } from "effect"
import { brotliCompress, constants, gzip } from "node:zlib"

/** Codings of a response body (RFC 9110 section 8.4.1), the better one first. */
const CODINGS = ["br", "gzip"] as const
type ContentCoding = (typeof CODINGS)[number]

/** About as fast as gzip, and smaller. The default of 11 takes 50 times as long. */
const BROTLI_QUALITY = 4

const QUALITY = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/iu

/** The weights of an Accept-Encoding field by coding (RFC 9110 section 12.5.3). */
const weightsOf = (field: string): ReadonlyMap<string, number> =>
  new Map(
    field.split(",").map((item) => {
      const [name = "", ...parameters] = item.split(";")
      const weight = parameters.map((parameter) => QUALITY.exec(parameter)?.[1]).find((found) => found !== undefined)
      return [name.trim().toLowerCase().replace(/^x-/u, ""), weight === undefined ? 1 : Number(weight)] as const
    })
  )

/** The coding that a client likes best, or null if it accepts none of ours. */
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

/** Copies of bodies that are the same object in every response, such as the OpenAPI document. */
const copies = new WeakMap<Uint8Array, Map<ContentCoding, Uint8Array>>()

/** Compresses a body. Bytes are compressed once per object, since nobody changes the bytes of a response. */
export const compress = (coding: ContentCoding, body: string | Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    if (typeof body === "string") return compressed(coding, Buffer.from(body))
    const known = copies.get(body) ?? new Map<ContentCoding, Uint8Array>()
    copies.set(body, known)
    const copy = known.get(coding)
    return copy === undefined
      ? Effect.tap(compressed(coding, body), (result) => Effect.sync(() => known.set(coding, result)))
      : Effect.succeed(copy)
  })
