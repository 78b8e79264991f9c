/** The header fields that the transport defines. Null: absent. */
export interface TransportHeaders {
  readonly accept: string | null
  readonly contentType: string | null
  readonly origin: string | null
  readonly protocolVersion: string | null
  readonly mcpMethod: string | null
  readonly mcpName: string | null
}

export interface HttpRefusal {
  readonly status: 403 | 405 | 406 | 415
  readonly message: string
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/iu
const ACCEPTS_JSON = /(?:^|,)\s*(?:\*\/\*|application\/(?:json|\*))\s*(?:;|,|$)/iu

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null

/**
 * Checks the rules of streamable HTTP that do not depend on the body, and returns the refusal of a request that breaks
 * one. The method must be POST, the origin must be the origin of the service (against DNS rebinding), and both bodies
 * must be JSON. A request without `Origin` does not come from a browser. `ownUrl`: the public URL of the service.
 */
export const refuseByHeaders = (method: string, headers: TransportHeaders, ownUrl: string): HttpRefusal | null => {
  const { accept, contentType, origin } = headers
  if (origin !== null && (originOf(origin) ?? "") !== originOf(ownUrl)) {
    return { status: 403, message: "Requests from other websites are not allowed." }
  }
  if (method !== "POST") return { status: 405, message: "Send each message as a POST request." }
  if (accept !== null && !ACCEPTS_JSON.test(accept)) {
    return { status: 406, message: "Accept must contain application/json." }
  }
  return contentType !== null && JSON_TYPE.test(contentType)
    ? null
    : { status: 415, message: "Content-Type must be application/json." }
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/u
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Decodes the value of `Mcp-Name`. Returns null if its encoding is invalid. */
export const decodedHeader = (value: string): string | null => {
  const encoded = ENCODED.exec(value)?.[1]
  if (encoded === undefined) return value
  try {
    return utf8.decode(Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0))
  } catch {
    return null
  }
}
