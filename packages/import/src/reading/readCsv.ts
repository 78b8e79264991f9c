import { checkedText, readingLimits } from "./readJson.ts"
import { UnreadableSource } from "./UnreadableSource.ts"

/** A row with its line in the file, which counts from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

const SEPARATORS = [",", ";", "\t"] as const

/** The separator that the first line has most of, outside quotes. */
const separatorOf = (text: string): string => {
  const [first = ""] = text.replace(/"(?:[^"]|"")*"/gu, "").split(/\r?\n/u)
  const counted = SEPARATORS.map((sign) => ({ sign, count: first.split(sign).length }))
  return counted.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ","
}

/** Reads CSV (RFC 4180) with commas, semicolons or tabs. Empty lines are no rows. */
export const readCsv = (source: string, name: string): ReadonlyArray<CsvRow> => {
  const text = checkedText(source, name)
  const separator = separatorOf(text)
  const rows: Array<CsvRow> = []
  let cells: Array<string> = []
  let cell = ""
  let isQuoted = false
  let line = 1
  let begin = 1
  const endRow = (): void => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== "")) rows.push({ line: begin, cells })
    if (rows.length > readingLimits.rows)
      throw new UnreadableSource(`${name} has more than ${readingLimits.rows} rows.`)
    cells = []
    cell = ""
    begin = line
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ""
    if (sign === "\n") line++
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (sign === '"' && cell === "") isQuoted = true
    else if (sign === separator) {
      cells.push(cell)
      cell = ""
      if (cells.length > readingLimits.columns)
        throw new UnreadableSource(`${name} has more than ${readingLimits.columns} columns in line ${begin}.`)
    } else if (sign === "\n") endRow()
    else if (sign !== "\r" || text[at + 1] !== "\n") cell += sign
  }
  if (isQuoted) throw new UnreadableSource(`${name} has an unclosed quote, which starts after line ${begin}.`)
  endRow()
  return rows
}
