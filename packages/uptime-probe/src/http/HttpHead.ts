/** The header fields by lower-case name, each with all its values in order. */
export type HttpHeaders = ReadonlyMap<string, ReadonlyArray<string>>

export interface HttpHead {
  /** The HTTP version, such as "1.0", "1.1" or "2". */
  readonly version: string
  readonly statusCode: number
  readonly headers: HttpHeaders
}

/** The framing of a body, which determines where the body ends (RFC 9112 section 6.3). */
export type Framing =
  | { readonly kind: "none" }
  | { readonly kind: "length"; readonly bytes: number }
  | { readonly kind: "chunked" }
  | { readonly kind: "close" }

const STATUS_LINE = /^HTTP\/(1\.\d) (\d{3})(?: |$)/

// oxlint-disable-next-line no-control-regex -- control characters are what it matches
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]+/g

/** Returns the value of a field. Null if it is absent. Several values are joined with commas (RFC 9110 section 5.3). */
export const field = (headers: HttpHeaders, name: string): string | null => headers.get(name)?.join(", ") ?? null

const addField = (headers: Map<string, Array<string>>, line: string): void => {
  const colon = line.indexOf(":")
  const name = line.slice(0, colon).trim().toLowerCase()
  if (colon < 1 || name === "") return
  const value = line
    .slice(colon + 1)
    .replace(CONTROLS, " ")
    .trim()
  const known = headers.get(name)
  if (known === undefined) headers.set(name, [value])
  else known.push(value)
}

const bare = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line)

/**
 * Reads a head without its final empty line. Returns a sentence if the head is malformed. Like browsers, accepts bare
 * line feeds and folded lines, and leaves out lines that are not fields.
 */
export const parseHead = (text: string): HttpHead | string => {
  const lines = text.split("\n")
  const first = bare(lines[0] ?? "")
  const status = STATUS_LINE.exec(first)
  if (status === null) return `The response starts with ${JSON.stringify(first.slice(0, 60))}, which is not HTTP/1.`
  if (text.includes("\0")) return "The response header contains a zero byte."
  const headers = new Map<string, Array<string>>()
  let open = ""
  for (let index = 1; index < lines.length; index++) {
    const line = bare(lines[index] ?? "")
    if (line.startsWith(" ") || line.startsWith("\t")) {
      open += ` ${line.trim()}`
      continue
    }
    addField(headers, open)
    open = line
  }
  addField(headers, open)
  return { version: status[1] ?? "1.1", statusCode: Number(status[2]), headers }
}

const isChunked = (headers: HttpHeaders): boolean =>
  field(headers, "transfer-encoding")
    ?.split(",")
    .some((coding) => coding.trim().toLowerCase() === "chunked") === true

/**
 * Returns the framing of an answer to a request with the given method, or a sentence if it is malformed. As in
 * browsers, a transfer coding other than chunked does not change the framing.
 */
export const framingOf = ({ statusCode, headers }: HttpHead, method: string): Framing | string => {
  if (method === "HEAD" || statusCode < 200 || statusCode === 204 || statusCode === 304) return { kind: "none" }
  if (isChunked(headers)) return { kind: "chunked" }
  const stated = headers.get("content-length")
  if (stated === undefined) return { kind: "close" }
  const lengths = new Set(
    stated
      .join(",")
      .split(",")
      .map((length) => length.trim())
  )
  lengths.delete("")
  const [length] = lengths
  if (length === undefined) return { kind: "close" }
  if (lengths.size > 1) return "The response states two different lengths."
  if (!/^\d{1,20}$/.test(length))
    return `The response states an invalid length: ${JSON.stringify(length.slice(0, 30))}.`
  return length === "0" ? { kind: "none" } : { kind: "length", bytes: Number(length) }
}
