const SPACES = /[ \t\n\f\r\u00a0\u2000-\u200a\u202f\u205f\u3000]+/gu
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu
const SPACE = 0x20
/**
 * A pattern for a text that must be cleaned: it contains white space other than a single space, or invisible
 * characters.
 */
const NOT_PLAIN = /[\t\n\f\r\u00a0\u00ad\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]| {2}/u

const LINE_BREAK = /[\r\n]/u

export interface TextLimits {
  readonly characters: number
  readonly lines: number
}

/**
 * A builder that collects text into lines. It collapses white space to one space, and puts each block on its own line.
 */
export class LineBuilder {
  readonly lines: Array<string> = []
  #line = ""
  /** Whether white space follows the current line. */
  #space = false
  /**
   * Whether the line ends with the tab of a table cell. This is a separate flag, because each test of the string itself
   * would make the engine flatten the string.
   */
  #tab = false
  #length = 0
  readonly #limits: TextLimits

  constructor(limits: TextLimits) {
    this.#limits = limits
  }

  get truncated(): boolean {
    return this.#length > this.#limits.characters || this.lines.length > this.#limits.lines
  }

  space(): void {
    this.#space = true
  }

  text(text: string): void {
    const clean = NOT_PLAIN.test(text) ? text.replace(INVISIBLE, "").replace(SPACES, " ") : text
    const length = clean.length
    if (length === 0) return
    const before = clean.charCodeAt(0) === SPACE
    if (before) this.#space = true
    if (length === 1 && before) return
    const after = clean.charCodeAt(length - 1) === SPACE
    const words = before || after ? clean.slice(before ? 1 : 0, after ? -1 : length) : clean
    if (this.#line === "") this.#line = words
    else this.#line += this.#space && !this.#tab ? ` ${words}` : words
    this.#space = after
    this.#tab = false
  }

  preformatted(text: string): void {
    const clean = text.replace(INVISIBLE, "")
    if (clean === "") return
    if (this.#space && this.#line !== "") this.#line += " "
    this.#space = false
    if (!LINE_BREAK.test(clean)) {
      this.#line += clean
      this.#tab = false
      return
    }
    const [first = "", ...rest] = clean.replace(/\r\n?/gu, "\n").split("\n")
    this.#line += first
    this.#tab = false
    for (const line of rest) {
      this.end()
      this.#line = line
    }
  }

  cell(): void {
    if (this.#line !== "") {
      this.#line += "\t"
      this.#tab = true
    }
    this.#space = false
  }

  end(): void {
    this.#space = false
    this.#tab = false
    if (this.#line === "") return
    const line = this.#line.trimEnd()
    this.#line = ""
    if (line === "" || this.truncated) return
    this.lines.push(line)
    this.#length += line.length + 1
  }
}
