import type { Cursor } from "./Cursor.ts"

/** The types of columns that this package reads or skips (MS-TDS section 2.2.5.4). */
export const types = {
  image: 0x22,
  text: 0x23,
  guid: 0x24,
  intN: 0x26,
  date: 0x28,
  time: 0x29,
  dateTime2: 0x2a,
  dateTimeOffset: 0x2b,
  int1: 0x30,
  bit: 0x32,
  int2: 0x34,
  int4: 0x38,
  smallDateTime: 0x3a,
  float4: 0x3b,
  money: 0x3c,
  dateTime: 0x3d,
  float8: 0x3e,
  variant: 0x62,
  nText: 0x63,
  bitN: 0x68,
  decimalN: 0x6a,
  numericN: 0x6c,
  floatN: 0x6d,
  moneyN: 0x6e,
  dateTimeN: 0x6f,
  smallMoney: 0x7a,
  int8: 0x7f,
  varBinary: 0xa5,
  varChar: 0xa7,
  binary: 0xad,
  char: 0xaf,
  nVarChar: 0xe7,
  nChar: 0xef,
  udt: 0xf0,
  xml: 0xf1
} as const

/** How the length of a value is written. "parts": in parts, as values of the types with "max". */
type Length = "byte" | "long" | "parts" | "pointer" | "short" | { readonly bytes: number }

/** A column of a result. */
export interface Column {
  readonly type: number
  readonly length: Length
  /** The digits after the decimal point. */
  readonly scale: number
  /** Whether texts of one byte per character are UTF-8. */
  readonly isUtf8: boolean
}

const FIXED: ReadonlyMap<number, number> = new Map([
  [types.int1, 1],
  [types.bit, 1],
  [types.int2, 2],
  [types.int4, 4],
  [types.smallDateTime, 4],
  [types.float4, 4],
  [types.smallMoney, 4],
  [types.money, 8],
  [types.dateTime, 8],
  [types.float8, 8],
  [types.int8, 8]
])

const COLLATION_BYTES = 5
/** The flag of a collation whose texts are UTF-8 (MS-TDS section 2.2.5.1.2). */
const UTF8 = 0x04_00_00_00
/** The largest length of a value of a type with "max". */
const MAX = 0xff_ff

const readCollation = (cursor: Cursor): boolean => (cursor.take(COLLATION_BYTES).readUInt32LE() & UTF8) !== 0

const skipTableName = (cursor: Cursor): void => {
  for (let parts = cursor.byte(); parts > 0; parts--) cursor.text(cursor.uint16())
}

/** Reads the type of a column. Returns null if this package does not know the type. Throws `Truncated`. */
const readType = (cursor: Cursor): Column | null => {
  const type = cursor.byte()
  const column = { type, scale: 0, isUtf8: false }
  const bytes = FIXED.get(type)
  if (bytes !== undefined) return { ...column, length: { bytes } }
  switch (type) {
    case types.guid:
    case types.intN:
    case types.bitN:
    case types.floatN:
    case types.moneyN:
    case types.dateTimeN:
      cursor.byte()
      return { ...column, length: "byte" }
    case types.decimalN:
    case types.numericN:
      return { ...column, length: "byte", scale: cursor.take(3).readUInt8(2) }
    case types.date:
      return { ...column, length: "byte" }
    case types.time:
    case types.dateTime2:
    case types.dateTimeOffset:
      return { ...column, length: "byte", scale: cursor.byte() }
    case types.varBinary:
    case types.binary:
      return { ...column, length: cursor.uint16() === MAX ? "parts" : "short" }
    case types.varChar:
    case types.char:
    case types.nVarChar:
    case types.nChar:
      return { ...column, length: cursor.uint16() === MAX ? "parts" : "short", isUtf8: readCollation(cursor) }
    case types.text:
    case types.nText: {
      cursor.uint32()
      const isUtf8 = readCollation(cursor)
      skipTableName(cursor)
      return { ...column, length: "pointer", isUtf8 }
    }
    case types.image:
      cursor.uint32()
      skipTableName(cursor)
      return { ...column, length: "pointer" }
    case types.variant:
      cursor.uint32()
      return { ...column, length: "long" }
    case types.udt:
      cursor.uint16()
      for (let names = 0; names < 3; names++) cursor.text(cursor.byte())
      cursor.text(cursor.uint16())
      return { ...column, length: "parts" }
    case types.xml:
      if (cursor.byte() === 0) return { ...column, length: "parts" }
      cursor.text(cursor.byte())
      cursor.text(cursor.byte())
      cursor.text(cursor.uint16())
      return { ...column, length: "parts" }
    default:
      return null
  }
}

/** The number that stands for a result without columns. */
const NO_COLUMNS = 0xff_ff
/** The type of a user and the flags, in front of the type of a column. */
const COLUMN_HEAD_BYTES = 6

/** Reads the columns of a result. Returns null if one of them has a type that this package does not know. */
export const readColumns = (cursor: Cursor): ReadonlyArray<Column> | null => {
  const given = cursor.uint16()
  const columns: Array<Column> = []
  for (let left = given === NO_COLUMNS ? 0 : given; left > 0; left--) {
    cursor.take(COLUMN_HEAD_BYTES)
    const column = readType(cursor)
    if (column === null) return null
    cursor.text(cursor.byte())
    columns.push(column)
  }
  return columns
}

const NULL_SHORT = 0xff_ff
const NULL_LONG = 0xff_ff_ff_ff
/** Reads a value in parts (MS-TDS section 2.2.5.2.3). Its first 8 bytes are the length, or say that it is NULL. */
const readParts = (cursor: Cursor): Buffer | null => {
  const [low, high] = [cursor.uint32(), cursor.uint32()]
  if (low === NULL_LONG && high === NULL_LONG) return null
  const parts: Array<Buffer> = []
  for (let bytes = cursor.uint32(); bytes > 0; bytes = cursor.uint32()) parts.push(cursor.take(bytes))
  return Buffer.concat(parts)
}

/** Reads a value. Returns null for NULL. Throws `Truncated`. */
export const readCell = (cursor: Cursor, { length }: Column): Buffer | null => {
  if (typeof length === "object") return cursor.take(length.bytes)
  switch (length) {
    case "byte": {
      const bytes = cursor.byte()
      return bytes === 0 ? null : cursor.take(bytes)
    }
    case "short": {
      const bytes = cursor.uint16()
      return bytes === NULL_SHORT ? null : cursor.take(bytes)
    }
    case "long": {
      const bytes = cursor.uint32()
      return bytes === 0 ? null : cursor.take(bytes)
    }
    case "pointer": {
      const pointer = cursor.byte()
      if (pointer === 0) return null
      cursor.take(pointer + 8)
      return cursor.take(cursor.uint32())
    }
    case "parts":
      return readParts(cursor)
  }
}
