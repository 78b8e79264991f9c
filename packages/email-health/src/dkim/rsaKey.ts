/** The object identifier rsaEncryption 1.2.840.113549.1.1.1, in hex. Its NULL parameters may be missing. */
const RSA_OID = "2a864886f70d010101"

interface Element {
  readonly tag: number
  readonly body: Uint8Array
  readonly rest: Uint8Array
}

const SEQUENCE = 0x30
const INTEGER = 0x02
const BIT_STRING = 0x03
const OBJECT_IDENTIFIER = 0x06

const read = (bytes: Uint8Array): Element | null => {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) return null
  const width = first < 0x80 ? 0 : first & 0x7f
  if (width > 3 || first === 0x80) return null
  let length = width === 0 ? first : 0
  for (const octet of bytes.subarray(2, 2 + width)) length = length * 256 + octet
  const start = 2 + width
  return start + length <= bytes.length
    ? { tag, body: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) }
    : null
}

const expectTag = (bytes: Uint8Array, tag: number): Element | null => {
  const element = read(bytes)
  return element?.tag === tag ? element : null
}

const bitsOf = (integer: Uint8Array): number => {
  const from = integer.findIndex((octet) => octet !== 0)
  const lead = integer[from]
  return lead === undefined ? 0 : (integer.length - from) * 8 - (Math.clz32(lead) - 24)
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (octet) => octet.toString(16).padStart(2, "0")).join("")

const fromPkcs1 = (body: Uint8Array): number | null => {
  const modulus = expectTag(body, INTEGER)
  const exponent = modulus === null ? null : expectTag(modulus.rest, INTEGER)
  return modulus === null || exponent === null || exponent.rest.length > 0 ? null : bitsOf(modulus.body)
}

const fromSpki = (algorithm: Element): number | null => {
  const oid = expectTag(algorithm.body, OBJECT_IDENTIFIER)
  const bits = expectTag(algorithm.rest, BIT_STRING)
  if (oid === null || hex(oid.body) !== RSA_OID || bits === null || bits.body[0] !== 0) return null
  const inner = expectTag(bits.body.subarray(1), SEQUENCE)
  return inner === null ? null : fromPkcs1(inner.body)
}

/**
 * Returns the modulus length of an RSA public key in bits. Reads SubjectPublicKeyInfo and bare RSAPublicKey (RFC 6376
 * section 3.6.1, RFC 8017 appendix A.1.1). Returns null for other data.
 */
export const rsaKeyBits = (der: Uint8Array): number | null => {
  const outer = expectTag(der, SEQUENCE)
  if (outer === null || outer.rest.length > 0) return null
  const first = read(outer.body)
  return first?.tag === SEQUENCE ? fromSpki(first) : fromPkcs1(outer.body)
}
