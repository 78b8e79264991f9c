import { argumentsOf, aString, type Kind, kindOf, shape, whole } from "@mon/bundled/arguments"
import {
  ADDRESS_BITS,
  formatIpAddress,
  type IpAddress,
  ipAddress,
  parseIpAddress,
  sharesPrefix,
  unmapIpv4
} from "./IpAddress.ts"

/**
 * Accepts a network that `parseCidr` returned.
 *
 * @internal
 */
export const cidrKind = (): Kind => {
  const takes = "a network from parseCidr"
  const fields = shape<Cidr>(takes, { address: ipAddress(), prefix: whole(0, 128) })
  const inFamily = kindOf(takes, (value) => {
    const { address, prefix } = value as Cidr
    return address.family === 6 || prefix <= 32
  })
  return { takes, fault: (value) => fields.fault(value) ?? inFamily.fault(value) }
}

const acceptNetworkOf = /* @__PURE__ */ argumentsOf("networkOf", () => ({ cidr: cidrKind() }))
const acceptHasHostBits = /* @__PURE__ */ argumentsOf("hasHostBits", () => ({ cidr: cidrKind() }))
const acceptFormatCidr = /* @__PURE__ */ argumentsOf("formatCidr", () => ({ cidr: cidrKind() }))
const acceptParseCidr = /* @__PURE__ */ argumentsOf("parseCidr", () => ({ text: aString }))
const acceptCidrContains = /* @__PURE__ */ argumentsOf("cidrContains", () => ({
  cidr: cidrKind(),
  address: ipAddress()
}))
const acceptParseCidrList = /* @__PURE__ */ argumentsOf("parseCidrList", () => ({ text: aString }))

/** A network: an address, and the number of its leading bits that are fixed (RFC 4632, RFC 4291 section 2.3). */
export interface Cidr {
  /** An address in the network. Bits after the prefix may be set, for instance in 10.1.2.3/8. */
  readonly address: IpAddress
  readonly prefix: number
}

/** The maximum number of networks in a list, which is more than any operator writes by hand. */
const MAX_LIST_ENTRIES = 1000
const PREFIX = /^(?:0|[1-9][0-9]{0,2})$/

export const hostBits = ({ address, prefix }: Cidr): bigint => BigInt(ADDRESS_BITS[address.family] - prefix)

/** Returns the network with its host bits cleared. */
export const networkOf = (cidr: Cidr): Cidr => {
  acceptNetworkOf(cidr)
  const bits = hostBits(cidr)
  return { prefix: cidr.prefix, address: { family: cidr.address.family, value: (cidr.address.value >> bits) << bits } }
}

/** Returns whether any bit after the prefix is set. */
export const hasHostBits = (cidr: Cidr): boolean => {
  acceptHasHostBits(cidr)
  return networkOf(cidr).address.value !== cidr.address.value
}

/** Returns the IPv4 network inside an IPv6 network in ::ffff:0:0/96. Other networks stay unchanged. */
const unmapped = (cidr: Cidr): Cidr => {
  const address = cidr.prefix < 96 ? cidr.address : unmapIpv4(cidr.address)
  return address === cidr.address ? cidr : { address, prefix: cidr.prefix - 96 }
}

/**
 * Parses "10.0.0.0/8", "fd00::/8" or a single address, and clears host bits. Returns null for anything else.
 *
 * @example
 * parseCidr("10.0.0.1/8") // => { address: { family: 4, value: 167772160n }, prefix: 8 }
 * parseCidr("10.0.0.0/33") // => null
 */
export const parseCidr = (text: string): Cidr | null => {
  acceptParseCidr(text)
  const slash = text.indexOf("/")
  const address = parseIpAddress(slash === -1 ? text : text.slice(0, slash))
  if (address === null) return null
  const bits = ADDRESS_BITS[address.family]
  const digits = slash === -1 ? String(bits) : text.slice(slash + 1)
  const prefix = Number(digits)
  if (!PREFIX.test(digits) || prefix > bits) return null
  return unmapped(networkOf({ address, prefix }))
}

/** Returns the canonical text, for instance "10.0.0.0/8". */
export const formatCidr = (cidr: Cidr): string => {
  acceptFormatCidr(cidr)
  return `${formatIpAddress(cidr.address)}/${cidr.prefix}`
}

/** Returns whether the network contains the address. Always returns false if their families differ. */
export const cidrContains = (cidr: Cidr, address: IpAddress): boolean => {
  acceptCidrContains(cidr, address)
  return containsAddress(cidr, address)
}

/**
 * Returns the same as {@link cidrContains}, but does not check its arguments, because it is called for every special
 * network.
 */
export const containsAddress = ({ address: network, prefix }: Cidr, address: IpAddress): boolean =>
  network.family === address.family && sharesPrefix(network, address, prefix)

/** A list of networks, or a sentence that explains what is wrong with it. */
export type CidrList =
  | { readonly ok: true; readonly cidrs: Array<string> }
  | { readonly ok: false; readonly message: string }

/**
 * Parses a comma-separated list of networks and single addresses into canonical CIDRs. Empty text gives an empty list.
 *
 * @example
 * parseCidrList("127.0.0.0/8, ::1") // => { ok: true, cidrs: ["127.0.0.0/8", "::1/128"] }
 * parseCidrList("10.0.0.0/33") // => { ok: false, message: "\"10.0.0.0/33\" is not a network such as 10.0.0.0/8 or fd00::/8." }
 */
export const parseCidrList = (text: string): CidrList => {
  acceptParseCidrList(text)
  const entries = text
    .split(",", MAX_LIST_ENTRIES + 1)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
  if (entries.length > MAX_LIST_ENTRIES)
    return { ok: false, message: `At most ${MAX_LIST_ENTRIES} networks can be listed.` }
  const cidrs: Array<string> = []
  for (const entry of entries) {
    const cidr = parseCidr(entry)
    if (cidr === null)
      return {
        ok: false,
        message: `${JSON.stringify(entry.slice(0, 64))} is not a network such as 10.0.0.0/8 or fd00::/8.`
      }
    cidrs.push(formatCidr(cidr))
  }
  return { ok: true, cidrs }
}
