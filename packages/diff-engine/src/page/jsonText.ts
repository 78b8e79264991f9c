import type { TextLimits } from "./LineBuilder.ts"

/** A number in its original notation. */
class Written {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const plainKey = /^[A-Za-z_$][\w$]*$/u

const below = (path: string, key: string): string =>
  plainKey.test(key) ? (path === "" ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`

const leaf = (value: unknown): string => (value instanceof Written ? value.source : JSON.stringify(value))

/** A JSON value and how much of it is written. */
interface Frame {
  readonly path: string
  readonly entries: ReadonlyArray<readonly [key: string, value: unknown]> | null
  readonly items: ReadonlyArray<unknown>
  next: number
}

const frameOf = (path: string, value: unknown): Frame | null => {
  if (Array.isArray(value)) return value.length === 0 ? null : { path, entries: null, items: value, next: 0 }
  if (typeof value !== "object" || value === null || value instanceof Written) return null
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? null : { path, entries, items: [], next: 0 }
}

const parsed = (text: string): { readonly root: unknown } | null => {
  try {
    const root: unknown = JSON.parse(text, (_key, value: unknown, ...rest: ReadonlyArray<unknown>) => {
      const [context] = rest
      const source = typeof context === "object" && context !== null && "source" in context ? context.source : undefined
      return typeof value === "number" && typeof source === "string" ? new Written(source) : value
    })
    return { root }
  } catch {
    return null
  }
}

/** The lines of a JSON text up to a length: many values with a long path turn a short text into a long one. */
export const jsonText = (
  text: string,
  { characters, lines: maxLines }: TextLimits
): { readonly lines: ReadonlyArray<string>; readonly truncated: boolean } | null => {
  const json = parsed(text)
  if (json === null) return null
  const lines: Array<string> = []
  const top = frameOf("", json.root)
  if (top === null) return { lines: [leaf(json.root)], truncated: false }
  const stack: Array<Frame> = [top]
  let length = 0
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const at = frame.next++
    const entry = frame.entries?.[at]
    if (at >= (frame.entries ?? frame.items).length) {
      stack.pop()
      continue
    }
    const path = entry === undefined ? `${frame.path}[${at}]` : below(frame.path, entry[0])
    const value = entry === undefined ? frame.items[at] : entry[1]
    const inner = frameOf(path, value)
    if (inner !== null) {
      stack.push(inner)
      continue
    }
    const line = `${path}: ${leaf(value)}`
    length += line.length + 1
    if (length > characters || lines.length >= maxLines) return { lines, truncated: true }
    lines.push(line)
  }
  return { lines, truncated: false }
}

/**
 * Converts JSON to one line per leaf, `path: value`, with sorted keys and numbers in their original notation. Null for
 * invalid JSON.
 *
 * @example
 * jsonLines('{"b": [1.50, true], "a": "x"}') // => ['a: "x"', "b[0]: 1.50", "b[1]: true"]
 */
export const jsonLines = (text: string): ReadonlyArray<string> | null =>
  jsonText(text, { characters: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY })?.lines ?? null
