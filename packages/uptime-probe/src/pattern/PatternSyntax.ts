import { folded } from "./caseFolding.ts"
import { inverted as invertedTo, type Range } from "./CodeRanges.ts"

export type Pattern =
  | { readonly kind: "set"; readonly ranges: ReadonlyArray<Range> }
  | { readonly kind: "edge"; readonly edge: Edge }
  | { readonly kind: "sequence"; readonly items: ReadonlyArray<Pattern> }
  | { readonly kind: "choice"; readonly items: ReadonlyArray<Pattern> }
  | { readonly kind: "group"; readonly item: Pattern; readonly number: number }
  | {
      readonly kind: "repeat"
      readonly item: Pattern
      readonly least: number
      readonly most: number
      /**
       * Whether the repetition matches as few characters as possible. This changes only the texts of groups, not
       * whether a text matches.
       */
      readonly isLazy: boolean
    }

/**
 * An edge: the start or end of the text, the start or end of a word, or a position that is not at the edge of a word.
 */
export type Edge = "start" | "end" | "word" | "inside"

/** The last UTF-16 code unit. */
const LAST = 0xffff
const DIGITS: ReadonlyArray<Range> = [[48, 57]]
const SPACES: ReadonlyArray<Range> = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff]
]
/** The characters of `\w`, which also determine where words begin and end. */
export const WORDS: ReadonlyArray<Range> = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122]
]
const LINE_ENDS: ReadonlyArray<Range> = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029]
]

const inverted = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => invertedTo(ranges, LAST)

const CLASSES: ReadonlyMap<string, ReadonlyArray<Range>> = new Map<string, ReadonlyArray<Range>>([
  ["d", DIGITS],
  ["D", inverted(DIGITS)],
  ["s", SPACES],
  ["S", inverted(SPACES)],
  ["w", WORDS],
  ["W", inverted(WORDS)]
])
const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
  ["0", 0]
])

const MOST_REPEATED = 200
const DEEPEST = 30

class Unsupported extends Error {}

class Reader {
  at = 0
  depth = 0
  groups = 0
  readonly text: string
  readonly ignoreCase: boolean

  constructor(text: string, ignoreCase: boolean) {
    this.text = text
    this.ignoreCase = ignoreCase
  }

