import { aUint8Array, argumentsOf } from "@mon/bundled/arguments"
import { HEADER, HEADER_WORDS } from "./Table.ts"

const acceptVerifyChecksum = /* @__PURE__ */ argumentsOf("verifyChecksum", () => ({ table: aUint8Array }))

/** The offset of the first byte after the header. The checksum covers all bytes from here on. */
export const TABLE_START = HEADER_WORDS * 4

const REVERSED_POLYNOMIAL = 0xedb88320

const crc32 = (bytes: Uint8Array): number => {
  const steps = Int32Array.from({ length: 256 }, (_, byte) => {
    let x = byte
    for (let bit = 0; bit < 8; bit++) x = (x >>> 1) ^ (REVERSED_POLYNOMIAL & -(x & 1))
    return x
  })
  let crc = -1
  for (const byte of bytes) crc = (crc >>> 8) ^ steps[(crc ^ byte) & 0xff]!
  return ~crc
}

/**
 * Verifies the checksum of a table (CRC-32 as in ISO 3309). Opening a table does not verify it, because that takes
 * longer than the first check.
 *
 * @example
 * verifyChecksum(bytes) // => true
 */
export const verifyChecksum = (bytes: Uint8Array): boolean => {
  acceptVerifyChecksum(bytes)
  if (bytes.byteLength < TABLE_START) return false
  const stored = new DataView(bytes.buffer, bytes.byteOffset, TABLE_START).getInt32(HEADER.checksum * 4, true)
  return stored === crc32(bytes.subarray(TABLE_START))
}
