import type { PageChange } from "@mon/model"

type Hunk = PageChange["hunks"][number]
type HunkLine = Hunk["lines"][number]

export interface NumberedLine extends HunkLine {
  readonly number: number
}

/**
 * A row of the comparison: the corresponding lines of both versions, or the number of unchanged lines that are omitted.
 */
export type DiffRow =
  | { readonly kind: "skipped"; readonly lines: number }
  | { readonly kind: "lines"; readonly before: NumberedLine | null; readonly after: NumberedLine | null }

const rowsOfHunk = ({ lines, newStart, oldStart }: Hunk): ReadonlyArray<DiffRow> => {
  const rows: Array<DiffRow> = []
  let removed: Array<NumberedLine> = []
  let added: Array<NumberedLine> = []
  let before = oldStart
  let after = newStart
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      rows.push({ kind: "lines", before: removed[index] ?? null, after: added[index] ?? null })
    }
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.op === "delete") {
      removed.push({ ...line, number: before })
      before += 1
    } else if (line.op === "insert") {
      added.push({ ...line, number: after })
      after += 1
    } else {
      flush()
      rows.push({ kind: "lines", before: { ...line, number: before }, after: { ...line, number: after } })
      before += 1
      after += 1
    }
  }
  flush()
  return rows
}

/** Returns the rows of all hunks. Corresponding removed and added lines are in one row. */
export const diffRows = (hunks: ReadonlyArray<Hunk>): ReadonlyArray<DiffRow> => {
  let next = 1
  return hunks.flatMap((hunk) => {
    const skipped = hunk.oldStart - next
    next = hunk.oldStart + hunk.oldLines
    return [...(skipped > 0 ? [{ kind: "skipped", lines: skipped } as const] : []), ...rowsOfHunk(hunk)]
  })
}

/** Returns the rows for a view with one column. At each place, the removed lines come before the added lines. */
export const inlineRows = (rows: ReadonlyArray<DiffRow>, onlyChanged: boolean): ReadonlyArray<DiffRow> => {
  const out: Array<DiffRow> = []
  let added: Array<DiffRow> = []
  for (const row of rows) {
    const isChange = row.kind === "lines" && (row.before === null || row.before.op !== "equal")
    if (!isChange) {
      out.push(...added)
      added = []
      if (!onlyChanged || row.kind === "skipped") out.push(row)
      continue
    }
    if (row.before !== null) out.push({ kind: "lines", before: row.before, after: null })
    if (row.after !== null) added.push({ kind: "lines", before: null, after: row.after })
  }
  out.push(...added)
  return onlyChanged ? out.filter(({ kind }) => kind === "lines") : out
}
