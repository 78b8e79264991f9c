import type { Range } from "./CodeRanges.ts"

/** The blocks of Unicode 17 that contain letters with upper and lower case. */
const BLOCKS: ReadonlyArray<Range> = [
  [0x41, 0x586],
  [0x10a0, 0x10ff],
  [0x13a0, 0x13fd],
  [0x1c80, 0x1cbf],
  [0x1d79, 0x1d8e],
  [0x1e00, 0x1fff],
  [0x2126, 0x2184],
  [0x24b6, 0x24e9],
  [0x2c00, 0x2d2d],
  [0xa640, 0xa7f6],
  [0xab53, 0xabbf],
  [0xff21, 0xff5a],
  [0x1_0400, 0x1_05bc],
  [0x1_0c80, 0x1_0cf2],
  [0x1_0d50, 0x1_0d85],
  [0x1_18a0, 0x1_18df],
  [0x1_6e40, 0x1_6ed3],
  [0x1_e900, 0x1_e943]
]

/** The dotless i. Its capital letter is I, but it does not count as equal to i. */
const DOTLESS_I = 0x131

const single = (text: string): number | null => {
  const code = text.codePointAt(0) ?? 0
  return text.length === (code > 0xffff ? 2 : 1) ? code : null
}

const makeOrbits = (): ReadonlyMap<number, ReadonlyArray<number>> => {
  const orbits = new Map<number, ReadonlyArray<number>>()
  for (const [first, last] of BLOCKS) {
    for (let code = first; code <= last; code += 1) {
      const text = String.fromCodePoint(code)
      if (code === DOTLESS_I) continue
      for (const other of [single(text.toLowerCase()), single(text.toUpperCase())]) {
        if (other === null || other === code) continue
        const both = new Set([...(orbits.get(code) ?? [code]), ...(orbits.get(other) ?? [other])])
        for (const each of both) orbits.set(each, [...both])
      }
    }
  }
  return orbits
}

let orbits: ReadonlyMap<number, ReadonlyArray<number>> | undefined

/**
 * Returns the given character and all characters that differ from it only in case (simple case folding, as in RE2 and
 * JavaScript).
 */
export const caseOrbit = (code: number): ReadonlyArray<number> => (orbits ??= makeOrbits()).get(code) ?? [code]

/** Returns the ranges, with the upper-case and lower-case forms of their characters added. */
export const folded = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const letters = (orbits ??= makeOrbits())
  const more = ranges.flatMap(([first, last]) => {
    const inside =
      last - first < letters.size
        ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
        : [...letters.keys()].filter((code) => code >= first && code <= last)
    return inside.flatMap((code) => letters.get(code) ?? [])
  })
  return [...ranges, ...more.map((code) => [code, code] as const)]
}