  set(ranges: ReadonlyArray<Range>): Pattern {
    return { kind: "set", ranges: this.ignoreCase ? folded(ranges) : ranges }
  }

  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false
    this.at += expected.length
    return true
  }

  next(): string {
    const found = this.text[this.at]
    if (found === undefined) throw new Unsupported("ends too early")
    this.at += 1
    return found
  }

  choice(): Pattern {
    const items = [this.sequence()]
    while (this.take("|")) items.push(this.sequence())
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: "choice", items }
  }

  sequence(): Pattern {
    const items: Array<Pattern> = []
    while (this.at < this.text.length && !/[|)]/u.test(this.text[this.at] ?? "")) items.push(this.repeated())
    return { kind: "sequence", items }
  }

  repeated(): Pattern {
    const item = this.atom()
    const [least, most] = this.count()
    if (least === 1 && most === 1) return item
    return { kind: "repeat", item, least, most, isLazy: this.take("?") }
  }

  count(): readonly [least: number, most: number] {
    if (this.take("*")) return [0, Infinity]
    if (this.take("+")) return [1, Infinity]
    if (this.take("?")) return [0, 1]
    const counted = /^\{(\d{1,4})(,?)(\d{0,4})\}/u.exec(this.text.slice(this.at))
    if (counted === null) return [1, 1]
    this.at += counted[0].length
    const least = Number(counted[1])
    const most = counted[2] === "" ? least : counted[3] === "" ? Infinity : Number(counted[3])
    if (most < least) throw new Unsupported("has a repetition with reversed limits")
    if (least > MOST_REPEATED || (most !== Infinity && most > MOST_REPEATED))
      throw new Unsupported(`repeats a part more than ${MOST_REPEATED} times`)
    return [least, most]
  }

  atom(): Pattern {
    const found = this.next()
    switch (found) {
      case "(":
        return this.group()
      case "[":
        return this.set(this.brackets())
      case ".":
        return { kind: "set", ranges: inverted(LINE_ENDS) }
      case "^":
        return { kind: "edge", edge: "start" }
      case "$":
        return { kind: "edge", edge: "end" }
      case "\\":
        return this.escape()
      case "*":
      case "+":
      case "?":
        throw new Unsupported("repeats nothing")
      default:
        return this.set([[found.charCodeAt(0), found.charCodeAt(0)]])
    }
  }

  group(): Pattern {
    const isPlain = this.take("?:")
    if (!isPlain && this.take("?")) throw new Unsupported("has a lookahead, a lookbehind or a named group")
    this.depth += 1
    if (this.depth > DEEPEST) throw new Unsupported("is nested too deeply")
    if (!isPlain) this.groups += 1
    const number = this.groups
    const inner = this.choice()
    if (!this.take(")")) throw new Unsupported("has an unclosed group")
    this.depth -= 1
    return isPlain ? inner : { kind: "group", item: inner, number }
  }

  escape(): Pattern {
    const found = this.text[this.at] ?? ""
    if (found === "b" || found === "B") {
      this.at += 1
      return { kind: "edge", edge: found === "b" ? "word" : "inside" }
    }
    return this.set(this.escaped())
  }

  escaped(): ReadonlyArray<Range> {
    const found = this.next()
    const known = CLASSES.get(found)
    if (known !== undefined) return known
    const control = CONTROLS.get(found)
    if (control !== undefined) return [[control, control]]
    const hexadecimal = found === "x" ? 2 : found === "u" ? 4 : 0
    if (hexadecimal > 0) {
      const digits = this.text.slice(this.at, this.at + hexadecimal)
      if (!/^[0-9a-f]+$/iu.test(digits) || digits.length < hexadecimal)
        throw new Unsupported(`has an invalid \\${found}`)
      this.at += hexadecimal
      const code = Number.parseInt(digits, 16)
      return [[code, code]]
    }
    if (/[a-z1-9]/iu.test(found)) throw new Unsupported(`has \\${found}, which is not supported`)
    return [[found.charCodeAt(0), found.charCodeAt(0)]]
  }

  brackets(): ReadonlyArray<Range> {
    const isInverted = this.take("^")
    const ranges: Array<Range> = []
    while (!this.take("]")) {
      const from = this.member()
      const [single] = from
      if (this.text[this.at] !== "-" || this.text[this.at + 1] === "]" || from.length !== 1 || single === undefined) {
        ranges.push(...from)
        continue
      }
      this.at += 1
      const [to, ...others] = this.member()
      if (to === undefined || others.length > 0 || to[0] < single[0]) throw new Unsupported("has an invalid range")
      ranges.push([single[0], to[1]])
    }
    const all = this.ignoreCase ? folded(ranges) : ranges
    return isInverted ? inverted(all) : all
  }

  member(): ReadonlyArray<Range> {
    const found = this.next()
    if (found !== "\\") return [[found.charCodeAt(0), found.charCodeAt(0)]]
    if (this.text[this.at] === "b") throw new Unsupported("has \\b in brackets")
    return this.escaped()
  }
}

/** Reads a pattern. If the pattern cannot be used, returns the reason in a few words. */
export const readPattern = (
  text: string,
  ignoreCase: boolean
):
  | { readonly ok: true; readonly pattern: Pattern; readonly groups: number }
  | { readonly ok: false; readonly why: string } => {
  const reader = new Reader(text, ignoreCase)
  try {
    const pattern = reader.choice()
    return reader.at < text.length
      ? { ok: false, why: "has one closing bracket too many" }
      : { ok: true, pattern, groups: reader.groups }
  } catch (error) {
    if (error instanceof Unsupported) return { ok: false, why: error.message }
    throw error
  }
}
