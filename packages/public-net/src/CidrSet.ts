import { listOf, oneOf, argumentsOf } from "@mon/bundled/arguments"
import { type Cidr, cidrKind, hostBits, networkOf } from "./Cidr.ts"
import { ADDRESS_BITS } from "./IpAddress.ts"

const acceptMergeCidrs = /* @__PURE__ */ argumentsOf("mergeCidrs", () => ({ cidrs: listOf(cidrKind()) }))
const acceptCountAddresses = /* @__PURE__ */ argumentsOf("countAddresses", () => ({
  cidrs: listOf(cidrKind()),
  family: oneOf(4, 6)
}))

interface Range {
  readonly first: bigint
  readonly last: bigint
}

const rangeOf = (cidr: Cidr): Range => {
  const first = networkOf(cidr).address.value
  return { first, last: first + (1n << hostBits(cidr)) - 1n }
}

const mergedRanges = (cidrs: ReadonlyArray<Cidr>): ReadonlyArray<Range> => {
  const ranges = cidrs.map(rangeOf).sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
  const merged: Array<Range> = []
  for (const range of ranges) {
    const before = merged.at(-1)
    if (before === undefined || range.first > before.last + 1n) merged.push(range)
    else if (range.last > before.last) merged[merged.length - 1] = { first: before.first, last: range.last }
  }
  return merged
}

const cidrsOf = (range: Range, family: 4 | 6): ReadonlyArray<Cidr> => {
  const cidrs: Array<Cidr> = []
  for (let first = range.first; first <= range.last;) {
    let bits = 0
    while (
      bits < ADDRESS_BITS[family] &&
      (first & ((1n << BigInt(bits + 1)) - 1n)) === 0n &&
      first + (1n << BigInt(bits + 1)) - 1n <= range.last
    )
      bits++
    cidrs.push({ address: { family, value: first }, prefix: ADDRESS_BITS[family] - bits })
    first += 1n << BigInt(bits)
  }
  return cidrs
}

const ofFamily = (cidrs: ReadonlyArray<Cidr>, family: 4 | 6) => cidrs.filter(({ address }) => address.family === family)

/** Returns the shortest list of networks that covers exactly the same addresses as the given networks, IPv4 first. */
export const mergeCidrs = (cidrs: ReadonlyArray<Cidr>): ReadonlyArray<Cidr> => {
  acceptMergeCidrs(cidrs)
  return ([4, 6] as const).flatMap((family) =>
    mergedRanges(ofFamily(cidrs, family)).flatMap((range) => cidrsOf(range, family))
  )
}

/** Counts the addresses of one family that a list of networks covers. An address in several networks counts once. */
export const countAddresses = (cidrs: ReadonlyArray<Cidr>, family: 4 | 6): bigint => {
  acceptCountAddresses(cidrs, family)
  return mergedRanges(ofFamily(cidrs, family)).reduce((sum, { first, last }) => sum + last - first + 1n, 0n)
}
