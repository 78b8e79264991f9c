/** The first and the last character of a range, as code points or code units. */
export type Range = readonly [first: number, last: number]

/** Returns the ranges in ascending order, merged so that they neither touch nor overlap. */
export const merged = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const found: Array<[number, number]> = []
  for (const [first, last] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const before = found.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else found.push([first, last])
  }
  return found
}

/** Returns the ranges of all characters from 0 to `end` that are not in the given ranges. */
export const inverted = (ranges: ReadonlyArray<Range>, end: number): ReadonlyArray<Range> => {
  const found: Array<Range> = []
  let next = 0
  for (const [first, last] of merged(ranges)) {
    if (first > next) found.push([next, first - 1])
    next = last + 1
  }
  if (next <= end) found.push([next, end])
  return found
}

export const between = (ranges: ReadonlyArray<Range>, from: number, to: number): ReadonlyArray<Range> =>
  ranges.flatMap(([first, last]) =>
    last < from || first > to ? [] : [[Math.max(first, from), Math.min(last, to)] as const]
  )
