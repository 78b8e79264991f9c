import { withoutComments } from "../mail/comments.ts"

/** A media type or a disposition with its parameters (RFC 2045 section 5.1, RFC 2183). */
export interface ContentType {
  /** The media type in lower case. */
  readonly media: string
  /** The parameters by name. The names are in lower case. */
  readonly parameters: ReadonlyMap<string, string>
}

/** The most parameters that are read. No sender uses more parameters. */
const MAX_PARAMETERS = 32
const MAX_TEXT = 4_096

/** Splits a text at semicolons outside quotes. */
const splitParameters = (text: string): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === "\\" && quoted) at++
    else if (character === '"') quoted = !quoted
    else if (character === ";" && !quoted) {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
  }
  pieces.push(text.slice(start))
  return pieces.slice(0, MAX_PARAMETERS)
}

const unquote = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') && text.length >= 2 ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text

/** Parses a Content-Type or Content-Disposition. Never throws. */
export const parseContentType = (text: string): ContentType => {
  const [media = "", ...pieces] = splitParameters(withoutComments(text.slice(0, MAX_TEXT)))
  const parameters = new Map<string, string>()
  for (const piece of pieces) {
    const cut = piece.indexOf("=")
    const name = piece.slice(0, Math.max(0, cut)).trim().toLowerCase()
    if (name !== "" && !parameters.has(name)) parameters.set(name, unquote(piece.slice(cut + 1).trim()))
  }
  return { media: media.trim().toLowerCase(), parameters }
}

/** Returns the value of a parameter in its plain or its extended form (RFC 2231); null if absent. */
export const parameterOf = (parameters: ContentType["parameters"], name: string): string | null => {
  const extended = parameters.get(`${name}*`)
  return parameters.get(name) ?? (extended === undefined ? null : extended.slice(extended.lastIndexOf("'") + 1))
}
