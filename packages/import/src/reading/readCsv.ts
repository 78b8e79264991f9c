import { checkedText, readingLimits } from "./readJson.ts"
import { UnreadableSource } from "./UnreadableSource.ts"

export interface CsvRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

const SEPARATORS = [",", ";", "\t"] as const

/** A pattern for a first line that names the separator, in the format of Excel. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/iu

/** Returns the separator that is most frequent in the first line, outside quotes. */
const separatorOf = (text: string): string => {
  const [first = ""] = text.replace(/"(?:[^"]|"")*"/gu, "").split(/[\r\n]+/u)
  const counted = SEPARATORS.map((sign) => ({ sign, count: first.split(sign).length }))
  return counted.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ","
}

/**
 * Reads CSV (RFC 4180) with commas, semicolons or tabs, or with the separator that the first line names. Lines end with
 * CR, LF or both. Empty lines are ignored.
 */
export const readCsv = (source: string, name: string): ReadonlyArray<CsvRow> => {
  const text = checkedText(source, name)
  const named = SEPARATOR_LINE.exec(text)
  const separator = named?.[1] ?? separatorOf(text)
  const rows: Array<CsvRow> = []
  let cells: Array<string> = []
  let cell = ""
  let isQuoted = false
  let line = named === null ? 1 : 2
  let begin = line
  const endRow = (): void => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== "")) rows.push({ line: begin, cells })
    if (rows.length > readingLimits.rows)
      throw new UnreadableSource(`${name} has more than ${readingLimits.rows} rows.`)
    cells = []
    cell = ""
    begin = line
  }
  for (let at = named?.[0].length ?? 0; at < text.length; at++) {
    const sign = text[at] ?? ""
    const isEnd = sign === "\n" || (sign === "\r" && text[at + 1] !== "\n")
    if (isEnd) line++
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
    } else if (isEnd) endRow()
    else if (sign !== "\r") cell += sign
  }
  if (isQuoted) throw new UnreadableSource(`${name} has an unclosed quote, which starts after line ${begin}.`)
  endRow()
  return rows
}
