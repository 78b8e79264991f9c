import { caseOrbit, folded } from "./caseFolding.ts"
import { inverted, merged, type Range } from "./CodeRanges.ts"

export type GoNode =
  | GoSet
  /** An edge, as written in the syntax of this package. With the flag m, `^` and `$` are edges of a line. */
  | { readonly kind: "edge"; readonly text: string; readonly ofLine: boolean }
  | { readonly kind: "sequence"; readonly items: ReadonlyArray<GoNode> }
  | { readonly kind: "choice"; readonly items: ReadonlyArray<GoNode> }
  | { readonly kind: "group"; readonly item: GoNode }
  | {
      readonly kind: "repeat"
      readonly item: GoNode
      readonly least: number
      readonly most: number
      readonly isLazy: boolean
    }

/** A set of code points. The next character of the text must be in the set. */
export interface GoSet {
  readonly kind: "set"
  readonly ranges: ReadonlyArray<Range>
  /** The ranges before the upper-case and lower-case forms of their characters were added. Null if case matters. */
  readonly uncased: ReadonlyArray<Range> | null
}

/** The error for syntax that a pattern of this package cannot express. */
export class UnsupportedGo extends Error {}

const LAST_CODE = 0x10_ffff

const DIGITS: ReadonlyArray<Range> = [[0x30, 0x39]]
const UPPER: ReadonlyArray<Range> = [[0x41, 0x5a]]
const LOWER: ReadonlyArray<Range> = [[0x61, 0x7a]]
const LETTERS: ReadonlyArray<Range> = [...UPPER, ...LOWER]
const WORDS: ReadonlyArray<Range> = [...DIGITS, ...UPPER, [0x5f, 0x5f], ...LOWER]
const SPACES: ReadonlyArray<Range> = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20]
]
const LINE_END: ReadonlyArray<Range> = [[0x0a, 0x0a]]

const PERL: ReadonlyMap<string, ReadonlyArray<Range>> = new Map([
  ["d", DIGITS],
  ["s", SPACES],
  ["w", WORDS]
])

const POSIX: ReadonlyMap<string, ReadonlyArray<Range>> = new Map([
  ["alnum", [...DIGITS, ...LETTERS]],
  ["alpha", LETTERS],
  ["ascii", [[0, 0x7f]]],
  [
    "blank",
    [
      [0x09, 0x09],
      [0x20, 0x20]
    ]
  ],
  [
    "cntrl",
    [
      [0, 0x1f],
      [0x7f, 0x7f]
    ]
  ],
  ["digit", DIGITS],
  ["graph", [[0x21, 0x7e]]],
  ["lower", LOWER],
  ["print", [[0x20, 0x7e]]],
  [
    "punct",
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e]
    ]
  ],
  [
    "space",
    [
      [0x09, 0x0d],
      [0x20, 0x20]
    ]
  ],
  ["upper", UPPER],
  ["word", WORDS],
  ["xdigit", [...DIGITS, [0x41, 0x46], [0x61, 0x66]]]
])

const EDGES: ReadonlyMap<string, string> = new Map([
  [String.raw`\A`, "^"],
  [String.raw`\z`, "$"]
])

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["a", 7],
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13]
])

/** The limits of this package. None of them is higher than the corresponding limit of Go. */
const MOST_REPEATED = 1_000
const DEEPEST = 100
const LONGEST = 1_000

/** The flags of a pattern: i, m, s and U. */
interface Flags {
  readonly ignoreCase: boolean
  readonly isMultiLine: boolean
  readonly isDotAll: boolean
  readonly isUngreedy: boolean
}

const FLAGS: ReadonlyMap<string, keyof Flags> = new Map([
  ["i", "ignoreCase"],
  ["m", "isMultiLine"],
  ["s", "isDotAll"],
  ["U", "isUngreedy"]
])

