import {
  isSingular,
  parseJsonPath,
  PathSelection,
  PathSyntaxError,
  PathTooCostly,
  type Query,
  singularValue
} from "@mon/bundled/json-path"

const STEP = /\.?([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\]/y

/**
 * Parses a path of names and indexes that may lack `$` and may have hyphens in unquoted names, such as
 * `data.odd-key[0]`.
 */
const parsePlain = (text: string): Query | null => {
  const segments: Array<Query["segments"][number]> = []
  let at = text.startsWith("$") && !/^\$[\w$-]/.test(text) ? 1 : 0
  if (text[at] === "." && at === 0) return null
  while (at < text.length) {
    STEP.lastIndex = at
    const step = STEP.exec(text)
    if (step === null || (segments.length > 0 && step[1] !== undefined && !step[0].startsWith("."))) return null
    at = STEP.lastIndex
    const [, name, index, quoted = ""] = step
    const selector =
      index === undefined
        ? ({ kind: "name", name: name ?? quoted.replaceAll(/\\(.)/g, "$1") } as const)
        : ({ kind: "index", index: Number(index) } as const)
    segments.push({ descendant: false, selectors: [selector] })
  }
  return { from: "root", segments }
}

/**
 * Parses a JSON path as in RFC 9535, but without the functions `match` and `search`. Returns null for invalid text. A
 * plain path of names and indexes needs no `$`.
 *
 * @example
 * ```ts
 * parse("$.items[?@.price > 50]") === null // => false
 * ```
 */
export const parse = (text: string): Query | null => {
  try {
    return parseJsonPath(text)
  } catch (cause) {
    if (cause instanceof PathSyntaxError) return parsePlain(text)
    throw cause
  }
}

/** The maximum number of steps for evaluating all paths in one answer. This many steps take a few milliseconds. */
const MAXIMUM_STEPS = 100_000

/** Evaluates paths in one document. All evaluations in the document share one limit on steps. */
export class JsonValues {
  readonly #document: unknown
  readonly #selection: PathSelection

  constructor(document: unknown) {
    this.#document = document
    this.#selection = new PathSelection(document, { maximumSteps: MAXIMUM_STEPS })
  }

  /** Returns the values at a path, or null if finding the values takes too long. */
  at(query: Query): ReadonlyArray<unknown> | null {
    if (isSingular(query)) {
      const one = singularValue(this.#document, query)
      return one.found ? [one.value] : []
    }
    try {
      return this.#selection.select(query).map(({ value }) => value)
    } catch (cause) {
      if (cause instanceof PathTooCostly) return null
      throw cause
    }
  }
}

/**
 * The maximum number of lists and objects in a body. Parsing a body with more lists and objects can take longer than 20
 * ms.
 */
const MAXIMUM_CONTAINERS = 50_000
const [LIST, OBJECT] = [0x5b, 0x7b]

const hasTooManyContainers = (text: string): boolean => {
  if (text.length <= MAXIMUM_CONTAINERS) return false
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if ((unit === LIST || unit === OBJECT) && ++count > MAXIMUM_CONTAINERS) return true
  }
  return false
}

/**
 * Returns the values of a JSON text, or null if the text is not JSON. If parsing would take too long, the values at all
 * paths are unknown.
 */
export const readValues = (text: string): Pick<JsonValues, "at"> | null => {
  if (hasTooManyContainers(text)) return { at: () => null }
  try {
    return new JsonValues(JSON.parse(text))
  } catch {
    return null
  }
}

export const isForOne = isSingular
