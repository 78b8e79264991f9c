import { remembered } from "./Remembered.ts"

/** An address as a number: 32 bits for family 4, 128 bits for family 6. */
export interface IpAddress {
  readonly family: 4 | 6
  readonly value: bigint
}

/** The longest spelling: eight groups whose last two are dotted decimal (RFC 4291 section 2.2). */
const MAX_TEXT = 45
const OCTET = /^(?:0|[1-9][0-9]{0,2})$/
const GROUP = /^[0-9a-f]{1,4}$/i
const MAPPED_PREFIX = 0xffffn

const parseV4 = (text: string): bigint | null => {
  const octets = text.split(".")
  if (octets.length !== 4) return null
  let value = 0
  for (const octet of octets) {
    if (!OCTET.test(octet) || Number(octet) > 255) return null
    value = value * 256 + Number(octet)
  }
  return BigInt(value)
}

const groupsOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

const withHexTail = (text: string): string | null => {
  if (!text.includes(".")) return text
  const cut = text.lastIndexOf(":") + 1
  const tail = parseV4(text.slice(cut))
  if (cut === 0 || tail === null) return null
  return `${text.slice(0, cut)}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`
}

const parseV6 = (text: string): bigint | null => {
  const hex = withHexTail(text)
  if (hex === null) return null
  const halves = hex.split("::")
  if (halves.length > 2) return null
  const head = groupsOf(halves[0] ?? "")
  const tail = groupsOf(halves[1] ?? "")
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array.from({ length: halves.length === 1 ? 0 : missing }, () => "0"), ...tail]
  let value = 0n
  for (const group of groups) {
    if (!GROUP.test(group)) return null
    value = (value << 16n) | BigInt(`0x${group}`)
  }
  return value
}

/** Reads strict dotted decimal or any RFC 4291 spelling; short, octal and hexadecimal IPv4 forms, brackets and zone ids are null. */
export const parse = (text: string): IpAddress | null => {
  if (text.length > MAX_TEXT) return null
  const family = text.includes(":") ? 6 : 4
  const value = family === 6 ? parseV6(text) : parseV4(text)
  return value === null ? null : { family, value }
}

/** The IPv4 address inside ::ffff:0:0/96 (RFC 4291 section 2.5.5.2), everything else as it is. */
export const unmap = (address: IpAddress): IpAddress =>
  address.family === 6 && address.value >> 32n === MAPPED_PREFIX
    ? { family: 4, value: address.value & 0xffffffffn }
    : address

const formatV4 = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".")

/** Start and length of the first longest run of zero groups (RFC 5952 section 4.2). */
const longestZeroRun = (groups: ReadonlyArray<string>): { readonly start: number; readonly length: number } => {
  let best = { start: -1, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    let length = 0
    while (groups[start + length] === "0") length++
    if (length > best.length) best = { start, length }
  }
  return best
}

const formatV6 = (value: bigint): string => {
  if (value >> 32n === MAPPED_PREFIX) return `::ffff:${formatV4(value & 0xffffffffn)}`
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16))
  const run = longestZeroRun(groups)
  if (run.length < 2) return groups.join(":")
  return `${groups.slice(0, run.start).join(":")}::${groups.slice(run.start + run.length).join(":")}`
}

/** Canonical text: dotted decimal, or RFC 5952. */
export const format = (address: IpAddress): string =>
  address.family === 4 ? formatV4(address.value) : formatV6(address.value)

/**
 * The canonical spelling of an IP address (RFC 5952; IPv4-mapped addresses become IPv4), or null when the text is none.
 *
 * @example
 * canonicalAddress("2001:DB8:0:0::1") // => "2001:db8::1"
 * canonicalAddress("::ffff:127.0.0.1") // => "127.0.0.1"
 * canonicalAddress("0x7f.1") // => null
 */
export const canonicalAddress: (text: string) => string | null = remembered((text) => {
  const address = parse(text)
  return address === null ? null : format(unmap(address))
})
