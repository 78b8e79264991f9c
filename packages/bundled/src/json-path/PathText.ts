export class PathSyntaxError extends Error {
  override readonly name = "PathSyntaxError"
  readonly code = "ERR_PATH_SYNTAX"

  constructor(expected: string, at: number) {
    super(`${expected} at character ${at + 1}`)
  }
}

const NAME = /[A-Za-z_\u0080-\ud7ff\ue000-\u{10ffff}][\w\u0080-\ud7ff\ue000-\u{10ffff}]*/uy
const BLANKS = /[ \t\n\r]*/y
const INTEGER = /-?[1-9]\d*|0/y
const NUMBER = /(?:-?[1-9]\d*|-?0)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[a-z][a-z_0-9]*/y
/**
 * A character of a string: an escape, or any character except control characters and half surrogate pairs (section
 * 2.3.1.1).
 */
const CHARACTER =
  /[ -[\]-\ud7ff\ue000-\u{10ffff}]|\\(?:[bfnrt/\\'"]|u(?:[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]|[dD][0-7])[0-9a-fA-F]{2}))/uy
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"]
])

export class PathText {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  fail(expected: string): never {
    throw new PathSyntaxError(expected, this.at)
  }
  get atEnd(): boolean {
    return this.at >= this.text.length
  }
  sees(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }
  /** Reads the given text if it is next. Returns whether it was next. */
  reads(text: string): boolean {
    if (!this.sees(text)) return false
    this.at += text.length
    return true
  }
  expect(text: string): void {
    if (!this.reads(text)) this.fail(`expected ${text}`)
  }
  blanks(): void {
    this.#match(BLANKS)
  }
  name(): string | null {
    return this.#match(NAME)
  }
  /** Reads a word in lower case, such as the name of a function. */
  word(): string | null {
    return this.#match(WORD)
  }
  number(): number | null {
    const text = this.#match(NUMBER)
    return text === null ? null : Number(text)
  }
  /** Reads a whole number that is exact in all implementations (RFC 7493 section 2.2). */
  integer(): number | null {
    const start = this.at
    const text = this.#match(INTEGER)
    if (text === null) return null
    const value = Number(text)
    if (Number.isSafeInteger(value)) return value
    this.at = start
    return this.fail("expected a smaller number")
  }
  string(): string | null {
    const quote = this.text[this.at]
    if (quote !== "'" && quote !== '"') return null
    this.at += 1
    let value = ""
    while (!this.reads(quote)) {
      const character = this.#match(CHARACTER)
      const other = character === "\\'" || character === '\\"'
      if (character === null || (other && character[1] !== quote)) this.fail("expected the end of the string")
      else value += meaningOf(character)
    }
    return value
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)?.[0]
    if (match === undefined) return null
    this.at += match.length
    return match
  }
}

const meaningOf = (character: string): string => {
  if (!character.startsWith("\\")) return character
  const [, letter = ""] = character
  if (letter !== "u") return ESCAPES.get(letter) ?? letter
  return character
    .split("\\u")
    .slice(1)
    .map((code) => String.fromCharCode(Number.parseInt(code, 16)))
    .join("")
}
