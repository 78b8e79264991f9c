/** The values of rows, by column: the outer array has one entry per column. Null stands for the SQL value NULL. */
export type Columns = ReadonlyArray<ReadonlyArray<string | null>>

const escapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"]
])

const valueOf = (field: string): string | null =>
  field === "\\N"
    ? null
    : field.includes("\\")
      ? field.replace(/\\(.)/gsu, (_, sign: string) => escapes.get(sign) ?? sign)
      : field

/**
 * Returns the values of `COPY ... TO STDOUT` in text form (PostgreSQL documentation, COPY, "Text Format"), column by
 * column. Throws if a row does not have `width` fields.
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

/** The fields of a row as bytes, exactly as the server sent them. Null stands for the SQL value NULL. */
export type RawRow = ReadonlyArray<Uint8Array | null>

const BACKSLASH = 0x5c
const TAB = 0x09
const NEWLINE = 0x0a
const RETURN = 0x0d

/**
 * The character after the backslash for each byte that a value cannot contain unescaped. 0 means that the byte needs no
 * escape.
 */
const signs = new Uint8Array(256)
signs[BACKSLASH] = BACKSLASH
signs[TAB] = 0x74
signs[NEWLINE] = 0x6e
signs[RETURN] = 0x72

const NULL = Buffer.from("\\N")

// Every byte of the backup passes through this code, and loops by index are several times faster than iterators.
const escaped = (value: Uint8Array): Uint8Array => {
  let extra = 0
  for (let at = 0; at < value.length; at += 1) if (signs[value[at] ?? 0] !== 0) extra += 1
  if (extra === 0) return value
  const text = new Uint8Array(value.length + extra)
  let to = 0
  for (let at = 0; at < value.length; at += 1) {
    const byte = value[at] ?? 0
    const sign = signs[byte] ?? 0
    if (sign !== 0) text[to++] = BACKSLASH
    text[to++] = sign === 0 ? byte : sign
  }
  return text
}

/**
 * Returns one row in the text form of COPY, which {@link columnsOf} reads.
 *
 * @example
 * copyText([Buffer.from("a\tb"), null]) // => the bytes of "a\\tb\t\\N\n"
 */
export const copyText = (row: RawRow): Uint8Array => {
  const fields = row.map((value) => (value === null ? NULL : escaped(value)))
  const text = new Uint8Array(fields.reduce((sum, field) => sum + field.length + 1, 0))
  let at = 0
  for (const field of fields) {
    text.set(field, at)
    at += field.length
    text[at++] = TAB
  }
  text[text.length - 1] = NEWLINE
  return text
}
