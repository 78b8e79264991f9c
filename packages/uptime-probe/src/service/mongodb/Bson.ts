/** A value that a check writes. */
type Written = boolean | number | string | Uint8Array | { readonly [name: string]: Written }

/** A value that a check reads. Documents and arrays are bytes for `readDocument`. Values of other kinds are null. */
export type BsonValue = boolean | number | string | Buffer | null

const INT32_BYTES = 4

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(INT32_BYTES)
  bytes.writeInt32LE(value)
  return bytes
}

/** The kinds of elements (bsonspec.org, version 1.1). */
const DOUBLE = 0x01
const TEXT = 0x02
const DOCUMENT = 0x03
const ARRAY = 0x04
const BINARY = 0x05
const FLAG = 0x08
const NUMBER = 0x10
const LONG = 0x12

/** The length and the subtype in front of binary data. */
const BINARY_HEAD_BYTES = 5

const written = (value: Written): readonly [kind: number, content: Buffer] => {
  switch (typeof value) {
    case "boolean":
      return [FLAG, Buffer.of(value ? 1 : 0)]
    case "number":
      return [NUMBER, int32(value)]
    case "string":
      return [TEXT, Buffer.concat([int32(Buffer.byteLength(value) + 1), Buffer.from(`${value}\0`)])]
    default:
      return value instanceof Uint8Array
        ? [BINARY, Buffer.concat([int32(value.length), Buffer.of(0), value])]
        : [DOCUMENT, writeDocument(value)]
  }
}

/** Writes a document. Numbers are written as integers of 32 bits. */
export const writeDocument = (fields: { readonly [name: string]: Written }): Buffer => {
  const elements = Object.entries(fields).flatMap(([name, value]) => {
    const [kind, content] = written(value)
    return [Buffer.of(kind), Buffer.from(`${name}\0`), content]
  })
  const body = Buffer.concat(elements)
  return Buffer.concat([int32(INT32_BYTES + body.length + 1), body, Buffer.of(0)])
}

/** The sizes of values whose size is always the same, by their kind. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [DOUBLE, 8],
  [0x06, 0],
  [0x07, 12],
  [FLAG, 1],
  [0x09, 8],
  [0x0a, 0],
  [NUMBER, 4],
  [0x11, 8],
  [LONG, 8],
  [0x13, 16],
  [0x7f, 0],
  [0xff, 0]
])

/** The kinds whose value begins with the length of what follows, and the bytes in addition to this length. */
const PREFIXED: ReadonlyMap<number, number> = new Map([
  [TEXT, 4],
  [BINARY, BINARY_HEAD_BYTES],
  [0x0d, 4],
  // Documents and arrays count their own length.
  [DOCUMENT, 0],
  [ARRAY, 0]
])

const sizeAt = (bytes: Buffer, kind: number, at: number): number | null => {
  const fixed = SIZES.get(kind)
  if (fixed !== undefined) return fixed
  const more = PREFIXED.get(kind)
  if (more === undefined || bytes.length < at + INT32_BYTES) return null
  const length = bytes.readInt32LE(at)
  // A text ends with a zero byte, which its length includes.
  return length < (kind === TEXT ? 1 : 0) ? null : length + more
}

const valueAt = (bytes: Buffer, kind: number, at: number, end: number): BsonValue => {
  switch (kind) {
    case DOUBLE:
      return bytes.readDoubleLE(at)
    case TEXT:
      return bytes.toString("utf8", at + INT32_BYTES, end - 1)
    case FLAG:
      return bytes[at] === 1
    case NUMBER:
      return bytes.readInt32LE(at)
    case LONG:
      return Number(bytes.readBigInt64LE(at))
    case DOCUMENT:
    case ARRAY:
      return bytes.subarray(at, end)
    case BINARY:
      return bytes.subarray(at + BINARY_HEAD_BYTES, end)
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