class GoReader {
  at = 0
  depth = 0
  flags: Flags = { ignoreCase: false, isMultiLine: false, isDotAll: false, isUngreedy: false }
  readonly groups: Array<string | null> = []
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.at
    const found = form.exec(this.text)
    if (found !== null) this.at += found[0].length
    return found
  }

  next(): number {
    const code = this.text.codePointAt(this.at)
    if (code === undefined) throw new UnsupportedGo("ends too early")
    this.at += code > 0xffff ? 2 : 1
    return code
  }

  set(ranges: ReadonlyArray<Range>): GoSet {
    return this.flags.ignoreCase
      ? { kind: "set", ranges: merged(folded(ranges)), uncased: merged(ranges) }
      : { kind: "set", ranges: merged(ranges), uncased: null }
  }

  choice(): GoNode {
    const items = [this.sequence()]
    while (this.take(/\|/uy) !== null) items.push(this.sequence())
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: "choice", items }
  }

  sequence(): GoNode {
    const items: Array<GoNode> = []
    while (this.at < this.text.length && !/[|)]/u.test(this.text[this.at] ?? "")) {
      const atoms = this.atoms()
      const last = atoms.pop()
      items.push(...atoms)
      if (last !== undefined) items.push(this.repeated(last))
    }
    return { kind: "sequence", items }
  }

  repeated(item: GoNode): GoNode {
    const count = this.count()
    if (count === null) return item
    const isLazy = (this.take(/\?/uy) !== null) !== this.flags.isUngreedy
    if (this.count() !== null) throw new UnsupportedGo("repeats a repetition")
    const [least, most] = count
    return { kind: "repeat", item, least, most, isLazy }
  }

  count(): readonly [least: number, most: number] | null {
    const [sign, from, range, to] = this.take(/[*+?]|\{(\d+)(,?)(\d*)\}/uy) ?? []
    if (sign === undefined) return null
    if (sign === "*") return [0, Infinity]
    if (sign === "+") return [1, Infinity]
    if (sign === "?") return [0, 1]
    const least = Number(from)
    const most = range === "" ? least : to === "" ? Infinity : Number(to)
    if (least > MOST_REPEATED || (most !== Infinity && most > MOST_REPEATED))
      throw new UnsupportedGo(`repeats a part more than ${MOST_REPEATED} times`)
    if (most < least) throw new UnsupportedGo("has a repetition with reversed limits")
    return [least, most]
  }

  /** Reads one or more atoms. A following repetition applies only to the last atom, even after a quoted text. */
  atoms(): Array<GoNode> {
    if (this.take(/\(/uy) !== null) return this.group()
    if (this.take(/\[/uy) !== null) return [this.brackets()]
    if (this.take(/\./uy) !== null) return [this.dot()]
    const [line] = this.take(/[$^]/uy) ?? []
    if (line !== undefined) return [{ kind: "edge", text: line, ofLine: this.flags.isMultiLine }]
    const quoted = this.take(/\\Q([^]*?)(?:\\E|$)/uy)
    if (quoted !== null) return Array.from(quoted[1] ?? "", (one) => this.character(one.codePointAt(0) ?? 0))
    const [edge] = this.take(/\\[AbBz]/uy) ?? []
    if (edge !== undefined) return [{ kind: "edge", text: EDGES.get(edge) ?? edge, ofLine: false }]
    const ranges = this.perlClass()
    if (ranges !== null) return [{ kind: "set", ranges, uncased: this.flags.ignoreCase ? ranges : null }]
    if (this.count() !== null) throw new UnsupportedGo("repeats nothing")
    return [this.character(this.take(/\\/uy) === null ? this.next() : this.escaped())]
  }

  dot(): GoSet {
    return { kind: "set", ranges: inverted(this.flags.isDotAll ? [] : LINE_END, LAST_CODE), uncased: null }
  }

  character(code: number): GoSet {
    const ranges: ReadonlyArray<Range> = [[code, code]]
    return this.flags.ignoreCase
      ? { kind: "set", ranges: merged(caseOrbit(code).map((one) => [one, one])), uncased: ranges }
      : { kind: "set", ranges, uncased: null }
  }

  /** Reads a group, after its opening bracket. Flags without a group apply to the rest of the enclosing group. */
  group(): Array<GoNode> {
    const named = this.take(/\?P?<(\w+)>/uy)
    const [, on = "", off, end] = named === null ? (this.take(/\?([imsU]*)(-[imsU]+)?([:)])/uy) ?? []) : []
    if (named === null && end === undefined && this.take(/\?/uy) !== null)
      throw new UnsupportedGo("has a lookahead, a lookbehind or an unknown flag")
    const before = this.flags
    this.setFlags(on, true)
    this.setFlags(off ?? "", false)
    if (end === ")") {
      if (on === "" && off === undefined) throw new UnsupportedGo("has a flag group without a flag")
      return []
    }
    const name = named?.[1] ?? null
    if (name !== null && this.groups.includes(name)) throw new UnsupportedGo(`has two groups with the name ${name}`)
    if (end === undefined) this.groups.push(name)
    this.depth += 1
    if (this.depth > DEEPEST) throw new UnsupportedGo("is nested too deeply")
    const item = this.choice()
    if (this.take(/\)/uy) === null) throw new UnsupportedGo("has an unclosed group")
    this.depth -= 1
    this.flags = before
    return [end === undefined ? { kind: "group", item } : item]
  }

  setFlags(letters: string, value: boolean): void {
    for (const letter of letters) {
      const flag = FLAGS.get(letter)
      if (flag !== undefined) this.flags = { ...this.flags, [flag]: value }
    }
  }

  /** Reads a character class such as \d or \W, including its backslash. */
  perlClass(): ReadonlyArray<Range> | null {
    const [, name = ""] = this.take(/\\([dDsSwW])/uy) ?? []
    return name === "" ? null : this.named(PERL.get(name.toLowerCase()) ?? [], name !== name.toLowerCase())
  }

  named(ranges: ReadonlyArray<Range>, isInverted: boolean): ReadonlyArray<Range> {
    const all = merged(this.flags.ignoreCase ? folded(ranges) : ranges)
    return isInverted ? inverted(all, LAST_CODE) : all
  }

  brackets(): GoSet {
    const isInverted = this.take(/\^/uy) !== null
    const ranges: Array<Range> = []
    do {
      if (this.at >= this.text.length) throw new UnsupportedGo("has an unclosed bracket")
      ranges.push(...this.member())
    } while (this.take(/\]/uy) === null)
    const set = this.set(ranges)
    if (!isInverted) return set
    const others = inverted(set.ranges, LAST_CODE)
    return { kind: "set", ranges: others, uncased: set.uncased === null ? null : others }
  }

  member(): ReadonlyArray<Range> {
    const named = this.take(/\[:(\^?)([^\]]*?):\]/uy)
    if (named !== null) {
      const ranges = POSIX.get(named[2] ?? "")
      if (ranges === undefined) throw new UnsupportedGo(`has ${named[0]}, which is not supported`)
      return this.named(ranges, named[1] === "^")
    }
    const perl = this.perlClass()
    if (perl !== null) return perl
    const first = this.memberCharacter()
    if (this.take(/-(?!\])/uy) === null) return [[first, first]]
    const last = this.memberCharacter()
    if (last < first) throw new UnsupportedGo("has an invalid range")
    return [[first, last]]
  }

  memberCharacter(): number {
    return this.take(/\\/uy) === null ? this.next() : this.escaped()
  }

  /** Reads an escaped character, after its backslash. */
  escaped(): number {
    const hexadecimal = this.take(/x(?:([\da-f]{2})|\{([\da-f]{1,8})\})/iuy)
    if (hexadecimal !== null) {
      const code = Number.parseInt(hexadecimal[1] ?? hexadecimal[2] ?? "", 16)
      if (code > LAST_CODE) throw new UnsupportedGo("has an escape for a character that does not exist")
      return code
    }
    const octal = this.take(/0[0-7]{0,2}|[1-7][0-7]{1,2}/uy)
    if (octal !== null) return Number.parseInt(octal[0], 8)
    const found = this.text[this.at] ?? ""
    const control = CONTROLS.get(found)
    if (control === undefined && (found === "" || found > "\u007f" || /[\dA-Za-z]/u.test(found)))
      throw new UnsupportedGo(`has \\${found}, which is not supported`)
    this.at += 1
    return control ?? found.charCodeAt(0)
  }
}

/** Parses a Go pattern as RE2 does (https://github.com/google/re2/wiki/Syntax). */
export const readGoPattern = (
  text: string
): { readonly node: GoNode; readonly groups: ReadonlyArray<string | null> } => {
  if (text.length > LONGEST) throw new UnsupportedGo(`is longer than ${LONGEST} characters`)
  const reader = new GoReader(text)
  const node = reader.choice()
  if (reader.at < text.length) throw new UnsupportedGo("has one closing bracket too many")
  return { node, groups: reader.groups }
}
