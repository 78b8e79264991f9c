/**
 * Returns the number of edits that turn one word into the other. An edit inserts, deletes or replaces a letter, or
 * swaps two adjacent letters.
 */
const distance = (one: string, other: string): number => {
  let before: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
        )
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}

const MOST_EDITS = 2
const LONGEST = 40

/**
 * Returns the question to append to a message about a mistyped name, with a leading space. The text is empty if no name
 * is similar.
 */
export const didYouMean = (typed: string, names: ReadonlyArray<string>): string => {
  if (typed.length > LONGEST) return ""
  const [best] = names
    .map((name) => ({ name, edits: distance(typed, name) }))
    .filter(({ edits, name }) => edits <= Math.min(MOST_EDITS, Math.ceil(name.length / 3)))
    .toSorted((one, other) => one.edits - other.edits)
  return best === undefined ? "" : ` Did you mean ${best.name}?`
}
