/** White space of HTML, the no-break space and what has no width at all. */
const SPACES = /[ \t\n\f\r\u00a0\u2000-\u200a\u202f\u205f\u3000]+/gu
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu
const NOT_PLAIN = /[^\x20-\x7e]| {2}/u

/** Gathers text into lines: white space is one space, a block is a line of its own. */
export class LineBuilder {
  readonly lines: Array<string> = []
  #line = ""
  #length = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Whether more text came than is taken. */
  get full(): boolean {
    return this.#length > this.#most
  }

  /** Text whose white space is of no meaning. */
  text(text: string): void {
    if (this.full) return
    const clean = NOT_PLAIN.test(text) ? text.replace(INVISIBLE, "").replace(SPACES, " ") : text
    if (clean === "" || (clean === " " && (this.#line === "" || this.#line.endsWith(" ")))) return
    this.#line += this.#line === "" || this.#line.endsWith(" ") ? clean.trimStart() : clean
  }

  /** Text whose line breaks and indents stay. */
  preformatted(text: string): void {
    if (this.full) return
    const [first = "", ...rest] = text.replace(/\r\n?/gu, "\n").split("\n")
    this.#line += first
    for (const line of rest) {
      this.end()
      this.#line = line
    }
  }

  /** Something between two cells of a table. */
  cell(): void {
    if (this.#line !== "") this.#line = `${this.#line.trimEnd()}\t`
  }

  /** The line ends here, if there is one. */
  end(): void {
    if (this.#line === "") return
    const line = this.#line.trimEnd()
    this.#line = ""
    if (line.trim() === "" || this.full) return
    this.lines.push(line)
    this.#length += line.length + 1
  }
}
