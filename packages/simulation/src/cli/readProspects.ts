import { parseProspect } from "../plan/ProspectEntry.ts"

/** The maximum number of characters of a file that are read. */
export const MAX_FILE = 20_000_000

const NAMES = /^(?:e-?mails?|e-?mail[ _-]?address(?:es)?|mail|address)$/i
const DOMAIN_NAMES = /^(?:domains?|web-?sites?|company[ _-]?domain|urls?)$/i
/** The number of rows that are examined to choose the column if no header names it. */
const SAMPLE = 50

const delimiterOf = (text: string): string => {
  const line = text.split(/\r?\n/, 1)[0] ?? ""
  return (
    [",", ";", "\t"].map((mark) => [mark, line.split(mark).length] as const).sort(([, a], [, b]) => b - a)[0]?.[0] ??
    ","
  )
}

/** Reads CSV with quoted cells (RFC 4180). A quotation mark inside an unquoted cell is part of the text. */
const readCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const delimiter = delimiterOf(text)
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let cell = ""
  let quoted = false
  const endCell = (): void => {
    row.push(cell)
    cell = ""
  }
  const endRow = (): void => {
    endCell()
    if (row.some((value) => value.trim() !== "")) rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!
    if (quoted) {
      if (mark !== '"') cell += mark
      else if (text[at + 1] === '"') {
        cell += mark
        at++
      } else quoted = false
    } else if (mark === '"' && cell === "") quoted = true
    else if (mark === delimiter) endCell()
    else if (mark === "\n") endRow()
    else if (mark !== "\r" || text[at + 1] !== "\n") cell += mark
  }
  endRow()
  return rows
}

const columnNamed = (header: ReadonlyArray<string>): number => {
  const names = header.map((name) => name.trim())
  const mail = names.findIndex((name) => NAMES.test(name))
  return mail >= 0 ? mail : names.findIndex((name) => DOMAIN_NAMES.test(name))
}

const columnThatReads = (rows: ReadonlyArray<ReadonlyArray<string>>): number => {
  const counts = (rows[0] ?? []).map((_, column) =>
    rows.slice(0, SAMPLE).reduce((sum, row) => {
      const read = parseProspect(row[column] ?? "")
      return sum + (read.ok ? (read.email === null ? 1 : 2) : 0)
    }, 0)
  )
  return Math.max(0, counts.indexOf(Math.max(...counts)))
}

/**
 * Returns the entries of a file: one entry per line, or the entries in one column of a CSV. Uses the column that a
 * header names, or otherwise the column with the most valid entries.
 *
 * @example
 * readProspects("name,email\r\nBob,bob@example.com\r\n") // => ["bob@example.com"]
 */
export const readProspects = (file: string): ReadonlyArray<string> => {
  const text = file.startsWith("\ufeff") ? file.slice(1) : file
  const rows = readCsv(text)
  const [header = []] = rows
  const named = columnNamed(header)
  if (named >= 0)
    return rows
      .slice(1)
      .map((row) => row[named]?.trim() ?? "")
      .filter((entry) => entry !== "")
  if (header.length <= 1)
    return text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "")
  const column = columnThatReads(rows)
  return rows.map((row) => row[column]?.trim() ?? "").filter((entry) => entry !== "")
}
