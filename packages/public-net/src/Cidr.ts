import * as IpAddress from "./IpAddress.ts"

/** A block of addresses (RFC 4632, RFC 4291 section 2.3). */
export interface Cidr {
  readonly family: 4 | 6
  readonly base: bigint
  readonly prefix: number
}

/** More networks than any operator lists by hand. */
const MAX_LIST_ENTRIES = 1000
const PREFIX = /^(?:0|[1-9][0-9]{0,2})$/
const WIDTH = { 4: 32, 6: 128 } as const

const hostBits = (family: 4 | 6, prefix: number): bigint => BigInt(WIDTH[family] - prefix)

/** An IPv6 block inside ::ffff:0:0/96 is the IPv4 block it spells. */
const unmapped = (cidr: Cidr): Cidr => {
  if (cidr.family === 4 || cidr.prefix < 96) return cidr
  const address = IpAddress.unmap({ family: 6, value: cidr.base })
  return address.family === 6 ? cidr : { family: 4, base: address.value, prefix: cidr.prefix - 96 }
}

/** Reads "10.0.0.0/8", "fd00::/8" or a single address; bits behind the prefix are cleared; null when it is no block. */
export const parse = (text: string): Cidr | null => {
  const slash = text.indexOf("/")
  const address = IpAddress.parse(slash === -1 ? text : text.slice(0, slash))
  if (address === null) return null
  const digits = slash === -1 ? String(WIDTH[address.family]) : text.slice(slash + 1)
  const prefix = Number(digits)
  if (!PREFIX.test(digits) || prefix > WIDTH[address.family]) return null
  const shift = hostBits(address.family, prefix)
  return unmapped({ family: address.family, base: (address.value >> shift) << shift, prefix })
}

/** Canonical text, for instance "10.0.0.0/8". */
export const format = (cidr: Cidr): string =>
  `${IpAddress.format({ family: cidr.family, value: cidr.base })}/${cidr.prefix}`

/** Whether the address lies in the block; never across families. */
export const contains = (cidr: Cidr, address: IpAddress.IpAddress): boolean => {
  const shift = hostBits(cidr.family, cidr.prefix)
  return cidr.family === address.family && address.value >> shift === cidr.base >> shift
}

/** A list of networks as an operator writes it, or the sentence that says what is wrong with it. */
export type CidrList =
  | { readonly ok: true; readonly cidrs: Array<string> }
  | { readonly ok: false; readonly message: string }

/**
 * Reads a comma list of networks or single addresses into canonical CIDRs; empty text is the empty list.
 *
 * @example
 * parseCidrList("127.0.0.0/8, ::1") // => { ok: true, cidrs: ["127.0.0.0/8", "::1/128"] }
 * parseCidrList("10.0.0.0/33") // => { ok: false, message: "\"10.0.0.0/33\" is not a network such as 10.0.0.0/8 or fd00::/8." }
 */
export const parseCidrList = (text: string): CidrList => {
  const entries = text
    .split(",", MAX_LIST_ENTRIES + 1)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
  if (entries.length > MAX_LIST_ENTRIES)
    return { ok: false, message: `At most ${MAX_LIST_ENTRIES} networks can be listed.` }
  const cidrs: Array<string> = []
  for (const entry of entries) {
    const cidr = parse(entry)
    if (cidr === null)
      return {
        ok: false,
        message: `${JSON.stringify(entry.slice(0, 64))} is not a network such as 10.0.0.0/8 or fd00::/8.`
      }
    cidrs.push(format(cidr))
  }
  return { ok: true, cidrs }
}
