import type { Guard } from "@mon/bundled/callbacks"
import { contentDecoder, isKnownCoding } from "./ContentDecoder.ts"

/** Takes a body as it arrives, undoes its content coding, and stops at a size. */
export interface ResponseBody {
  readonly write: (chunk: Buffer) => void
  readonly end: () => void
  /** Drops everything. */
  readonly destroy: () => void
  /** Returns the bytes that have been decoded so far, never more than the cap. */
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

/** The codings that are asked for. */
export const ACCEPTED_CODINGS = "gzip, deflate, br, zstd"

/** Codings that are undone one inside the other. */
const MAX_CODINGS = 3

const codingsOf = (header: string): ReadonlyArray<string> =>
  header === ""
    ? []
    : header
        .toLowerCase()
        .split(",")
        .map((coding) => coding.trim())
        .filter(isKnownCoding)
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
  let chain: ReturnType<typeof openChain> | null = null
  let over = false

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
  const openChain = () => {
    const streams = codings.map((coding) => contentDecoder(coding, safely)).filter((stream) => stream !== null)
    for (const [index, stream] of streams.entries()) {
      const next = streams[index + 1]
      stream.on(
        "error",
        safely((error: Error) =>
          finish(() => events.failed(`The body is not valid ${codings[index]}: ${error.message}.`))
        )
      )
      if (next === undefined) {
        stream.on("data", safely(take))
        stream.on(
          "end",
          safely(() => finish(streams.some(({ isBroken }) => isBroken) ? events.brokeOff : events.done))
        )
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
      chain ??= openChain()
      chain[0]?.write(chunk)
      if (encodedBytes >= cap) finish(events.full)
    },
    end: () => {
      if (chain === null) finish(events.done)
      else chain[0]?.end()
    },
    destroy: () => finish(() => {})
  }
}
