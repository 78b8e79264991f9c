import type { Edit } from "./Edit.ts"
import type { HunkLine, Span, TextDiffOptions } from "./TextDiff.ts"
import { countWords } from "./tokens.ts"
import { refineWords, type WordBudget, wordBudget } from "./words.ts"

/** One line may take at most 1 / `LINE_SHARE` of the maximum number of characters. */
const LINE_SHARE = 4

type Limits = Required<Pick<TextDiffOptions, "hunkLines" | "hunkCharacters" | "hunkSpans">>

const equalIn = (spans: ReadonlyArray<Span> | null): number =>
  spans?.reduce((sum, { op, text }) => (op === "equal" ? sum + text.length : sum), 0) ?? 0

const wordsIn = (text: string, spans: ReadonlyArray<Span> | null): number =>
  spans === null
    ? countWords(text)
    : spans.reduce((sum, span) => (span.op === "equal" ? sum : sum + countWords(span.text)), 0)

/**
 * A writer of the lines of hunks. Its limits apply to all hunks together. It counts the words of all changed lines, and
 * the characters that changed lines of both texts have in common.
 */
export class HunkLines {
  addedWords = 0
  removedWords = 0
  equalCharacters = 0
  isCut = false
  readonly #old: ReadonlyArray<string>
  readonly #next: ReadonlyArray<string>
  readonly #lineCharacters: number
  readonly #budget: WordBudget = wordBudget()
  #linesLeft: number
  #charactersLeft: number
  #spansLeft: number
  #lines: Array<HunkLine> = []

  constructor(old: ReadonlyArray<string>, next: ReadonlyArray<string>, limits: Limits) {
    this.#old = old
    this.#next = next
    this.#linesLeft = limits.hunkLines
    this.#charactersLeft = limits.hunkCharacters
    this.#spansLeft = limits.hunkSpans
    this.#lineCharacters = Math.max(1, Math.floor(limits.hunkCharacters / LINE_SHARE))
  }

  addEqual(start: number, end: number): void {
    for (let at = start; at < end && this.#hasSpace(); at++) this.#add("equal", this.#old[at] ?? "", null)
  }

  addEdit({ newEnd, newStart, oldEnd, oldStart }: Edit): void {
    const removed = this.#old.slice(oldStart, oldEnd)
    const added = this.#next.slice(newStart, newEnd)
    const refined = refineWords(removed, added, this.#budget)
    for (const [i, text] of removed.entries()) {
      const spans = refined.removed[i] ?? null
      this.removedWords += wordsIn(text, spans)
      this.equalCharacters += equalIn(spans)
      this.#add("delete", text, spans)
    }
    for (const [i, text] of added.entries()) {
      const spans = refined.added[i] ?? null
      this.addedWords += wordsIn(text, spans)
      this.equalCharacters += equalIn(spans)
      this.#add("insert", text, spans)
    }
  }

  take(): ReadonlyArray<HunkLine> {
    const lines = this.#lines
    this.#lines = []
    return lines
  }

  #hasSpace(): boolean {
    if (this.#linesLeft > 0 && this.#charactersLeft > 0) return true
    this.isCut = true
    return false
  }

  #add(op: HunkLine["op"], text: string, spans: ReadonlyArray<Span> | null): void {
    if (!this.#hasSpace()) return
    const length = Math.min(this.#lineCharacters, this.#charactersLeft)
    const isWhole = text.length <= length
    if (!isWhole) this.isCut = true
    const fits = isWhole && spans !== null && spans.length <= this.#spansLeft
    this.#lines.push({ op, text: isWhole ? text : text.slice(0, length), spans: fits ? spans : null })
    if (fits) this.#spansLeft -= spans.length
    this.#linesLeft--
    // A line break counts as well, so that the number of empty lines is limited.
    this.#charactersLeft -= Math.min(text.length, length) + 1
  }
}
