import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml"
import { type ConfigFault, type ConfigPath, pathText } from "./ConfigFault.ts"
import { configLimits } from "./sections.ts"

/** The offset of the first character of a value, and the offset after its last character. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A place in a text. Lines and columns count from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** The result of parsing a text. */
export interface YamlText {
  readonly value: unknown
  /**
   * Returns the position where an entry begins, including its name. If the entry is absent, returns the position where
   * its parent begins.
   */
  readonly positionOf: (path: ConfigPath) => TextPosition
  /** Returns the range of a scalar value without its name. */
  readonly rangeOf: (path: ConfigPath) => TextRange | null
}

/** A parsed text, or the reasons why it cannot be parsed. */
export type YamlReading =
  | { readonly ok: true; readonly text: YamlText }
  | { readonly ok: false; readonly faults: ReadonlyArray<ConfigFault> }

/** The maximum number of errors that are shown. One wrong indentation causes errors in most of the lines after it. */
const SHOWN_ERRORS = 20

const TOO_MANY = `The file must have at most ${configLimits.values} names and values.`

const TOO_DEEP = "The file is nested too deeply."

interface Refusal {
  readonly path: ConfigPath
  readonly offset: number
  readonly message: string
}

/** Returns a path as a key for a Map. The separator is NUL, because no name contains it. */
const placeOf = (path: ConfigPath): string => path.join("\0")

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

export interface YamlOptions {
  /**
   * Whether the text may use YAML features that JSON does not have: anchors, aliases, merge keys (`<<`) and YAML's own
   * tags. Numbers in unusual notations, such as 007 and 1.10, then stay text, because only the code that reads a field
   * knows whether the field is a text. Default: false.
   */
  readonly beyondJson?: boolean
}

const MERGE_KEY = "<<"

/** The tags that YAML itself defines. Values that are tagged as binary data or timestamps stay text as written. */
const OWN_TAG = /^tag:yaml\.org,2002:(?:binary|bool|float|int|map|null|seq|str|timestamp)$/u
/** Matches the parser's message about an unknown tag. */
const UNRESOLVED = /^Unresolved tag: (\S+)$/u

class Converter {
  /** The anchored values that have been read so far, to which aliases can refer. Null if aliases are refused. */
  readonly #anchors: Map<string, Node> | null
  readonly offsets = new Map<string, number>()
  readonly ranges = new Map<string, TextRange>()
  readonly refusals: Array<Refusal> = []
  count = 0

  constructor({ beyondJson = false }: YamlOptions) {
    this.#anchors = beyondJson ? new Map() : null
  }

  refuse(path: ConfigPath, node: Node | null, message: string): null {
    this.refusals.push({ path, offset: node?.range?.[0] ?? 0, message })
    return null
  }

