import type { PageChange } from "@mon/model"
import { diffRows, type NumberedLine } from "./diffRows.ts"

/** A removed or added line, and the corresponding line of the other version. */
export interface ChangedLine {
  readonly key: string
  readonly line: NumberedLine
  readonly other: NumberedLine | null
}

const hasText = (line: NumberedLine | null): line is NumberedLine => line !== null && line.text.trim() !== ""

export const lineKey = ({ number, op }: NumberedLine): string => `${op} ${number}`

/** Returns the changed lines that contain text. At each place, the removed line comes before the added line. */
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

/** A change with its changed lines. `isWhole`: all removed and added lines of the change were stored. */
interface TestedChange {
  readonly change: PageChange
  readonly changed: ReadonlyArray<ChangedLine>
  readonly isWhole: boolean
}

/**
 * All lines with which a pattern is tested: the changed lines of each change, and the unchanged lines around the
 * changed lines.
 */
export interface TestedLines {
  readonly changes: ReadonlyArray<TestedChange>
  readonly unchanged: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
}

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

export interface IgnoredOfChange extends TestedChange {
  /** For each changed line, whether the pattern ignores it. */
  readonly ignored: ReadonlyArray<boolean>
  /**
   * Whether the pattern ignores every line of a completely stored change. Such a change would not have been reported.
   */
  readonly isUnreported: boolean
}

export interface Ignored {
  readonly changes: ReadonlyArray<IgnoredOfChange>
  readonly unchanged: ReadonlyArray<string>
  /** Whether the pattern matches all lines, of which there are at least two. */
  readonly isEverything: boolean
}

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
