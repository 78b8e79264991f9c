import { laneOne, laneTwo, mixOne, mixTwo, stepOne, stepTwo } from "./DomainHash.ts"
import { makeProbe, type Table } from "./Table.ts"

/** RFC 5321 section 4.5.3.1.3: a path is 256 octets, of which two are the brackets. */
export const MAX_ADDRESS = 254
/** RFC 1035 section 3.1: 255 octets on the wire are 253 characters. */
export const MAX_DOMAIN = 253
/** RFC 1035 section 2.3.4. */
export const MAX_LABEL = 63

/** What `scan` answers for a text that is no plain `local@domain` or `domain`. */
export const UNUSUAL = -1

const DOT = 46
const HYPHEN = 45

// What a character is in a domain: itself in lower case, or one of these four.
const STRANGE = 0
const IS_DOT = 1
const IS_AT = 2
const IS_HYPHEN = 3
const ORDINARY = 4
const KIND = new Uint8Array(128)
for (const char of "abcdefghijklmnopqrstuvwxyz0123456789") {
  KIND[char.charCodeAt(0)] = char.charCodeAt(0)
  KIND[char.toUpperCase().charCodeAt(0)] = char.charCodeAt(0)
}
KIND[DOT] = IS_DOT
KIND[64] = IS_AT
KIND[HYPHEN] = IS_HYPHEN

/**
 * One pass over the domain from its right end, without allocation: zero for a domain that no rule covers, else the index at
 * which the longest covered suffix starts, times 8, plus the value of its rule; UNUSUAL for what needs a closer look.
 */
export const makeScan = (table: Table): ((text: string) => number) => {
  const probe = makeProbe(table.slots, table.buckets)
  const seedOne = laneOne(table.seed)
  const seedTwo = laneTwo(table.seed)
  return (text) => {
    let i = text.length - 1
    if (i < 1 || i > MAX_ADDRESS) return UNUSUAL
    if (text.charCodeAt(i) === DOT) i--
    const last = i
    let one = seedOne
    let two = seedTwo
    let code = STRANGE
    let left = HYPHEN
    let dots = 0
    let found = 0
    for (;;) {
      const end = i
      for (; i >= 0; i--) {
        const raw = text.charCodeAt(i)
        if (raw > 127) return UNUSUAL
        code = KIND[raw]!
        if (code < ORDINARY) {
          if (code !== IS_HYPHEN || i === end) break
          code = HYPHEN
        }
        one = stepOne(one, code)
        two = stepTwo(two, code)
        left = code
      }
      if (i === end || end - i > MAX_LABEL || left === HYPHEN) return UNUSUAL
      if (i < 0 || code === IS_AT) break
      if (code !== IS_DOT) return UNUSUAL
      if (dots === 0) {
        // A top-level domain starts with a letter, and is never looked up on its own.
        if (left < 97) return UNUSUAL
      } else {
        const value = probe(mixOne(one), mixTwo(two))
        if (value !== 0) found = ((i + 1) << 3) | value
      }
      dots++
      one = stepOne(one, DOT)
      two = stepTwo(two, DOT)
      i--
    }
    if (dots === 0 || i === 0 || last - i > MAX_DOMAIN) return UNUSUAL
    const value = probe(mixOne(one), mixTwo(two))
    return value === 0 ? found : ((i + 1) << 3) | value
  }
}
