const BY_LETTERS = 1

/**
 * Returns how well the alternative search terms of an item match the typed text: 2 if a word of a term begins with the
 * text, otherwise 0. Search terms count less than the name of the item, which {@link matchRank} rates.
 */
export const otherWordsRank = (typed: string, otherWords: string): number =>
  Math.max(...otherWords.split(", ").map((text) => matchRank(typed, text))) > BY_LETTERS + 1 ? BY_LETTERS + 1 : 0

/**
 * Removes the items that match only because they contain the typed letters in the same order, if another item contains
 * the typed text as a whole.
 */
export const withoutChance = <A extends { readonly rank: number }>(found: ReadonlyArray<A>): ReadonlyArray<A> =>
  found.some(({ rank }) => rank > BY_LETTERS) ? found.filter(({ rank }) => rank > BY_LETTERS) : found

/**
 * Returns how well a text matches the typed text. 0: no match. A match at the beginning of a word counts more than a
 * match inside a word, and letters that only occur in the same order count least.
 */
export const matchRank = (typed: string, text: string): number => {
  const wanted = typed.trim().toLowerCase()
  const whole = text.toLowerCase()
  const at = whole.indexOf(wanted)
  if (at === 0) return 4
  if (at > 0) return /[\s.\-/]/u.test(whole[at - 1] ?? "") ? 3 : 2
  let from = 0
  for (const letter of wanted) {
    const next = whole.indexOf(letter, from)
    if (next === -1) return 0
    from = next + 1
  }
  return BY_LETTERS
}
