import { UnreadableSource } from "./UnreadableSource.ts"

export const readingLimits = {
  /** The maximum size of a text, in bytes of UTF-8. Configuration files have the same limit. */
  bytes: 4 * 1_024 * 1_024,
  depth: 40,
  values: 500_000,
  rows: 20_000,
  columns: 200
} as const

/** Refuses a text that is too long, and removes its byte order mark. */
export const checkedText = (text: string, name: string): string => {
  if (new TextEncoder().encode(text).length > readingLimits.bytes)
    throw new UnreadableSource(`${name} has more than ${readingLimits.bytes} bytes.`)
  return text.startsWith("\uFEFF") ? text.slice(1) : text
}

/** Refuses a value with too many parts or levels. Uses no recursion, so that no value can overflow the stack. */
export const checkSize = (value: unknown, name: string): void => {
  let level: ReadonlyArray<unknown> = [value]
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > readingLimits.depth) throw new UnreadableSource(`${name} has more than ${readingLimits.depth} levels.`)
    count += level.length
    if (count > readingLimits.values)
      throw new UnreadableSource(`${name} has more than ${readingLimits.values} names and values.`)
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []))
  }
}

/** Parses a JSON text inside a source. Returns undefined if the text is not JSON, or has too many parts or levels. */
export const innerJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    checkSize(value, "The text")
    return value
  } catch {
    return undefined
  }
}

const errorOf = (text: string): string | null => {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return String(error)
  }
}

/**
 * Returns whether a text is valid as the beginning of a JSON text. JavaScript engines have different messages for an
 * unexpected end.
 */
const isBeginning = (text: string): boolean => {
  const message = errorOf(text)
  if (message === null || /Unexpected end|Unterminated/u.test(message)) return true
  return Number(/position (\d+)/u.exec(message)?.[1] ?? -1) >= text.length
}

/** Finds the line and column of the error in a JSON text, because not all JavaScript engines report them. */
const placeOf = (text: string): { readonly line: number; readonly column: number } => {
  let right = isBeginning(text) ? text.length : 0
  let wrong = text.length
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (isBeginning(text.slice(0, middle))) right = middle
    else wrong = middle
  }
  const before = text.slice(0, right).split("\n")
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

export const readJson = (text: string, name: string): unknown => {
  const checked = checkedText(text, name)
  let value: unknown
  try {
    value = JSON.parse(checked)
  } catch {
    const { column, line } = placeOf(checked)
    throw new UnreadableSource(`${name} is not valid JSON: there is an error at line ${line}, column ${column}.`)
  }
  checkSize(value, name)
  return value
}
