/** Returns the Levenshtein distance between two short words. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
      )
    row = next
  }
  return row[b.length] ?? 0
}

const MAX_LENGTH = 32

/**
 * Returns the word for which a misspelt word stands: the closest of a few words, at a distance of at most `most`
 * letters and at most a third of the word's length. Null if no word is close enough, or if several words are equally
 * close.
 */
export const closestWord = <Word extends string>(
  misspelt: string,
  words: ReadonlyArray<Word>,
  most: number
): Word | null => {
  if (misspelt === "" || misspelt.length > MAX_LENGTH) return null
  const ranked = words
    .map((word) => ({ word, away: distance(misspelt, word) }))
    .filter(({ word, away }) => away <= Math.min(most, Math.floor(word.length / 3)))
    .toSorted((a, b) => a.away - b.away)
  const [first, second] = ranked
  return first === undefined || first.away === second?.away ? null : first.word
}
