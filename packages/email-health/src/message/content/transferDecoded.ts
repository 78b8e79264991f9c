const EQUALS = 0x3d
const CR = 0x0d
const LF = 0x0a

const digitOf = (octet = 0): number => {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30
  const lower = octet | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

const decodeQuotedPrintable = (bytes: Buffer): Buffer => {
  const decoded = Buffer.allocUnsafe(bytes.length)
  let to = 0
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at] ?? 0
    if (octet !== EQUALS) {
      decoded[to++] = octet
      continue
    }
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) {
      at += 2
      continue
    }
    const high = digitOf(bytes[at + 1])
    const low = digitOf(bytes[at + 2])
    if (high < 0 || low < 0) decoded[to++] = octet
    else {
      decoded[to++] = 16 * high + low
      at += 2
    }
  }
  return decoded.subarray(0, to)
}

/** Decodes the transfer encoding of a part (RFC 2045 section 6). Takes linear time. */
export const transferDecoded = (bytes: Buffer, encoding: string): Buffer => {
  if (encoding === "base64") return Buffer.from(bytes.toString("latin1"), "base64")
  return encoding === "quoted-printable" ? decodeQuotedPrintable(bytes) : bytes
}
