import * as Hash from "effect/Hash"

/** 2^32 divided by the golden ratio. The multiplication spreads similar hashes over all 32 bits (Knuth, TAOCP 6.4). */
const MULTIPLIER = 0x9e3779b1

/**
 * Returns a share of a period, more than 0 and at most 1, that depends on a name. Tasks that start together and wait
 * for this share first do not run at the same time later, so that they need fewer connections to the database.
 */
export const phaseOf = (name: string): number => ((Math.imul(Hash.string(name), MULTIPLIER) >>> 0) + 1) / 2 ** 32
