import { BITS, format, type IpAddress } from "./IpAddress.ts"

/** A network: the first address and how many bits are fixed. */
export interface Cidr {
  readonly address: IpAddress
  readonly prefix: number
}

interface Range {
  readonly first: bigint
  readonly last: bigint
}

const hostBits = ({ address, prefix }: Cidr): bigint => BigInt(BITS[address.family] - prefix)

/** The network without its host bits. */
export const networkOf = (cidr: Cidr): Cidr => {
  const bits = hostBits(cidr)
  return { prefix: cidr.prefix, address: { family: cidr.address.family, value: (cidr.address.value >> bits) << bits } }
}

export const hasHostBits = (cidr: Cidr): boolean => networkOf(cidr).address.value !== cidr.address.value

export const formatCidr = (cidr: Cidr): string =>
  cidr.prefix === BITS[cidr.address.family] ? format(cidr.address) : `${format(cidr.address)}/${cidr.prefix}`

const rangeOf = (cidr: Cidr): Range => {
  const first = networkOf(cidr).address.value
  return { first, last: first + (1n << hostBits(cidr)) - 1n }
}

const joined = (cidrs: ReadonlyArray<Cidr>): ReadonlyArray<Range> => {
  const ranges = cidrs.map(rangeOf).sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
  const merged: Array<Range> = []
  for (const range of ranges) {
    const before = merged.at(-1)
    if (before === undefined || range.first > before.last + 1n) merged.push(range)
    else if (range.last > before.last) merged[merged.length - 1] = { first: before.first, last: range.last }
  }
  return merged
}

const split = (range: Range, family: 4 | 6): ReadonlyArray<Cidr> => {
  const cidrs: Array<Cidr> = []
  for (let first = range.first; first <= range.last;) {
    let bits = 0
    while (
      bits < BITS[family] &&
      (first & ((1n << BigInt(bits + 1)) - 1n)) === 0n &&
      first + (1n << BigInt(bits + 1)) - 1n <= range.last
    )
      bits++
    cidrs.push({ address: { family, value: first }, prefix: BITS[family] - bits })
    first += 1n << BigInt(bits)
  }
  return cidrs
}

const ofFamily = (cidrs: ReadonlyArray<Cidr>, family: 4 | 6) => cidrs.filter(({ address }) => address.family === family)

/** The smallest list of networks that covers the same addresses, IPv4 first. */
export const minimal = (cidrs: ReadonlyArray<Cidr>): ReadonlyArray<Cidr> =>
  ([4, 6] as const).flatMap((family) => joined(ofFamily(cidrs, family)).flatMap((range) => split(range, family)))

/** How many addresses of a family a list covers, each counted once. */
export const countAddresses = (cidrs: ReadonlyArray<Cidr>, family: 4 | 6): bigint =>
  joined(ofFamily(cidrs, family)).reduce((sum, { first, last }) => sum + last - first + 1n, 0n)
