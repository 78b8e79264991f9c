import { aBoolean, either, listOf, nullable, aNumber, argumentsOf, aString } from "@mon/bundled/arguments"

const acceptCsvLine = /* @__PURE__ */ argumentsOf("csvLine", () => ({
  cells: listOf(nullable(either([aString, aNumber("a number"), aBoolean])), "an array of cells")
}))

export type Cell = string | number | boolean | null

/** The end of every line (RFC 4180 section 2.1). */
const LINE_END = "\r\n"

/** A pattern for a text that a spreadsheet would read as a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const SPECIAL = /[",\r\n]|^\s|\s$/

const textCell = (text: string): string => {
  const well = text.toWellFormed()
  const safe = FORMULA.test(well) ? `'${well}` : well
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Returns one line of a CSV (RFC 4180) with its CRLF. Puts an apostrophe in front of a text that a spreadsheet would
 * run as a formula.
 *
 * @example
 * csvLine(["=1+1", "a, \"b\"", -1, true, null]) // => "'=1+1,\"a, \"\"b\"\"\",-1,true,\r\n"
 */
export const csvLine = (cells: ReadonlyArray<Cell>): string => {
  acceptCsvLine(cells)
  return lineOf(cells)
}

const lineOf = (cells: ReadonlyArray<Cell>): string =>
  cells.map((cell) => (cell === null ? "" : typeof cell === "string" ? textCell(cell) : String(cell))).join(",") +
  LINE_END

export type Column<A> = readonly [header: string, cell: (row: A) => Cell]

export const joined = (values: ReadonlyArray<string>): string => values.join("; ")

export const csvRow = <A>(columns: ReadonlyArray<Column<A>>, row: A): string =>
  lineOf(columns.map(([, cell]) => cell(row)))

export const csvHeader = <A>(columns: ReadonlyArray<Column<A>>): string => lineOf(columns.map(([header]) => header))

export function* csvLines<A>(columns: ReadonlyArray<Column<A>>, rows: Iterable<A>): Generator<string> {
  yield csvHeader(columns)
  for (const row of rows) yield csvRow(columns, row)
}
