import { argumentsOf, aString } from "@mon/bundled/arguments"
import { parseJson, Written } from "@mon/bundled/json-path"
import type { TextLimits } from "./LineBuilder.ts"
import type { Places } from "./Places.ts"

const acceptJsonLines = /* @__PURE__ */ argumentsOf("jsonLines", () => ({ text: aString }))

const plainKey = /^[A-Za-z_$][\w$]*$/u

const below = (path: string, key: string): string =>
  plainKey.test(key) ? (path === "" ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`

const leaf = (value: unknown): string => (value instanceof Written ? value.source : JSON.stringify(value))

interface Frame {
  readonly container: object
  readonly path: string
  readonly entries: ReadonlyArray<readonly [key: string, value: unknown]> | null
  readonly items: ReadonlyArray<unknown>
  /** Whether the selection includes the value itself or a value that contains it. */
  readonly wanted: boolean
  next: number
}

const frameOf = (path: string, value: unknown, wanted: boolean): Frame | null => {
  if (Array.isArray(value))
    return value.length === 0 ? null : { container: value, path, entries: null, items: value, wanted, next: 0 }
  if (typeof value !== "object" || value === null || value instanceof Written) return null
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? null : { container: value, path, entries, items: [], wanted, next: 0 }
}

/** The positions in a JSON document whose values become lines. If `include` is null, all values become lines. */
interface JsonSelection {
  readonly include: Places | null
  readonly exclude: Places | null
}

interface JsonLines {
  readonly lines: ReadonlyArray<string>
  readonly truncated: boolean
}

const ALL: JsonSelection = { include: null, exclude: null }

/**
 * Returns the lines of a JSON value up to a limit. The limit is needed because many values with long paths turn a short
 * text into a long one.
 */
export const writeJson = (
  root: unknown,
  { characters, lines: maxLines }: TextLimits,
  { exclude, include }: JsonSelection = ALL
): JsonLines => {
  const lines: Array<string> = []
  if (exclude?.hasRoot === true) return { lines: [], truncated: false }
  const everything = include === null || include.hasRoot
  const top = frameOf("", root, everything)
  if (top === null) return { lines: everything ? [leaf(root)] : [], truncated: false }
  const stack: Array<Frame> = [top]
  let length = 0
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const at = frame.next++
    const entry = frame.entries?.[at]
    if (at >= (frame.entries ?? frame.items).length) {
      stack.pop()
      continue
    }
    const key = entry?.[0] ?? at
    if (exclude?.has(frame.container, key) === true) continue
    const path = typeof key === "number" ? `${frame.path}[${key}]` : below(frame.path, key)
    const value = entry === undefined ? frame.items[at] : entry[1]
    const wanted = frame.wanted || include?.has(frame.container, key) === true
    const inner = frameOf(path, value, wanted)
    if (inner !== null) {
      stack.push(inner)
      continue
    }
    if (!wanted) continue
    const line = `${path}: ${leaf(value)}`
    length += line.length + 1
    if (length > characters || lines.length >= maxLines) return { lines, truncated: true }
    lines.push(line)
  }
  return { lines, truncated: false }
}

export const jsonText = (text: string, limits: TextLimits): JsonLines | null => {
  const json = parseJson(text)
  return json === null ? null : writeJson(json.root, limits)
}

/**
 * Converts JSON to lines of the form `path: value`, one for each leaf. Sorts the keys, and preserves the notation of
 * numbers. Returns null for invalid JSON.
 *
 * @example
 * jsonLines('{"b": [1.50, true], "a": "x"}') // => ['a: "x"', "b[0]: 1.50", "b[1]: true"]
 */
export const jsonLines = (text: string): ReadonlyArray<string> | null => {
  acceptJsonLines(text)
  return jsonText(text, { characters: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY })?.lines ?? null
}
