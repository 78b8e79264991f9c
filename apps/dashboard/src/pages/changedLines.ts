import type { PageChange } from "@mon/model"
import { diffRows, type NumberedLine } from "./diffRows.ts"

/** A removed or added line, and the corresponding line on the other side. */
export interface ChangedLine {
  readonly key: string
  readonly line: NumberedLine
  readonly other: NumberedLine | null
}

const hasText = (line: NumberedLine | null): line is NumberedLine => line !== null && line.text.trim() !== ""

/** Returns a key that identifies a line within its change. */
export const lineKey = ({ number, op }: NumberedLine): string => `${op} ${number}`

/** Returns the changed lines that contain text. At each place, the removed line comes before the added one. */
export const changedLinesOf = ({ hunks }: Pick<PageChange, "hunks">): ReadonlyArray<ChangedLine> =>
  diffRows(hunks).flatMap((row) => {
    if (row.kind === "skipped" || row.before?.op === "equal") return []
    const { after, before } = row
    return [
      ...(hasText(before) ? [{ key: lineKey(before), line: before, other: after }] : []),
      ...(hasText(after) ? [{ key: lineKey(after), line: after, other: before }] : [])
    ]
  })

const unchangedLinesOf = ({ hunks }: Pick<PageChange, "hunks">): ReadonlyArray<string> =>
  hunks.flatMap(({ lines }) => lines.flatMap(({ op, text }) => (op === "equal" && text.trim() !== "" ? [text] : [])))

/** A change with its changed lines. It is whole if all its lines were stored. */
interface TestedChange {
  readonly change: PageChange
  readonly changed: ReadonlyArray<ChangedLine>
  readonly isWhole: boolean
}

/** All lines with which a pattern is tested: the changed lines of each change, and the unchanged lines around them. */
export interface TestedLines {
  readonly changes: ReadonlyArray<TestedChange>
  readonly unchanged: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
}

/** Collects the lines of several changes. */
export const testedLinesOf = (changes: ReadonlyArray<PageChange>): TestedLines => {
  const tested = changes.map((change) => {
    const stored = change.hunks.flatMap(({ lines }) => lines.filter(({ op }) => op !== "equal"))
    return {
      change,
      changed: changedLinesOf(change),
      isWhole: stored.length === change.addedLines + change.removedLines
    }
  })
  const unchanged = [...new Set(changes.flatMap(unchangedLinesOf))]
  return {
    changes: tested,
    unchanged,
    texts: [...tested.flatMap(({ changed }) => changed.map(({ line }) => line.text)), ...unchanged]
  }
}

/** A change with the lines that a pattern would have ignored. */
export interface IgnoredOfChange extends TestedChange {
  /** Whether the pattern ignores each changed line, in the order of the lines. */
  readonly ignored: ReadonlyArray<boolean>
  /** Whether the pattern ignores all lines of a whole change, which would then not have been reported. */
  readonly isUnreported: boolean
}

/** The lines that a pattern would have ignored, for each change and for the unchanged lines around them. */
export interface Ignored {
  readonly changes: ReadonlyArray<IgnoredOfChange>
  readonly unchanged: ReadonlyArray<string>
  /** Whether the pattern matches all lines. */
  readonly isEverything: boolean
}

/** Assigns the results for all lines to the changes and the unchanged lines. */
export const ignoredOf = ({ changes, texts, unchanged }: TestedLines, matched: ReadonlyArray<boolean>): Ignored => {
  let from = 0
  const sorted = changes.map((tested) => {
    const ignored = matched.slice(from, from + tested.changed.length)
    from += tested.changed.length
    return { ...tested, ignored, isUnreported: tested.isWhole && ignored.length > 0 && ignored.every(Boolean) }
  })
  return {
    changes: sorted,
    unchanged: unchanged.filter((_, index) => matched[from + index] === true),
    isEverything: texts.length > 1 && matched.every(Boolean)
  }
}
