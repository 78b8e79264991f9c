import { BadRequest, messages, PayloadTooLarge } from "@mon/api-contract"
import { guard } from "@mon/bundled/callbacks"
import { Effect } from "effect"
import type { IncomingMessage } from "node:http"

/** The limits of a JSON text. RFC 8259 section 9 allows limits. */
const jsonLimits = {
  /** The deepest nesting. With much deeper values, recursive code would overflow the stack. */
  depth: 64,
  /**
   * The largest number of values. The largest campaign has 10,100 texts. Parsing more values takes more than a few
   * milliseconds.
   */
  values: 20_000
} as const

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Returns the offset of the closing quotation mark of a string. `from`: the offset after the opening quotation mark.
 */
const stringEnd = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/**
 * Returns the limit that a JSON text exceeds, or null. Runs before parsing, because this check is many times faster.
 * The text may be invalid.
 */
const jsonExcess = (bytes: Uint8Array): keyof typeof jsonLimits | null => {
  let depth = 0
  let values = 1
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = stringEnd(bytes, at + 1)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > jsonLimits.depth) return "depth"
        if (++values > jsonLimits.values) return "values"
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--
        break
      case COMMA:
        if (++values > jsonLimits.values) return "values"
        break
      default:
    }
  }
  return null
}

/** A parsed JSON object, before it is decoded by a schema. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The largest body of a request, in bytes. Endpoints for files have higher limits. */
export const BODY_LIMIT = 1_048_576

/**
 * The number of bytes that are read from a body that is too large, so that the client gets the response instead of a
 * connection reset. After these bytes, the connection is closed.
 */
const DRAIN_LIMIT = 16 * BODY_LIMIT

const tooLarge = Effect.fail(new PayloadTooLarge({ message: messages.tooLarge }))

/** Returns the bytes of a body, at most `limit`. Reads a larger body to its end before it fails. */
export const readBytes = (request: IncomingMessage, limit: number) =>
  Effect.callback<Buffer, PayloadTooLarge>((resume) => {
    if (Number(request.headers["content-length"] ?? 0) > DRAIN_LIMIT) return resume(tooLarge)
    const chunks: Array<Buffer> = []
    let size = 0
    const safely = guard((error) => {
      resume(Effect.die(error))
      stop()
    })
    const onData = safely((chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (size > DRAIN_LIMIT) finish()
      else chunks.length = 0
    })
    const finish = safely(() => {
      stop()
      resume(
        size > limit
          ? tooLarge
          : Effect.succeed(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
      )
    })
    const stop = () => {
      request.off("data", onData)
      request.off("end", finish)
    }
    request.on("data", onData)
    request.on("end", finish)
    return Effect.sync(stop)
  })

const notJson = () => new BadRequest({ message: messages.badJson })

const utf8 = new TextDecoder("utf-8", { fatal: true })

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Parses a body as a JSON object, whatever its content type. An empty body counts as `{}`. */
const parseBody = (bytes: Uint8Array): JsonObject | null => {
  if (bytes.length === 0) return {}
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const excessive = {
  depth: new BadRequest({ message: messages.tooDeep(jsonLimits.depth) }),
  values: new BadRequest({ message: messages.tooManyValues(jsonLimits.values) })
}

export const readJsonBody = (request: IncomingMessage, limit: number = BODY_LIMIT) =>
  Effect.flatMap(readBytes(request, limit), (bytes) => {
    const excess = jsonExcess(bytes)
    if (excess !== null) return Effect.fail(excessive[excess])
    const body = parseBody(bytes)
    return body === null ? Effect.fail(notJson()) : Effect.succeed(body)
  })

const YAML_TYPE = /^(?:application|text)\/(?:x-)?yaml\b/iu

const asText = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/**
 * Reads the body of a request that contains a configuration file. The body is the file itself if its type is YAML, or
 * if it is a JSON object with `version`. Otherwise, the body is a JSON object whose text `document` is the file.
 */
export const readDocumentBody = (request: IncomingMessage, limit: number) =>
  Effect.flatMap(readBytes(request, limit), (bytes): Effect.Effect<JsonObject, BadRequest> => {
    const text = asText(bytes)
    if (text === null) return Effect.fail(notJson())
    if (YAML_TYPE.test(request.headers["content-type"] ?? "")) return Effect.succeed({ document: text })
    const excess = jsonExcess(bytes)
    if (excess !== null) return Effect.fail(excessive[excess])
    const body = parseBody(bytes)
    if (body === null) return Effect.fail(notJson())
    return Effect.succeed(Object.hasOwn(body, "version") ? { document: text } : body)
  })
