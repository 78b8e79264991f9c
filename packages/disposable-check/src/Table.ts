import { argumentError } from "@mon/bundled/arguments"
// The binary format: a header of 16 words, buckets of four 32-bit slots (29 bits of fingerprint, 3 bits of value), the
// owners of rules (sorted signed 32-bit keys, then 16-bit indexes), and the owners' names in UTF-8. All words are
// little-endian.
import { bucket, fingerprint, hashDomain, ownerKey } from "./DomainHash.ts"

export const MAGIC = 0x3143444d // "MDC1"
export const FORMAT = 1
export const HEADER_WORDS = 16
export const SLOTS_PER_BUCKET = 4
/** The number of buckets must be smaller than this. Otherwise, the multiplication in DomainHash overflows 32 bits. */
export const MAX_BUCKETS = 1 << 15

/** The index of each number in the header. The reader and the builder both use it. */
export const HEADER = {
  magic: 0,
  format: 1,
  buckets: 2,
  seed: 3,
  owners: 4,
  nameBytes: 5,
  checksum: 6,
  rules: 7,
  confirmed: 8,
  keys: 9,
  revision: 10
} as const

/** The values of the three low bits of a slot. Zero means an empty slot. */
export const VALUE = { empty: 0, confirmed: 1, reported: 2, alias: 3, privacy: 4, free: 5, none: 6, typo: 7 } as const

export interface Table {
  readonly slots: Int32Array
  readonly buckets: number
  readonly seed: number
  readonly header: Int32Array
  readonly ownerOf: (rule: string) => string | null
}

const HEADER_BYTES = HEADER_WORDS * 4
const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

// Returns a view if the bytes are aligned, and a copy otherwise or on a big-endian machine.
const words = (bytes: Uint8Array, from: number, count: number): Int32Array => {
  const at = bytes.byteOffset + from
  if (littleEndian && at % 4 === 0) return new Int32Array(bytes.buffer, at, count)
  const view = new DataView(bytes.buffer, at, count * 4)
  return Int32Array.from({ length: count }, (_, i) => view.getInt32(i * 4, true))
}

const refuse = (why: string): never => {
  throw argumentError(`createChecker: table is not a table of disposable domains: ${why}.`)
}

export const slotBytes = (buckets: number): number => buckets * SLOTS_PER_BUCKET * 4
export const ownerBytes = (owners: number): number => owners * 4 + Math.ceil(owners / 2) * 4

const makeOwnerOf = (bytes: Uint8Array, header: Int32Array): ((rule: string) => string | null) => {
  const count = header[HEADER.owners] ?? 0
  const seed = header[HEADER.seed] ?? 0
  const start = HEADER_BYTES + slotBytes(header[HEADER.buckets] ?? 0)
  const keys = words(bytes, start, count)
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, ownerBytes(count))
  const namesStart = start + ownerBytes(count)
  const names = new TextDecoder()
    .decode(bytes.subarray(namesStart, namesStart + (header[HEADER.nameBytes] ?? 0)))
    .split("\n")
  return (rule) => {
    const { a, b } = hashDomain(rule, seed)
    const key = ownerKey(a, b)
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (keys[middle]! < key) low = middle + 1
      else high = middle
    }
    return keys[low] === key ? (names[view.getUint16(count * 4 + low * 2, true)] ?? null) : null
  }
}

/** Opens the binary table without copying it. Throws a TypeError if the bytes are not a table. */
export const openTable = (bytes: Uint8Array): Table => {
  if (bytes.byteLength < HEADER_BYTES) return refuse("the file is shorter than its header")
  const header = words(bytes, 0, HEADER_WORDS)
  if (header[HEADER.magic] !== MAGIC) return refuse("the file does not start with the expected bytes")
  if (header[HEADER.format] !== FORMAT)
    return refuse(`the file has format ${header[HEADER.format]}, but this version reads format ${FORMAT}`)
  const buckets = header[HEADER.buckets] ?? 0
  const owners = header[HEADER.owners] ?? 0
  const nameBytes = header[HEADER.nameBytes] ?? 0
  if (buckets < 1 || buckets >= MAX_BUCKETS || owners < 0 || nameBytes < 0)
    return refuse("the sizes in the header are out of range")
  if (bytes.byteLength !== HEADER_BYTES + slotBytes(buckets) + ownerBytes(owners) + nameBytes)
    return refuse("the length of the file does not match its header")
  let ownerOf: Table["ownerOf"] | undefined
  return {
    slots: words(bytes, HEADER_BYTES, buckets * SLOTS_PER_BUCKET),
    buckets,
    seed: header[HEADER.seed] ?? 0,
    header,
    ownerOf: (rule) => (ownerOf ??= makeOwnerOf(bytes, header))(rule)
  }
}

// Returns the value of a slot that has the wanted fingerprint, else zero. `x` is the slot XOR the fingerprint. The
// function has no branch: the processor cannot predict which of the eight slots has the key, and a wrong prediction
// costs more than the other seven comparisons.
const only = (x: number): number => x & (((x >>> 3) - 1) >> 31)

/** Returns a function that reads the value stored for two mixed lanes, or zero if there is none. */
export const makeProbe =
  (slots: Int32Array, buckets: number) =>
  (a: number, b: number): number => {
    const wanted = fingerprint(a, b)
    const p = bucket(a, buckets) << 2
    const q = bucket(b, buckets) << 2
    return (
      only(slots[p]! ^ wanted) |
      only(slots[p + 1]! ^ wanted) |
      only(slots[p + 2]! ^ wanted) |
      only(slots[p + 3]! ^ wanted) |
      only(slots[q]! ^ wanted) |
      only(slots[q + 1]! ^ wanted) |
      only(slots[q + 2]! ^ wanted) |
      only(slots[q + 3]! ^ wanted)
    )
  }
