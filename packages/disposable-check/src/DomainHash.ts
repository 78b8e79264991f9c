// The hash has two 32-bit lanes. They read one lower-case character at a time, from right to left. In this way, they
// produce the hash of every suffix of the domain.

const PRIME_ONE = 0x01000193
const PRIME_TWO = 0x85ebca6b
const MIX_ONE = 0x2c1b3c6d
const MIX_TWO = 0x297a2d39
const MIX_THREE = 0x9e3779b1

export const stepOne = (lane: number, code: number): number => Math.imul(lane ^ code, PRIME_ONE)
export const stepTwo = (lane: number, code: number): number => Math.imul(lane ^ code, PRIME_TWO)

export const laneOne = (seed: number): number => Math.imul(seed + 1, MIX_THREE)
export const laneTwo = (seed: number): number => Math.imul(seed + 1, MIX_TWO)

export const mixOne = (one: number): number => Math.imul(one ^ (one >>> 15), MIX_ONE)
export const mixTwo = (two: number): number => Math.imul(two ^ (two >>> 16), MIX_TWO)

/**
 * Returns the 29 bits that identify a domain within its bucket. They are the upper bits of a slot; its lower three bits
 * are the value.
 */
export const fingerprint = (a: number, b: number): number => (Math.imul(a, MIX_THREE) + b) & ~7

/**
 * Returns the index of the bucket for a mixed lane. The product of a 17-bit hash and fewer than 2^15 buckets fits into
 * 32 bits.
 */
export const bucket = (mixed: number, buckets: number): number => Math.imul(mixed >>> 15, buckets) >>> 17

export const ownerKey = (a: number, b: number): number => Math.imul(a ^ (a >>> 13), MIX_TWO) ^ Math.imul(b, MIX_ONE)

/** Returns the two mixed lanes of a whole domain (lower-case ASCII). */
export const hashDomain = (domain: string, seed: number): { readonly a: number; readonly b: number } => {
  let one = laneOne(seed)
  let two = laneTwo(seed)
  for (let i = domain.length - 1; i >= 0; i--) {
    const code = domain.charCodeAt(i)
    one = stepOne(one, code)
    two = stepTwo(two, code)
  }
  return { a: mixOne(one), b: mixTwo(two) }
}
