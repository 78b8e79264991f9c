/**
 * Returns the number of edits between two short words. An edit inserts, deletes or replaces a letter, or swaps two
 * adjacent letters.
 */
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

const MAX_LENGTH = 40

/**
 * Returns the valid name that a misspelt name probably stands for. At most a third of the letters may be wrong. Returns
 * null if no name is that close.
 */
export const closest = (misspelt: string, names: ReadonlyArray<string>): string | null => {
  if (misspelt.length > MAX_LENGTH) return null
  const ranked = names
    .map((name) => ({ name, away: distance(misspelt.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, away }) => away <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.away - b.away)
  return ranked[0]?.name ?? null
}
