import { aBigint, argumentsOf, aString, type Kind, kindOf, oneOf, shape, whole } from "@mon/bundled/arguments"

/**
 * The maximum number of cached results. The same address is needed several times in a row: one connection needs its
 * result three or four times.
 */
const MAX_ENTRIES = 1_000

/** Returns a function that caches the results of a pure function of a text. Empties the cache when it is full. */
export const memoize = <A>(compute: (text: string) => A): ((text: string) => A) => {
  const cache = new Map<string, A>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = compute(text)
    if (cache.size >= MAX_ENTRIES) cache.clear()
    cache.set(text, result)
    return result
  }
}

const ADDRESS = "an IP address from parseIpAddress"

const HIGHEST = { 4: 2n ** 32n - 1n, 6: 2n ** 128n - 1n } as const

const isInFamily = ({ family, value }: IpAddress): boolean => value >= 0n && value <= HIGHEST[family]

/**
 * Accepts an address that `parseIpAddress` returned.
 *
 * @internal
 */
export const ipAddress = (): Kind => {
  const fields = shape<IpAddress>(ADDRESS, { family: oneOf(4, 6), value: aBigint })
  const inRange = kindOf(ADDRESS, (value) => isInFamily(value as IpAddress))
  return { takes: ADDRESS, fault: (value) => fields.fault(value) ?? inRange.fault(value) }
}

const acceptCanonicalAddress = /* @__PURE__ */ argumentsOf("canonicalAddress", () => ({ text: aString }))

const acceptParseIpAddress = /* @__PURE__ */ argumentsOf("parseIpAddress", () => ({ text: aString }))
const acceptUnmapIpv4 = /* @__PURE__ */ argumentsOf("unmapIpv4", () => ({ address: ipAddress() }))
const acceptHexDigits = /* @__PURE__ */ argumentsOf("hexDigits", () => ({ address: ipAddress() }))
const acceptFormatIpAddress = /* @__PURE__ */ argumentsOf("formatIpAddress", () => ({ address: ipAddress() }))
const acceptInSameNetwork = /* @__PURE__ */ argumentsOf("inSameNetwork", () => ({
  one: ipAddress(),
  other: ipAddress(),
  prefix: whole(0, 128)
}))
const acceptReversedLabels = /* @__PURE__ */ argumentsOf("reversedLabels", () => ({ address: ipAddress() }))
const acceptReverseDnsName = /* @__PURE__ */ argumentsOf("reverseDnsName", () => ({ address: ipAddress() }))

/** An IP address as a number: 32 bits for family 4, 128 bits for family 6. */
export interface IpAddress {
  readonly family: 4 | 6
  readonly value: bigint
}

/** The number of bits in an address of each family. */
export const ADDRESS_BITS = { 4: 32, 6: 128 } as const

/** The maximum length of an address as text: eight groups, the last two in dotted decimal (RFC 4291 section 2.2). */
const MAX_TEXT = 45
const V4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/
const GROUP = /^[0-9a-f]{1,4}$/i
const MAPPED_PREFIX = 0xffffn

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

/** Rewrites a dotted decimal tail of an IPv6 address as two hexadecimal groups. */
const withHexTail = (text: string): string | null => {
  if (!text.includes(".")) return text
  const cut = text.lastIndexOf(":") + 1
  const tail = parseV4(text.slice(cut))
  return tail === null ? null : `${text.slice(0, cut)}${(tail >>> 16).toString(16)}:${(tail & 0xffff).toString(16)}`
}

/** Returns the groups as digits of fixed width, or null if one of the groups is malformed. */
const digitsOf = (groups: ReadonlyArray<string>): string | null => {
  let digits = ""
  for (const group of groups) {
    if (!GROUP.test(group)) return null
    digits += group.padStart(4, "0")
  }
  return digits
}

const groupsOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

const parseV6 = (text: string): bigint | null => {
  const hex = withHexTail(text)
  if (hex === null) return null
  const gap = hex.indexOf("::")
  const head = groupsOf(gap < 0 ? hex : hex.slice(0, gap))
  const tail = gap < 0 ? [] : groupsOf(hex.slice(gap + 2))
  const missing = 8 - head.length - tail.length
  if (gap < 0 ? missing !== 0 : missing < 1) return null
  const first = digitsOf(head)
  const last = digitsOf(tail)
  return first === null || last === null ? null : BigInt(`0x${first}${"0000".repeat(missing)}${last}`)
}

/**
 * Parses dotted decimal or any RFC 4291 text form. Returns null for anything else, including short, octal and
 * hexadecimal IPv4 forms, brackets and zone ids.
 *
 * @example
 * parseIpAddress("10.0.0.1") // => { family: 4, value: 167772161n }
 * parseIpAddress("10.1") // => null
 */
