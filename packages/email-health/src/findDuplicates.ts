/** Returns each item that occurs more than once in a list. The result has no duplicates. */
export const findDuplicates = (items: Iterable<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const item of items) (seen.has(item) ? twice : seen).add(item)
  return [...twice]
}
