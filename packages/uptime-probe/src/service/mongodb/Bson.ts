/** A value of a document that a check needs. Values of all other kinds are null. */
export type BsonValue = boolean | number | string | null

const INT32_BYTES = 4

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(INT32_BYTES)
  bytes.writeInt32LE(value)
  return bytes
}

const NUMBER = 0x10
const TEXT = 0x02

const element = (name: string, value: number | string): Buffer =>
  typeof value === "number"
    ? Buffer.concat([Buffer.of(NUMBER), Buffer.from(`${name}\0`), int32(value)])
    : Buffer.concat([
        Buffer.of(TEXT),
        Buffer.from(`${name}\0`),
        int32(Buffer.byteLength(value) + 1),
        Buffer.from(`${value}\0`)
      ])

/** Writes a document with numbers and texts (bsonspec.org, version 1.1). */
export const writeDocument = (fields: Readonly<Record<string, number | string>>): Buffer => {
  const body = Buffer.concat(Object.entries(fields).map(([name, value]) => element(name, value)))
  return Buffer.concat([int32(INT32_BYTES + body.length + 1), body, Buffer.of(0)])
}

/** The sizes of values whose size is always the same, by their kind. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [0x01, 8],
  [0x06, 0],
  [0x07, 12],
  [0x08, 1],
  [0x09, 8],
  [0x0a, 0],
  [0x10, 4],
  [0x11, 8],
  [0x12, 8],
  [0x13, 16],
  [0x7f, 0],
  [0xff, 0]
])

/** The kinds whose value begins with the length of what follows, and the bytes in addition to this length. */
const PREFIXED: ReadonlyMap<number, number> = new Map([
  [0x02, 4],
  [0x05, 5],
  [0x0d, 4],
  // Documents and arrays count their own length.
  [0x03, 0],
  [0x04, 0]
])

const sizeAt = (bytes: Buffer, kind: number, at: number): number | null => {
  const fixed = SIZES.get(kind)
  if (fixed !== undefined) return fixed
  const more = PREFIXED.get(kind)
  if (more === undefined || bytes.length < at + INT32_BYTES) return null
  const length = bytes.readInt32LE(at)
  return length < 0 ? null : length + more
}

const valueAt = (bytes: Buffer, kind: number, at: number, end: number): BsonValue => {
  switch (kind) {
    case 0x01:
      return bytes.readDoubleLE(at)
    case TEXT:
      return bytes.toString("utf8", at + INT32_BYTES, end - 1)
    case 0x08:
      return bytes[at] === 1
    case NUMBER:
      return bytes.readInt32LE(at)
    case 0x12:
      return Number(bytes.readBigInt64LE(at))
    default:
      return null
  }
}

/** Reads the top level of a document. Returns null if the document is not valid. */
export const readDocument = (bytes: Buffer): ReadonlyMap<string, BsonValue> | null => {
  const found = new Map<string, BsonValue>()
  if (bytes.length < INT32_BYTES + 1) return null
  const end = bytes.readInt32LE(0) - 1
  if (end < INT32_BYTES || end >= bytes.length || bytes[end] !== 0) return null
  for (let at = INT32_BYTES; at < end;) {
    const kind = bytes[at] ?? 0
    const nameEnd = bytes.indexOf(0, at + 1)
    const size = nameEnd === -1 ? null : sizeAt(bytes, kind, nameEnd + 1)
    if (size === null || nameEnd + 1 + size > end) return null
    found.set(bytes.toString("utf8", at + 1, nameEnd), valueAt(bytes, kind, nameEnd + 1, nameEnd + 1 + size))
    at = nameEnd + 1 + size
  }
  return found
}
