import { aBoolean, argumentsOf, aString, optional } from "@mon/bundled/arguments"
import { folded } from "./caseFolding.ts"
import { between, inverted, merged, type Range } from "./CodeRanges.ts"
import { type GoNode, type GoSet, readGoPattern, UnsupportedGo } from "./GoSyntax.ts"
import { patternFault } from "./TextPattern.ts"

/** A Go pattern in the syntax of this package, or the reason why it cannot be used. */
export type GoPatternReading =
  | {
      readonly ok: true
      readonly pattern: string
      readonly ignoreCase: boolean
      /** The name of each group, starting with the first group. Null if the group has no name. */
      readonly groups: ReadonlyArray<string | null>
    }
  | {
      readonly ok: false
      /** The reason, in a few words that follow "the pattern". */
      readonly why: string
    }

const LAST_UNIT = 0xffff
const FIRST_ASTRAL = 0x1_0000
const LAST_CODE = 0x10_ffff
const HIGH: Range = [0xd800, 0xdbff]
const LOW: Range = [0xdc00, 0xdfff]
const LOWS = String.raw`[\udc00-\udfff]`
const TAIL_UNITS = 0x400

const unit = (code: number): string => String.raw`\u${code.toString(16).padStart(4, "0")}`

const WRITTEN: ReadonlyMap<number, string> = new Map([
  [9, String.raw`\t`],
  [10, String.raw`\n`],
  [11, String.raw`\v`],
  [12, String.raw`\f`],
  [13, String.raw`\r`]
])

const isShown = (code: number): boolean =>
  (code < HIGH[0] || code > LOW[1]) && /[\p{L}\p{N}\p{P}\p{S} ]/u.test(String.fromCharCode(code))

/** Writes a code unit so that it can be used outside or inside brackets. */
const unitText = (code: number, special: RegExp): string => {
  const text = String.fromCharCode(code)
  return special.test(text) ? `\\${text}` : (WRITTEN.get(code) ?? (isShown(code) ? text : unit(code)))
}

const SPECIAL = /[\\^$.*+?()[\]{}|]/u
const SPECIAL_IN_BRACKETS = /[\\\]^[-]/u

const rangesText = (ranges: ReadonlyArray<Range>): string =>
  ranges
    .map(([first, last]) => {
      const [from, to] = [unitText(first, SPECIAL_IN_BRACKETS), unitText(last, SPECIAL_IN_BRACKETS)]
      return first === last ? from : last === first + 1 ? from + to : `${from}-${to}`
    })
    .join("")

const NAMES: ReadonlyMap<string, string> = new Map([
  ["0-9", String.raw`\d`],
  ["0-9A-Z_a-z", String.raw`\w`],
  [String.raw`\u0000-\uffff`, String.raw`[\s\S]`]
])

const hasLast = (ranges: ReadonlyArray<Range>): boolean =>
  ranges.some(([first, last]) => first <= LAST_UNIT && last >= LAST_UNIT)

/** Writes a set of code units. If the set contains the last code unit, writes the complement of the set. */
const unitsText = (ranges: ReadonlyArray<Range>): string => {
  const [only] = ranges
  if (ranges.length === 1 && only !== undefined && only[0] === only[1]) return unitText(only[0], SPECIAL)
  const text = rangesText(ranges)
  return NAMES.get(text) ?? `[${hasLast(ranges) ? `^${rangesText(inverted(ranges, LAST_UNIT))}` : text}]`
}

/** Writes characters beyond U+FFFF as pairs of code units. */
const pairs = (ranges: ReadonlyArray<Range>): ReadonlyArray<string> =>
  ranges.flatMap(([first, last]) => {
    const heads = (code: number) => HIGH[0] + Math.floor((code - FIRST_ASTRAL) / TAIL_UNITS)
    const tail = (code: number) => LOW[0] + ((code - FIRST_ASTRAL) % TAIL_UNITS)
    const pair = (from: number, to: number, tails: Range) => unitsText([[from, to]]) + unitsText([tails])
    const [from, to] = [heads(first), heads(last)]
    if (from === to) return [pair(from, to, [tail(first), tail(last)])]
    const isFromFull = tail(first) === LOW[0]
    const isToFull = tail(last) === LOW[1]
    const [middleFrom, middleTo] = [isFromFull ? from : from + 1, isToFull ? to : to - 1]
    return [
      ...(isFromFull ? [] : [pair(from, from, [tail(first), LOW[1]])]),
      ...(middleFrom > middleTo ? [] : [pair(middleFrom, middleTo, LOW)]),
      ...(isToFull ? [] : [pair(to, to, [LOW[0], tail(last)])])
    ]
  })