export const parseIpAddress = (text: string): IpAddress | null => {
  acceptParseIpAddress(text)
  if (text.length > MAX_TEXT) return null
  if (text.includes(":")) {
    const value = parseV6(text)
    return value === null ? null : { family: 6, value }
  }
  const value = parseV4(text)
  return value === null ? null : { family: 4, value: BigInt(value) }
}

/**
 * Returns the IPv4 address inside an IPv4-mapped address (::ffff:0:0/96, RFC 4291 section 2.5.5.2). Other addresses
 * stay unchanged.
 */
export const unmapIpv4 = (address: IpAddress): IpAddress => {
  acceptUnmapIpv4(address)
  return address.family === 6 && address.value >> 32n === MAPPED_PREFIX
    ? { family: 4, value: address.value & 0xffffffffn }
    : address
}

const octetsOf = (value: bigint): ReadonlyArray<number> => {
  const number = Number(value)
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255)
}

/** Returns the 32 hexadecimal digits of an IPv6 address. */
export const hexDigits = (address: IpAddress): string => {
  acceptHexDigits(address)
  return address.value.toString(16).padStart(32, "0")
}

/**
 * Returns the start and length of the longest run of zero groups, or of the first of several (RFC 5952 section 4.2).
 */
const longestZeroRun = (groups: ReadonlyArray<string>): { readonly start: number; readonly length: number } => {
  let best = { start: -1, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    let length = 0
    while (groups[start + length] === "0") length++
    if (length > best.length) best = { start, length }
  }
  return best
}

const formatV6 = (address: IpAddress): string => {
  if (address.value >> 32n === MAPPED_PREFIX) return `::ffff:${octetsOf(address.value & 0xffffffffn).join(".")}`
  const digits = hexDigits(address)
  const groups = Array.from({ length: 8 }, (_, index) =>
    Number.parseInt(digits.slice(index * 4, index * 4 + 4), 16).toString(16)
  )
  const run = longestZeroRun(groups)
  if (run.length < 2) return groups.join(":")
  return `${groups.slice(0, run.start).join(":")}::${groups.slice(run.start + run.length).join(":")}`
}

/** Returns the canonical text: dotted decimal for IPv4, or the form of RFC 5952 for IPv6. */
export const formatIpAddress = (address: IpAddress): string => {
  acceptFormatIpAddress(address)
  return address.family === 4 ? octetsOf(address.value).join(".") : formatV6(address)
}

/** Returns whether the first `prefix` bits of two addresses are equal. The addresses must have the same family. */
export const sharesPrefix = (one: IpAddress, other: IpAddress, prefix: number): boolean =>
  (one.value ^ other.value) >> BigInt(ADDRESS_BITS[one.family] - prefix) === 0n

/**
 * Returns whether the first `prefix` bits of two addresses are equal. Always returns false if their families differ.
 */
export const inSameNetwork = (one: IpAddress, other: IpAddress, prefix: number): boolean => {
  acceptInSameNetwork(one, other, prefix)
  return one.family === other.family && sharesPrefix(one, other, prefix)
}

/**
 * Returns the labels of an address in reverse order, as reverse DNS and DNS blocklists use them (RFC 1035 section 3.5,
 * RFC 3596 section 2.5, RFC 5782 section 2.1).
 */
export const reversedLabels = (address: IpAddress): string => {
  acceptReversedLabels(address)
  return (address.family === 4 ? octetsOf(address.value) : Array.from(hexDigits(address))).toReversed().join(".")
}

/** Returns the name of the PTR record of an address, for instance "1.0.0.10.in-addr.arpa". */
export const reverseDnsName = (address: IpAddress): string => {
  acceptReverseDnsName(address)
  return `${reversedLabels(address)}.${address.family === 4 ? "in-addr" : "ip6"}.arpa`
}

const canonical = memoize((text) => {
  const address = parseIpAddress(text)
  return address === null ? null : formatIpAddress(unmapIpv4(address))
})

/**
 * Returns the canonical text of an IP address (RFC 5952), or null for any other text. IPv4-mapped addresses become
 * IPv4.
 *
 * @example
 * canonicalAddress("2001:DB8:0:0::1") // => "2001:db8::1"
 * canonicalAddress("::ffff:127.0.0.1") // => "127.0.0.1"
 * canonicalAddress("0x7f.1") // => null
 */
export const canonicalAddress = (text: string): string | null => {
  acceptCanonicalAddress(text)
  return canonical(text)
}
