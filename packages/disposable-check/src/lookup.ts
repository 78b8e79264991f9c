import { laneOne, laneTwo, mixOne, mixTwo, stepOne, stepTwo } from "./DomainHash.ts"
import { makeProbe, type Table } from "./Table.ts"

/**
 * The maximum length of an address. RFC 5321 section 4.5.3.1.3 allows a path of 256 octets, two of which are the angle
 * brackets.
 */
export const MAX_ADDRESS = 254
/** The maximum length of a domain. 255 octets on the wire are 253 characters (RFC 1035 section 3.1). */
export const MAX_DOMAIN = 253
/** The maximum length of a label (RFC 1035 section 2.3.4). */
export const MAX_LABEL = 63

/** The result of `scan` for input that is not a plain `local@domain` or `domain`. */
export const UNUSUAL = -1

// The class of a character in a domain: its lower-case form, or 1 for the dot, 2 for the at sign, 3 for the hyphen, and
// 0 for other characters.
const KIND = new Uint8Array(128)
for (let code = 48; code < 58; code++) KIND[code] = code
for (let code = 97; code < 123; code++) KIND[code] = KIND[code - 32] = code
KIND[46] = 1
KIND[64] = 2
KIND[45] = 3

// A scan result contains, from the lowest bits up, the value of the rule (0 for none), the start of the covered suffix,
// and the start of the domain.
export const valueOf = (found: number): number => found & 7
export const ruleStart = (found: number): number => (found >> 3) & 511
export const domainStart = (found: number): number => found >> 12

/**
 * Creates a function that scans a domain in one pass from its right end, without allocations. It returns a result for
 * the longest suffix that a rule covers, or UNUSUAL for input that needs full parsing.
 */
export const makeScan = (table: Table): ((text: string) => number) => {
  const probe = makeProbe(table.slots, table.buckets)
  const seedOne = laneOne(table.seed)
  const seedTwo = laneTwo(table.seed)
  const kinds = KIND
  return (text) => {
    // These constants are inside the function, because bundlers turn constants of a module into variables, which would
    // make the scan a sixth slower.
    const longestAddress = MAX_ADDRESS
    const longestDomain = MAX_DOMAIN
    const longestLabel = MAX_LABEL
    const unusual = UNUSUAL
    const dot = 46
    const hyphen = 45
    const isDot = 1
    const isAt = 2
    const isHyphen = 3
    const ordinary = 4

    let i = text.length - 1
    if (i < 1 || i > longestAddress) return unusual
    if (text.charCodeAt(i) === dot) i--
    const last = i
    let one = seedOne
    let two = seedTwo
    let code = 0
    let left = hyphen
    let dots = 0
    let found = 0
    for (;;) {
      const end = i
      for (; i >= 0; i--) {
        const raw = text.charCodeAt(i)
        if (raw > 127) return unusual
        code = kinds[raw]!
        if (code < ordinary) {
          if (code !== isHyphen || i === end) break
          code = hyphen
        }
        one = stepOne(one, code)
        two = stepTwo(two, code)
        left = code
      }
      if (i === end || end - i > longestLabel || left === hyphen) return unusual
      const whole = i < 0 || code === isAt
      if (!whole && code !== isDot) return unusual
      if (dots !== 0) {
        const value = probe(mixOne(one), mixTwo(two))
        if (value !== 0) found = ((i + 1) << 3) | value
        // A top-level domain must start with a letter. It is never looked up by itself.
      } else if (left < 97) return unusual
      if (whole) break
      dots++
      one = stepOne(one, dot)
      two = stepTwo(two, dot)
      i--
    }
    return dots === 0 || i === 0 || last - i > longestDomain ? unusual : ((i + 1) << 12) | found
  }
}
