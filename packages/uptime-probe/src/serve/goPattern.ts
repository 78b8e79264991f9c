/**
 * The patterns of Go (RE2, https://github.com/google/re2/wiki/Syntax) in the syntax of this package: the same texts
 * match, but some of the syntax is not supported.
 */
type GoPatternReading =
  | {
      readonly ok: true
      readonly pattern: string
      readonly ignoreCase: boolean
      /** The name of each group, from the first on; null for a group without one. */
      readonly groups: ReadonlyArray<string | null>
    }
  | { readonly ok: false; readonly why: string }

/** Ranges as they stand in brackets. */
const SPACE = String.raw`\t\n\f\r `
const NO_SPACE = String.raw`\x00-\x08\x0b\x0e-\x1f!-\uffff`
const NO_DIGIT = String.raw`\x00-/:-\uffff`
const NO_WORD = String.raw`\x00-/:-@\x5b-\x5e\x60{-\uffff`

/** POSIX classes, and what is not in them. */
const NAMED: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: String.raw`\x00-\x7f`,
  blank: String.raw`\t `,
  cntrl: String.raw`\x00-\x1f\x7f`,
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: String.raw`!-/:-@\x5b-\x60{-~`,
  space: String.raw`\t\n\v\f\r `,
  upper: "A-Z",
  word: "0-9A-Z_a-z",
  xdigit: "0-9A-Fa-f",
  "^digit": NO_DIGIT,
  "^word": NO_WORD
}

/** What no pattern of this package can express. */
class Unsupported extends Error {}

const unit = (code: number): string => String.raw`\u${code.toString(16).padStart(4, "0")}`