  #name(key: Node | null, path: ConfigPath, known: ReadonlyMap<string, unknown>): string | null {
    if (!isScalar(key) || typeof key.value !== "string")
      return this.refuse(path, key, "has a name that is not a string. Put it in quotes.")
    const inside = [...path, key.value]
    if (key.value === "__proto__" || !isStorable(key.value))
      return this.refuse(inside, key, "is not allowed as a name.")
    if (key.anchor !== undefined || key.tag !== undefined)
      return this.refuse(inside, key, "must not have an anchor or a tag.")
    if (known.has(key.value)) return this.refuse(inside, key, "occurs twice.")
    return key.value
  }

  #map(items: ReadonlyArray<Pair>, path: ConfigPath): object {
    const found = new Map<string, unknown>()
    const merged: Array<unknown> = []
    for (const pair of items) {
      const key = pair.key as Node | null
      const name = this.#name(key, path, found)
      if (name === null) continue
      const inside = [...path, name]
      this.offsets.set(placeOf(inside), key?.range?.[0] ?? 0)
      const value = this.value(pair.value as Node | null, inside)
      if (this.#anchors !== null && name === MERGE_KEY) merged.push(value)
      else found.set(name, value)
    }
    // A map's own names take precedence over merged names, and earlier merged maps over later ones
    // (https://yaml.org/type/merge.html).
    const entries = merged
      .flat()
      .toReversed()
      .flatMap((one) => (typeof one === "object" && one !== null ? Object.entries(one) : []))
    return Object.fromEntries([...entries, ...found])
  }

  value(node: Node | null, path: ConfigPath): unknown {
    if (++this.count > configLimits.values) return null
    if (path.length > configLimits.depth) return this.refuse(path, node, "is nested too deeply.")
    if (node === null) return null
    const [start = 0, end = 0] = node.range ?? []
    const place = placeOf(path)
    if (!this.offsets.has(place)) this.offsets.set(place, start)
    if (isAlias(node)) {
      if (this.#anchors === null) return this.refuse(path, node, "must not be an alias. Repeat the value instead.")
      const target = this.#anchors.get(node.source)
      return target === undefined ? this.refuse(path, node, "is an alias without an anchor.") : this.value(target, path)
    }
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return this.refuse(path, node, "cannot be read.")
    const isAllowed = node.tag === undefined || (this.#anchors !== null && OWN_TAG.test(node.tag))
    if (!isAllowed || (node.anchor !== undefined && this.#anchors === null))
      return this.refuse(path, node, "must not have an anchor or a tag.")
    if (node.anchor !== undefined) this.#anchors?.set(node.anchor, node)
    if (isMap(node)) return this.#map(node.items, path)
    if (isSeq(node)) return node.items.map((item, index) => this.value(item as Node | null, [...path, index]))
    this.ranges.set(place, { start, end })
    const isText =
      (typeof node.value === "object" && node.value !== null) ||
      (this.#anchors !== null && typeof node.value === "number" && String(node.value) !== node.source)
    const value = isText ? (node.source ?? null) : node.value
    return typeof value === "string" && !isStorable(value)
      ? this.refuse(path, node, "must not contain NUL characters or unpaired surrogates.")
      : value
  }
}

/**
 * The maximum number of commas and line breaks in a text, which are counted before parsing, because parsing is much
 * slower.
 */
const SEPARATORS = 2 * configLimits.values
/**
 * The maximum number of brackets that are open at the same time, because the parser is recursive. Brackets in quoted
 * text count too, so the limit is far above {@link configLimits}.
 */
const OPEN_BRACKETS = 1_000

const excessOf = (source: string): string | null => {
  let separators = 0
  let open = 0
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]
    if (sign === "," || sign === "\n") separators++
    else if (sign === "[" || sign === "{") open++
    else if (sign === "]" || sign === "}") open--
    if (open > OPEN_BRACKETS) return TOO_DEEP
  }
  return separators > SEPARATORS ? TOO_MANY : null
}

const sentenceOf = ({ code, message }: { readonly code: string; readonly message: string }): string => {
  if (code === "MULTIPLE_DOCS") return "The file must contain exactly one document."
  // Block lists without brackets can be nested deeply enough in a single line to overflow the stack.
  if (/call stack/u.test(message)) return TOO_DEEP
  return /[.!?]$/u.test(message) ? message : `${message}.`
}

/**
 * Parses one YAML 1.2 document or JSON text. Refuses duplicate names and texts that exceed {@link configLimits}. Also
 * refuses anchors, aliases and tags, unless `beyondJson` is set. The values behind an alias count towards the limits
 * each time the alias is used.
 */
export const readYaml = (source: string, options: YamlOptions = {}): YamlReading => {
  const lines = new LineCounter()
  const positionAt = (offset: number): TextPosition => {
    const { col, line } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const refused = (refusals: ReadonlyArray<Refusal>): YamlReading => ({
    ok: false,
    faults: refusals.map(({ message, offset, path }) => ({ path: pathText(path), ...positionAt(offset), message }))
  })
  const whole = (message: string) => refused([{ path: [], offset: 0, message }])
  if (new TextEncoder().encode(source).length > configLimits.bytes)
    return whole(`The file must have at most ${configLimits.bytes} bytes.`)
  const excess = excessOf(source)
  if (excess !== null) return whole(excess)
  try {
    // The parser does not check for duplicate names, because the converter does this faster.
    const document = parseDocument(source, {
      schema: "core",
      uniqueKeys: false,
      prettyErrors: false,
      lineCounter: lines
    })
    const isHarmless = (message: string) =>
      options.beyondJson === true && OWN_TAG.test(UNRESOLVED.exec(message)?.[1] ?? "")
    const broken = [...document.errors, ...document.warnings.filter(({ message }) => !isHarmless(message))]
    if (broken.length > 0)
      return refused(
        broken.slice(0, SHOWN_ERRORS).map((error) => ({ path: [], offset: error.pos[0], message: sentenceOf(error) }))
      )
    const converter = new Converter(options)
    const value = converter.value(document.contents, [])
    if (converter.count > configLimits.values) return whole(TOO_MANY)
    if (converter.refusals.length > 0) return refused(converter.refusals)
    const { offsets, ranges } = converter
    const positionOf = (path: ConfigPath): TextPosition => {
      for (let length = path.length; length >= 0; length--) {
        const offset = offsets.get(placeOf(path.slice(0, length)))
        if (offset !== undefined) return positionAt(offset)
      }
      return { line: 1, column: 1 }
    }
    return { ok: true, text: { value, positionOf, rangeOf: (path) => ranges.get(placeOf(path)) ?? null } }
  } catch (error) {
    // The parser is recursive, so deep nesting can overflow the stack.
    if (error instanceof RangeError) return whole(TOO_DEEP)
    throw error
  }
}
