/** The entries of a pasted text or a file, with the numbers of distinct, duplicate and invalid entries. */
export interface ParsedProspects {
  /** The names of a table's columns. An unnamed column has an empty name. A list of entries has no columns. */
  readonly columns: ReadonlyArray<string>
  /** The index of the column from which the entries are taken. */
  readonly column: number
  /**
   * The entries to send, in order. They include duplicates and invalid entries, which each become a row of the results.
   */
  readonly entries: ReadonlyArray<string>
  /** Whether entries beyond the limit were dropped. */
  readonly isCut: boolean
  readonly different: number
  readonly duplicates: number
  readonly invalid: number
  readonly invalidExamples: ReadonlyArray<string>
}

export const PROSPECT_LIMIT = 10_000
const EXAMPLES = 3
/** The number of rows from which the delimiter and the column are guessed. */
const SAMPLE = 50

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*\.?$/u

/**
 * Returns whether a text is an address or a domain. The result is only used for counting, because the service checks
 * each entry.
 */
const isEntry = (text: string): boolean => {
  const address = /<([^<>]+)>\s*$/u.exec(text)?.[1] ?? text
  const at = address.lastIndexOf("@")
  if (at === 0 || /\s/u.test(address.trim())) return false
  return HOST.test(address.slice(at + 1).trim())
}

/**
 * Returns whether a text is a domain that can send emails, or an address at such a domain. An incompletely typed domain
 * does not count.
 */
export const isSender = (text: string): boolean => isEntry(text) && /[^.]{2,}\.?$/u.test(text)

/** Returns the rows of a table (RFC 4180). A quoted field can contain delimiters, quotes and line breaks. */
const rowsOf = (text: string, delimiter: string): Array<Array<string>> => {
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let field = ""
  let isQuoted = false
  const endField = () => {
    row.push(field.trim())
    field = ""
  }
  const endRow = () => {
    endField()
    if (row.some((one) => one !== "")) rows.push(row)
    row = []
  }
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? ""
    if (isQuoted) {
      if (letter !== '"') field += letter
      else if (text[index + 1] === '"') {
        field += letter
        index += 1
      } else isQuoted = false
    } else if (letter === '"' && field.trim() === "") {
      field = ""
      isQuoted = true
    } else if (letter === delimiter) endField()
    else if (letter === "\n" || letter === "\r") endRow()
    else field += letter
  }
  endRow()
  return rows
}

const DELIMITERS = [",", ";", "\t", "|"] as const

/**
 * The smallest share that counts as most: of rows with the same number of cells in a table, or of cells that are
 * entries in a list.
 */
const MOST = 0.75

const shareOf = <Item>(items: ReadonlyArray<Item>, test: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(test).length / items.length

/**
 * Returns whether rows form a table: most rows have the same number of cells, and the cells are not just entries side
 * by side.
 */
const isTable = (rows: ReadonlyArray<ReadonlyArray<string>>): boolean => {
  const [first = []] = rows
  if (rows.length < 2 || first.length < 2) return false
  if (shareOf(rows, ({ length }) => length === first.length) < MOST) return false
  const cells = rows.flat().filter((cell) => cell !== "")
  return !first.every((cell) => cell === "" || isEntry(cell)) || shareOf(cells, isEntry) < MOST
}

const tableOf = (text: string): Array<Array<string>> | null => {
  const sample = text.split(/\r?\n/u, SAMPLE).join("\n")
  const delimiter = DELIMITERS.find((one) => isTable(rowsOf(sample, one)))
  return delimiter === undefined ? null : rowsOf(text, delimiter)
}

const guessColumn = (rows: ReadonlyArray<ReadonlyArray<string>>): number => {
  const width = Math.max(...rows.slice(0, SAMPLE).map(({ length }) => length))
  const hits = (column: number, test: (cell: string) => boolean) =>
    rows.slice(0, SAMPLE).filter((row) => test(row[column] ?? "")).length
  // An address counts more than a domain, because tables with addresses often contain domains as well.
  const score = (column: number) =>
    hits(column, isEntry) + hits(column, (cell) => cell.includes("@") && isEntry(cell)) * 2
  let best = 0
  for (let column = 1; column < width; column += 1) if (score(column) > score(best)) best = column
  return best
}

const count = (all: ReadonlyArray<string>): Omit<ParsedProspects, "column" | "columns"> => {
  const entries = all.slice(0, PROSPECT_LIMIT)
  const seen = new Set<string>()
  const invalid: Array<string> = []
  let duplicates = 0
  for (const entry of entries) {
    if (!isEntry(entry)) {
      invalid.push(entry)
      continue
    }
    const key = entry.toLowerCase()
    if (seen.has(key)) duplicates += 1
    else seen.add(key)
  }
  return {
    entries,
    isCut: all.length > PROSPECT_LIMIT,
    different: seen.size,
    duplicates,
    invalid: invalid.length,
    invalidExamples: invalid.slice(0, EXAMPLES)
  }
}

/**
 * Reads a list of addresses and domains, or a table. Without a chosen column, guesses the table's column with
 * addresses. The first row is a header if none of its cells is an entry.
 */
export const parseProspects = (text: string, chosen: number | null = null): ParsedProspects => {
  const clean = text.replace(/^\uFEFF/u, "")
  const rows = tableOf(clean)
  if (rows === null) {
    const parts = clean.split(/[\n,;\t]+/u).flatMap((part) => (part.includes("<") ? [part] : part.split(/\s+/u)))
    const entries = parts.map((part) => part.trim().replace(/^(["'])(.*)\1$/u, "$2")).filter((part) => part !== "")
    return { columns: [], column: 0, ...count(entries) }
  }
  const column = chosen ?? guessColumn(rows)
  const first = rows[0] ?? []
  const hasHeader = !first.some(isEntry)
  const cells = (hasHeader ? rows.slice(1) : rows).map((row) => row[column] ?? "").filter((cell) => cell !== "")
  return { columns: first.map((cell) => (hasHeader ? cell : "")), column, ...count(cells) }
}
