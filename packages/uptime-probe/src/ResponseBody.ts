import type { Guard } from "@mon/callbacks"
import type { Transform } from "node:stream"

/** Takes a body as it arrives, undoes its content coding, and stops at a size. */
export interface ResponseBody {
  readonly write: (chunk: Buffer) => void
  readonly end: () => void
  /** Drops everything. */
  readonly destroy: () => void
  /** What has been decoded so far, never more than the cap. */
  readonly content: () => Buffer
}

export interface BodyEvents {
  /** The cap is reached; nothing more is taken. */
  readonly full: () => void
  /** The whole body is decoded. */
  readonly done: () => void
  /** The body ended in the middle of its content coding; what came before is decoded. */
  readonly brokeOff: () => void
  readonly failed: (message: string) => void
}

/** With the first body that is encoded: Node takes 8 ms to load it. */
const zlib = () => process.getBuiltinModule("node:zlib")

/** The codings that are asked for. */
export const ACCEPTED_CODINGS = "gzip, deflate, br, zstd"

/** RFC 9110 section 8.4.1 says zlib for "deflate", some servers send it raw (RFC 1951): the first byte shows which. */
const isZlib = (first: Buffer) => ((first[0] ?? 0) & 0x0f) === 0x08

type Decoder = Transform & { readonly flush: (whenRead: () => void) => void }

const decoders: ReadonlyMap<string, (first: Buffer) => Decoder> = new Map<string, (first: Buffer) => Decoder>([
  ["gzip", () => zlib().createGunzip()],
  ["x-gzip", () => zlib().createGunzip()],
  ["deflate", (first) => (isZlib(first) ? zlib().createInflate() : zlib().createInflateRaw())],
  ["br", () => zlib().createBrotliDecompress()],
  ["zstd", () => zlib().createZstdDecompress()]
])

/** Ends the input of a decoder once all of it is read: an error at its end would drop what waits. */
const endAfterReading = (stream: Decoder | undefined, safely: Guard): void =>
  stream?.flush(safely(() => void stream.end()))

/** What the decoders say about input that ends too early. */
const isEarlyEnd = (error: Error): boolean => "code" in error && error.code === "Z_BUF_ERROR"

/** Codings that are undone one inside the other. */
const MAX_CODINGS = 3

const codingsOf = (header: string): ReadonlyArray<string> =>
  header === ""
    ? []
    : header
        .toLowerCase()
        .split(",")
        .map((coding) => coding.trim())
        .filter((coding) => decoders.has(coding))
        .toReversed()

/**
 * A body with a Content-Encoding header and a cap in decoded bytes (which also caps the encoded bytes that are read).
 * `safely` guards the callbacks of the decoders.
 */
export const makeResponseBody = (
  contentEncoding: string,
  cap: number,
  events: BodyEvents,
  safely: Guard
): ResponseBody => {
  const chunks: Array<Buffer> = []
  const codings = codingsOf(contentEncoding)
  let decoded = 0
  let encodedBytes = 0
  let chain: ReadonlyArray<Decoder> | null = null
  let over = false
  let broken = false

  const finish = (notify: () => void) => {
    if (over) return
    over = true
    for (const stream of chain ?? []) stream.destroy()
    notify()
  }
  const take = (chunk: Buffer) => {
    if (over) return
    const room = cap - decoded
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    decoded += Math.min(chunk.length, room)
    if (chunk.length >= room) finish(events.full)
  }
  const ended = () => finish(broken ? events.brokeOff : events.done)
  const build = (first: Buffer): ReadonlyArray<Decoder> => {
    const streams = codings.map((coding) => decoders.get(coding)?.(first)).filter((stream) => stream !== undefined)
    for (const [index, stream] of streams.entries()) {
      const next = streams[index + 1]
      stream.on(
        "error",
        safely((error: Error) => {
          if (!isEarlyEnd(error))
            return finish(() => events.failed(`The body is not valid ${codings[index]}: ${error.message}.`))
          broken = true
          if (next === undefined) ended()
          else endAfterReading(next, safely)
        })
      )
      if (next === undefined) {
        stream.on("data", safely(take))
        stream.on("end", safely(ended))
      } else {
        stream.pipe(next)
      }
    }
    return streams
  }

  return {
    content: () => (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    write: (chunk) => {
      if (over) return
      encodedBytes += chunk.length
      if (codings.length === 0) return take(chunk)
      if (codings.length > MAX_CODINGS)
        return finish(() => events.failed(`The body has too many content encodings (${codings.length}).`))
      chain ??= build(chunk)
      chain[0]?.write(chunk)
      if (encodedBytes >= cap) finish(events.full)
    },
    end: () => {
      if (chain === null) finish(events.done)
      else endAfterReading(chain[0], safely)
    },
    destroy: () => finish(() => {})
  }
}
