/** Rows by column; null is SQL's NULL. */
export type Columns = ReadonlyArray<ReadonlyArray<string | null>>

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }

const valueOf = (field: string): string | null =>
  field === "\\N"
    ? null
    : field.includes("\\")
      ? field.replace(/\\(.)/gsu, (_, sign: string) => escapes[sign] ?? sign)
      : field

/**
 * The values of `COPY ... TO STDOUT` in text form (PostgreSQL documentation, COPY, "Text Format"), column by column.
 * Throws when a row does not have `width` fields.
 *
 * @example
 * columnsOf("1\tone\n2\t\\N\n", 2) // => [["1", "2"], ["one", null]]
 */
export const columnsOf = (text: string, width: number): Columns => {
  const columns: Array<Array<string | null>> = Array.from({ length: width }, () => [])
  if (text === "") return columns
  if (!text.endsWith("\n")) throw new Error("a row is not complete")
  for (const line of text.slice(0, -1).split("\n")) {
    const fields = width === 0 ? [] : line.split("\t")
    if (fields.length !== width) throw new Error(`a row has ${fields.length} fields instead of ${width}`)
    fields.forEach((field, index) => columns[index]?.push(valueOf(field)))
  }
  return columns
}

const NEWLINE = 0x0a

/** The number of rows in a text; COPY writes a line break within a value as `\n`. */
export const rowsIn = (text: Uint8Array): number => {
  let rows = 0
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) rows += 1
  return rows
}