/** Returns whether a set contains a character in one case but not in the other. */
const hasCase = ({ ranges }: GoSet): boolean =>
  merged(folded(ranges)).some(([first, last], index) => first !== ranges[index]?.[0] || last !== ranges[index]?.[1])

const setsOf = (node: GoNode): ReadonlyArray<GoSet> =>
  node.kind === "set"
    ? [node]
    : node.kind === "edge"
      ? []
      : "items" in node
        ? node.items.flatMap(setsOf)
        : setsOf(node.item)

/** The text of a translated pattern, and whether a repetition after it would apply to the whole text. */
interface Written {
  readonly text: string
  readonly isAtom: boolean
  /** Whether the text has alternatives at its top level, which would mix with the text around it. */
  readonly isChoice?: boolean
}

const atom = ({ isAtom, text }: Written): string => (isAtom ? text : `(?:${text})`)
const part = ({ isChoice, text }: Written): string => (isChoice === true ? `(?:${text})` : text)

const countText = (least: number, most: number): string =>
  most === Infinity
    ? least === 0
      ? "*"
      : least === 1
        ? "+"
        : `{${least},}`
    : least === 0 && most === 1
      ? "?"
      : least === most
        ? `{${least}}`
        : `{${least},${most}}`

const INSIDE = String.raw`\B`

const isUnit = ({ ranges }: GoSet): boolean => between(ranges, FIRST_ASTRAL, LAST_CODE).length === 0

/**
 * Returns whether the nodes before and after a position show that the position is not in the middle of a character of
 * two code units.
 */
const isBeside = (before: GoNode | undefined, after: GoNode | undefined): boolean =>
  after?.kind === "set" ||
  [before, after].some((node) => {
    const item = node?.kind === "repeat" && node.least > 0 ? node.item : node
    return item?.kind === "set" && isUnit(item)
  })

const isLineEdge = (node: GoNode | undefined, text: "$" | "^"): boolean =>
  node?.kind === "edge" && node.ofLine && node.text === text

/**
 * Writes a Go pattern in the syntax of this package. Patterns of this package match code units, and some characters
 * consist of two code units.
 */
class Writer {
  readonly ignoreCase: boolean
  /** Whether an earlier node may leave the second code unit of a character unread. */
  #leavesUnits = false
  #repeats = 0

  constructor(ignoreCase: boolean) {
    this.ignoreCase = ignoreCase
  }

  /**
   * Writes a whole pattern. At the start and end of the pattern, an edge of a line is written so that it matches the
   * line feed before or after the line.
   */
  pattern(node: GoNode): string {
    if (node.kind === "choice") return node.items.map((item) => this.pattern(item)).join("|")
    const items = node.kind === "sequence" ? node.items : [node]
    const [first, last] = [items[0], items.at(-1)]
    const [begins, ends] = [isLineEdge(first, "^"), isLineEdge(last, "$")]
    const inner = this.sequence(items.slice(begins ? 1 : 0, ends ? -1 : undefined))
    return (
      (begins ? String.raw`(?:^|\n)` : "") +
      (begins || ends ? part(inner) : inner.text) +
      (ends ? String.raw`(?:\n|$)` : "")
    )
  }

  write(node: GoNode): Written {
    switch (node.kind) {
      case "set":
        return this.set(node)
      case "edge":
        if (node.text === INSIDE) throw new UnsupportedGo(String.raw`has \B that is not beside a character`)
        if (node.ofLine) throw new UnsupportedGo(`has a multiline ${node.text} in its middle`)
        return { text: node.text, isAtom: true }
      case "sequence":
        return this.sequence(node.items)
      case "choice":
        return { text: node.items.map((item) => this.write(item).text).join("|"), isAtom: false, isChoice: true }
      case "group":
        return { text: `(${this.write(node.item).text})`, isAtom: true }
      case "repeat":
        return this.repeat(node)
    }
  }

  sequence(items: ReadonlyArray<GoNode>): Written {
    const parts = items.map((item, index) =>
      item.kind === "edge" && item.text === INSIDE && isBeside(items[index - 1], items[index + 1])
        ? { text: item.text, isAtom: true }
        : this.write(item)
    )
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : { text: parts.map(part).join(""), isAtom: false }
  }