const PUNCTUATION = /[!-/:-@[-`{-~]/u

/** A character as a part that a repetition applies to as a whole. */
const character = (code: number, isInBrackets: boolean): string => {
  const plain = String.fromCodePoint(code)
  if (/[\dA-Za-z]/u.test(plain)) return plain
  if (PUNCTUATION.test(plain)) return `\\${plain}`
  if (code <= 0xffff) return unit(code)
  if (isInBrackets) throw new Unsupported("has a character beyond U+FFFF in brackets")
  return `(?:${unit(plain.charCodeAt(0))}${unit(plain.charCodeAt(1))})`
}

const MOST_CODE = 0x10_ffff

class Translator {
  at = 0
  isDotAll = false
  ignoreCase = false
  out = ""
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

  /** Flags at the start, which are for the whole pattern. */
  flags(): void {
    const [, flags = ""] = this.take(/\(\?([ims]+)\)/uy) ?? []
    if (flags.includes("m")) throw new Unsupported("has the flag m")
    this.isDotAll = flags.includes("s")
    this.ignoreCase = flags.includes("i")
  }

  run(): void {
    this.flags()
    while (this.at < this.text.length) this.out += this.part()
  }

  part(): string {
    if (this.take(/\(\?:/uy) !== null) return "(?:"
    const named = this.take(/\(\?P?<([A-Za-z_]\w*)>/uy)
    if (named !== null) return this.group(named[1] ?? null)
    if (this.take(/\(\?/uy) !== null) throw new Unsupported("has flags within it")
    if (this.take(/\(/uy) !== null) return this.group(null)
    if (this.take(/\./uy) !== null) return this.isDotAll ? String.raw`[\x00-\uffff]` : String.raw`[^\n]`
    if (this.take(/\[/uy) !== null) return this.brackets()
    if (this.take(/\\/uy) !== null) return this.escape()
    return this.literal(false)
  }

  group(name: string | null): string {
    this.groups.push(name)
    return "("
  }

  literal(isInBrackets: boolean): string {
    const code = this.text.codePointAt(this.at) ?? 0
    const found = String.fromCodePoint(code)
    this.at += found.length
    if (code > 0xffff) return character(code, isInBrackets)
    return isInBrackets && /[\\\]^[-]/u.test(found) ? `\\${found}` : found
  }

  escape(): string {
    const quoted = this.take(/Q([^]*?)(?:\\E|$)/uy)
    if (quoted !== null) return Array.from(quoted[1] ?? "", (one) => character(one.codePointAt(0) ?? 0, false)).join("")
    if (this.take(/A/uy) !== null) return "^"
    if (this.take(/z/uy) !== null) return "$"
    const [edge] = this.take(/[bB]/uy) ?? []
    if (edge !== undefined) return `\\${edge}`
    const set = this.class()
    if (set !== null) return `[${set}]`
    return this.escapedCharacter(false)
  }

  /** The ranges of a class such as \d, after its backslash. */
  class(): string | null {
    const [name] = this.take(/[dDsSwW]/uy) ?? []
    switch (name) {
      case "d":
        return "0-9"
      case "D":
        return NO_DIGIT
      case "s":
        return SPACE
      case "S":
        return NO_SPACE
      case "w":
        return "0-9A-Z_a-z"
      case "W":
        return NO_WORD
      default:
        return null
    }
  }

  escapedCharacter(isInBrackets: boolean): string {
    const hexadecimal = this.take(/x(?:([\da-f]{2})|\{([\da-f]{1,8})\})/iuy)
    if (hexadecimal !== null) {
      const code = Number.parseInt(hexadecimal[1] ?? hexadecimal[2] ?? "", 16)
      if (code > MOST_CODE) throw new Unsupported("has a character that does not exist")
      return character(code, isInBrackets)
    }
    const octal = this.take(/0[0-7]{0,2}|[1-7][0-7]{1,2}/uy)
    if (octal !== null) return character(Number.parseInt(octal[0], 8), isInBrackets)
    if (this.take(/a/uy) !== null) return unit(7)
    const [control] = this.take(/[tnvfr]/uy) ?? []
    if (control !== undefined) return `\\${control}`
    const [other] = this.take(/[^\p{L}\p{N}]/uy) ?? []
    if (other !== undefined) return character(other.codePointAt(0) ?? 0, isInBrackets)
    throw new Unsupported(`has \\${this.text[this.at] ?? ""}, which is not supported`)
  }

  /** A class in brackets. Its members are written so that neither syntax reads them in another way. */
  brackets(): string {
    let found = this.take(/\^/uy) === null ? "[" : "[^"
    let isFirst = true
    while (isFirst || this.take(/\]/uy) === null) {
      if (this.at >= this.text.length) throw new Unsupported("has an unclosed bracket")
      found += this.member(isFirst)
      isFirst = false
    }
    return `${found}]`
  }

  member(isFirst: boolean): string {
    const named = this.take(/\[:(\^?[a-z]+):\]/uy)
    if (named !== null) {
      const ranges = Object.hasOwn(NAMED, named[1] ?? "") ? NAMED[named[1] ?? ""] : undefined
      if (ranges === undefined) throw new Unsupported(`has ${named[0]}, which is not supported`)
      return ranges
    }
    if (this.take(/\\/uy) !== null) {
      const set = this.class()
      if (set !== null) return set
      return this.escapedCharacter(true)
    }
    // Between two members it makes a range; at either end it is a member.
    if (this.take(/-/uy) !== null) return isFirst || this.text[this.at] === "]" ? unit(0x2d) : "-"
    return this.literal(true)
  }
}

/** Translates a pattern of Go, or says in a few words why it cannot be used. */
export const goPattern = (text: string): GoPatternReading => {
  const translator = new Translator(text)
  try {
    translator.run()
  } catch (error) {
    if (error instanceof Unsupported) return { ok: false, why: error.message }
    throw error
  }
  const { groups, ignoreCase, out } = translator
  return { ok: true, pattern: out, ignoreCase, groups }
}

/**
 * A text in which "$1", "${1}" and "${name}" stand for what groups matched, and "$$" for one "$", as in Go's
 * `Regexp.Expand`. Names that the pattern does not have stand for nothing.
 */
export const expandTemplate = (
  template: string,
  found: ReadonlyArray<string | undefined>,
  names: ReadonlyArray<string | null>
): string =>
  template.replaceAll(/\$(?:\$|(\w+)|\{(\w+)\})/gu, (whole, plain?: string, braced?: string) => {
    const name = plain ?? braced
    if (name === undefined) return whole === "$$" ? "$" : whole
    const group = /^\d+$/u.test(name) ? Number(name) : names.indexOf(name) + 1
    return (group === 0 && !/^0+$/u.test(name) ? undefined : found[group]) ?? ""
  })
