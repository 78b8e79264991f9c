import { guard } from "@mon/bundled/callbacks"
import { Effect } from "effect"
import type { IncomingMessage } from "node:http"

/** The end of a body. */
export interface BodyTail {
  readonly bytes: Uint8Array
  /** Whether the body has earlier bytes, which were dropped. */
  readonly isCut: boolean
}

/** The largest number of bytes that are read. If a body is longer, its connection is closed. */
const LONGEST = 16 * 1_048_576

/**
 * Returns the last `limit` bytes of a body, because the reason of a failure is at the end of the output. Null: the
 * client sent more than 16 MiB, or closed the connection before the end of the body.
 */
export const readTail = (request: IncomingMessage, limit: number): Effect.Effect<BodyTail | null> =>
  Effect.callback<BodyTail | null>((resume) => {
    const chunks: Array<Buffer> = []
    let kept = 0
    let size = 0
    const safely = guard((error) => {
      resume(Effect.die(error))
      stop()
    })
    const end = (tail: BodyTail | null) => {
      stop()
      resume(Effect.succeed(tail))
    }
    const onData = safely((chunk: Buffer) => {
      size += chunk.length
      if (size > LONGEST) return end(null)
      chunks.push(chunk)
      kept += chunk.length
      while (chunks[0] !== undefined && kept - chunks[0].length >= limit) kept -= chunks.shift()?.length ?? 0
    })
    const onEnd = safely(() => end({ bytes: Buffer.concat(chunks).subarray(-limit), isCut: size > limit }))
    const onClose = safely(() => end(null))
    const stop = () => {
      request.off("data", onData)
      request.off("end", onEnd)
      request.off("close", onClose)
    }
    request.on("data", onData)
    request.on("end", onEnd)
    request.on("close", onClose)
    return Effect.sync(stop)
  })
