/** An address as a number: 32 bits for family 4, 128 bits for family 6. */
export interface IpAddress {
  readonly family: 4 | 6
  readonly value: bigint
}

/** The longest spelling: eight groups whose last two are dotted decimal (RFC 4291 section 2.2). */
const MAX_TEXT = 45
const GROUP = /^[0-9a-f]{1,4}$/i
const V4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/
const MAPPED = 0xffffn

export const BITS = { 4: 32, 6: 128 } as const

const parseV4 = (text: string): number | null => {
  const match = V4.exec(text)
  if (match === null) return null
  let value = 0
  for (let index = 1; index <= 4; index++) {
    const octet = Number(match[index])
    if (octet > 255) return null
    value = value * 256 + octet
  }
  return value
}

const groupsIn = (text: string): ReadonlyArray<string> | null => {
  if (text === "") return []
  const groups = text.split(":")
  const last = groups.at(-1) ?? ""
  if (last.includes(".")) {
    const tail = parseV4(last)
    if (tail === null) return null
    groups.splice(-1, 1, Math.floor(tail / 65_536).toString(16), (tail % 65_536).toString(16))
  }
  return groups.every((group) => GROUP.test(group)) ? groups : null
}

const parseV6 = (text: string): bigint | null => {
  const gap = text.indexOf("::")
  const head = groupsIn(gap < 0 ? text : text.slice(0, gap))
  const tail = gap < 0 ? [] : groupsIn(text.slice(gap + 2))
  if (head === null || tail === null) return null
  const missing = 8 - head.length - tail.length
  if (gap < 0 ? missing !== 0 : missing < 1) return null
  const groups = gap < 0 ? head : [...head, ...Array.from({ length: missing }, () => "0"), ...tail]
  return BigInt(`0x${groups.map((group) => group.padStart(4, "0")).join("")}`)
}

/** Reads dotted decimal or any spelling of RFC 4291; null for everything else, zone ids and brackets included. */
export const parse = (text: string): IpAddress | null => {
  if (text.length > MAX_TEXT) return null
  if (text.includes(":")) {
    const value = parseV6(text)
    return value === null ? null : { family: 6, value }
  }
  const value = parseV4(text)
  return value === null ? null : { family: 4, value: BigInt(value) }
}

/** The IPv4 address inside ::ffff:0:0/96 (RFC 4291 section 2.5.5.2), everything else as it is. */
export const unmap = (address: IpAddress): IpAddress =>
  address.family === 6 && address.value >> 32n === MAPPED ? { family: 4, value: address.value & 0xffffffffn } : address

const formatV4 = (value: bigint): string => {
  const number = Number(value)
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".")
}

/** The 32 hexadecimal digits of an IPv6 address. */
export const nibbles = (address: IpAddress): string => address.value.toString(16).padStart(32, "0")

/** The one spelling of an address (RFC 5952). */
export const format = (address: IpAddress): string => {
  if (address.family === 4) return formatV4(address.value)
  const groups = (nibbles(address).match(/.{4}/g) ?? []).map((group) => Number.parseInt(group, 16).toString(16))
  let [start, length] = [-1, 1]
  for (let from = 0; from < groups.length; from++) {
    let run = 0
    while (groups[from + run] === "0") run++
    if (run > length) [start, length] = [from, run]
  }
  return start < 0 ? groups.join(":") : `${groups.slice(0, start).join(":")}::${groups.slice(start + length).join(":")}`
}

/** Whether the first bits of two addresses of one family agree. */
export const sameNetwork = (one: IpAddress, other: IpAddress, prefix: number): boolean =>
  one.family === other.family && (one.value ^ other.value) >> BigInt(BITS[one.family] - prefix) === 0n

/** The name below which the reverse tree, and a DNS list in its place, holds an address (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export const reversed = (address: IpAddress): string =>
  address.family === 4
    ? formatV4(address.value).split(".").toReversed().join(".")
    : Array.from(nibbles(address)).toReversed().join(".")

export const reverseName = (address: IpAddress): string =>
  `${reversed(address)}.${address.family === 4 ? "in-addr" : "ip6"}.arpa`
