import type { CliTerminal } from "../CliTerminal.ts"
import { type Paint, paintFor } from "./paint.ts"
import { shownText } from "./shownText.ts"
import { fitText, textWidth } from "./textWidth.ts"

/** The text of a cell, which may be untrusted, with an optional style. */
export type Cell = string | readonly [text: string, style: Parameters<Paint>[0]]

export interface Column {
  readonly title: string
  readonly align?: "right"
  /** The order in which columns become narrower if the table is too wide, highest number first. Default: 0, never. */
  readonly yields?: number
  /**
   * The order in which columns are left out if other columns would be too narrow to read, lowest number first. Default:
   * 0, never.
   */
  readonly drops?: number
}

const GAP = "  "
const NARROWEST = 8
/** The width that is enough to distinguish one name from another. */
const READABLE = 16

const textOf = (cell: Cell): string => shownText(typeof cell === "string" ? cell : cell[0])

const fitWidths = (
  columns: ReadonlyArray<Column>,
  wanted: ReadonlyArray<number>,
  room: number
): ReadonlyArray<number> => {
  const widths = [...wanted]
  let excess = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1)) - room
  const order = columns
    .map(({ yields = 0 }, index) => ({ yields, index }))
    .filter(({ yields }) => yields > 0)
    .toSorted((one, other) => other.yields - one.yields)
  for (const { index } of order) {
    const width = widths[index] ?? 0
    const less = Math.max(0, Math.min(excess, width - NARROWEST))
    widths[index] = width - less
    excess -= less
  }
  return widths
}

/** Returns the width of each column. Null for a column that is left out. */
const shownWidths = (
  columns: ReadonlyArray<Column>,
  wanted: ReadonlyArray<number>,
  room: number
): ReadonlyArray<number | null> => {
  const shown = new Set(columns.keys())
  const order = [...columns.entries()]
    .filter(([, { drops = 0 }]) => drops > 0)
    .toSorted(([, one], [, other]) => (one.drops ?? 0) - (other.drops ?? 0))
  for (;;) {
    const indices = [...shown]
    const wishes = indices.map((index) => wanted[index] ?? 0)
    const widths = fitWidths(
      indices.flatMap((index) => columns[index] ?? []),
      wishes,
      room
    )
    const isReadable = widths.every((width, place) => width >= Math.min(READABLE, wishes[place] ?? 0))
    const next = isReadable ? undefined : order.shift()
    if (next === undefined) {
      const byIndex = new Map(indices.map((index, place) => [index, widths[place] ?? 0]))
      return columns.map((_, index) => byIndex.get(index) ?? null)
    }
    shown.delete(next[0])
  }
}

/**
 * Returns the lines of a table. In a terminal, the lines fit the width of the terminal. Elsewhere, the lines are not
 * shortened.
 */
export const tableLines = (
  terminal: Pick<CliTerminal, "colour" | "size">,
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>
): ReadonlyArray<string> => {
  const paint = paintFor(terminal)
  const room = terminal.size()?.columns ?? Number.POSITIVE_INFINITY
  const texts = rows.map((row) => row.map(textOf))
  const wanted = columns.map(({ title }, index) =>
    texts.reduce((widest, row) => Math.max(widest, textWidth(row[index] ?? "")), textWidth(title))
  )
  const widths = shownWidths(columns, wanted, room)
  const line = (cells: ReadonlyArray<string>, style: (index: number, text: string) => string): string =>
    cells
      .flatMap((text, index) => {
        const width = widths[index] ?? null
        if (width === null) return []
        const fitted = fitText(text, width)
        const padding = " ".repeat(Math.max(0, width - textWidth(fitted)))
        return columns[index]?.align === "right" ? padding + style(index, fitted) : style(index, fitted) + padding
      })
      .join(GAP)
      .trimEnd()
  return [
    line(
      columns.map(({ title }) => title),
      (_index, text) => paint("gray", text)
    ),
    ...texts.map((row, number) =>
      line(row, (index, text) => {
        const cell = rows[number]?.[index] ?? ""
        return typeof cell === "string" ? text : paint(cell[1], text)
      })
    )
  ]
}