  /**
   * Returns the ranges to write. If case is ignored, the search itself adds all cases of single code units. It adds
   * none for pairs of code units, or for a set that is written as its complement.
   */
  #ranges({ ranges, uncased }: GoSet): ReadonlyArray<Range> {
    return this.ignoreCase && uncased !== null && !hasLast(uncased)
      ? [...between(uncased, 0, LAST_UNIT), ...between(ranges, FIRST_ASTRAL, LAST_CODE)]
      : ranges
  }

  set(set: GoSet): Written {
    const ranges = this.#ranges(set)
    const units = [...between(ranges, 0, HIGH[0] - 1), ...between(ranges, LOW[1] + 1, LAST_UNIT)]
    const astral = between(ranges, FIRST_ASTRAL, LAST_CODE)
    if (isEveryAstral(astral)) {
      this.#leavesUnits = true
      return { text: unitsText(merged([...units, HIGH])) + `${LOWS}?`, isAtom: false }
    }
    const all = [...(units.length > 0 || astral.length === 0 ? [unitsText(units)] : []), ...pairs(astral)]
    return { text: all.join("|"), isAtom: astral.length === 0, isChoice: all.length > 1 }
  }

  repeat({ isLazy, item, least, most }: Extract<GoNode, { kind: "repeat" }>): Written {
    const lazy = isLazy ? "?" : ""
    if (item.kind === "set" && most === Infinity && least <= 1) {
      const text = this.#unitLoop(this.#ranges(item), least, lazy)
      if (text !== null) return { text, isAtom: false }
    }
    this.#repeats += 1
    const inner = atom(this.write(item))
    this.#repeats -= 1
    return { text: inner + countText(least, most) + lazy, isAtom: false }
  }

  /**
   * Writes a loop over characters, which may match the code units of a character one by one. If the loop needs at least
   * one character, and an earlier node may have left the second half of a character, the loop must begin with a whole
   * character.
   */
  #unitLoop(ranges: ReadonlyArray<Range>, least: number, lazy: string): string | null {
    if (!isEveryAstral(between(ranges, FIRST_ASTRAL, LAST_CODE))) return null
    const units = between(ranges, 0, LAST_UNIT)
    const all = unitsText(merged([...units, HIGH, LOW]))
    if (least === 0) return `${all}*${lazy}`
    const isFirst = !this.#leavesUnits && this.#repeats === 0
    this.#leavesUnits = true
    if (isFirst) return `${all}+${lazy}`
    return `${unitsText(merged([...between(units, 0, HIGH[0] - 1), HIGH, ...between(units, LOW[1] + 1, LAST_UNIT)]))}${all}*${lazy}`
  }
}

const isEveryAstral = ([first, ...others]: ReadonlyArray<Range>): boolean =>
  others.length === 0 && first !== undefined && first[0] === FIRST_ASTRAL && first[1] === LAST_CODE

const acceptGoPattern = /* @__PURE__ */ argumentsOf("goPattern", () => ({
  pattern: aString,
  writesCase: optional(aBoolean)
}))

/**
 * Translates a Go pattern, which has the syntax of RE2 (https://github.com/google/re2/wiki/Syntax), so that the result
 * matches the same texts. Refuses patterns that this package cannot search, and says why. If `writesCase` is true, the
 * result does not need `ignoreCase`.
 *
 * @example
 * ```ts
 * goPattern("(?i)in stock: [[:digit:]]+") // => { ok: true, pattern: "in stock: \\d+", ignoreCase: true, groups: [] }
 * goPattern("(?m)up.^down$") // => { ok: false, why: "has a multiline ^ in its middle" }
 * ```
 */
export const goPattern = (pattern: string, writesCase = false): GoPatternReading => {
  acceptGoPattern(pattern, writesCase)
  try {
    const { groups, node } = readGoPattern(pattern)
    const sets = setsOf(node)
    const ignoreCase =
      !writesCase &&
      sets.some(({ uncased }) => uncased !== null) &&
      sets.every((set) => set.uncased !== null || !hasCase(set))
    const text = new Writer(ignoreCase).pattern(node)
    const fault = patternFault(text, ignoreCase)
    return fault === null ? { ok: true, pattern: text, ignoreCase, groups } : { ok: false, why: fault }
  } catch (error) {
    if (error instanceof UnsupportedGo) return { ok: false, why: error.message }
    throw error
  }
}
