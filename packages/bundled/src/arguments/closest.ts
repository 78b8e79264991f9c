/** Returns the number of edits between two short words: insert, delete or replace a letter, or swap two neighbours. */
const distance = (a: string, b: string): number => {
  let before: ReadonlyArray<number> = []
  let row: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const replaced = (row[j - 1] ?? 0) + (isSame ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** The longest name that is compared. */
const MAX_LENGTH = 40

/**
 * Returns the name that a misspelt one probably means. At most a third of its letters may be wrong. Null if no name is
 * that close.
 */
export const closest = (misspelt: string, names: ReadonlyArray<string>): string | null => {
  if (misspelt.length > MAX_LENGTH) return null
  const ranked = names
    .map((name) => ({ name, away: distance(misspelt.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, away }) => away <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.away - b.away)
  return ranked[0]?.name ?? null
}
