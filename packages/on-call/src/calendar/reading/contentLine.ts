/** A property of a component, with the number of its line. */
export interface Property {
  /** The name in capital letters. */
  readonly name: string
  /** The values of the parameters, by their names in capital letters. */
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
  /** The number of the line, from 1. */
  readonly line: number
}

/** Returns the text of a file: UTF-8, or UTF-16 with a byte order mark. Wrong bytes become replacement characters. */
export const decoded = (input: Uint8Array | string): string => {
  if (typeof input === "string") return input.startsWith("\uFEFF") ? input.slice(1) : input
  const [first, second] = input
  const isLittle = first === 0xff && second === 0xfe
  const isBig = first === 0xfe && second === 0xff
  return new TextDecoder(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8").decode(input)
}

/** The longest unfolded line that is read, in characters. A longer line is cut. */
const LONGEST_LINE = 100_000

/** Yields the unfolded lines of a text, with their numbers. A line can end with CRLF, LF or CR. */
export function* unfoldedLines(text: string): Generator<readonly [line: string, number: number]> {
  const pattern = /\r\n|\n|\r/gu
  let parts: Array<string> = []
  let length = 0
  let begin = 0
  let number = 0
  let first = 0
  while (begin <= text.length) {
    const end = pattern.exec(text)
    const raw = text.slice(begin, end?.index ?? text.length)
    begin = end === null ? text.length + 1 : pattern.lastIndex
    number += 1
    const isFolded = (raw.startsWith(" ") || raw.startsWith("\t")) && parts.length > 0
    if (!isFolded) {
      if (parts.length > 0) yield [parts.join(""), first]
      parts = []
      length = 0
      first = number
    }
    if (raw === "" || length > LONGEST_LINE) continue
    parts.push(isFolded ? raw.slice(1) : raw)
    length += raw.length
  }
  if (parts.length > 0) yield [parts.join(""), first]
}

const NAME = /^[A-Za-z0-9-]+/u

/**
 * Reads a line such as `DTSTART;TZID=Europe/Berlin:20260105T090000` (RFC 5545 section 3.1). Returns null if it has no
 * name or no value.
 */
export const readLine = (text: string, line: number): Property | null => {
  const [name] = NAME.exec(text) ?? []
  if (name === undefined) return null
  const parameters = new Map<string, string>()
  let at = name.length
  while (text[at] === ";") {
    const equals = text.indexOf("=", at)
    if (equals === -1) return null
    const key = text
      .slice(at + 1, equals)
      .trim()
      .toUpperCase()
    let value = ""
    let isQuoted = false
    for (at = equals + 1; at < text.length; at += 1) {
      const character = text[at] ?? ""
      if (character === '"') isQuoted = !isQuoted
      else if (!isQuoted && (character === ";" || character === ":")) break
      else value += character
    }
    parameters.set(key, value)
  }
  if (text[at] !== ":") return null
  return { name: name.toUpperCase(), parameters, value: text.slice(at + 1), line }
}

/** Returns the text of a value (RFC 5545 section 3.3.11). */
export const unescaped = (value: string): string =>
  value.replaceAll(/\\([\\;,Nn])/gu, (_, character: string) =>
    character === "n" || character === "N" ? "\n" : character
  )
