/**
 * Marks the elements that are not in both sequences, with the greedy algorithm (E. Myers, "An O(ND) Difference
 * Algorithm and Its Variations", 1986, section 3). Returns false if there are more than `limit` edits. Costs O((N + M)
 * + limit²) comparisons at best, and O((N + M) · limit) at worst.
 */
export const markFewEdits = <A>(
  a: ReadonlyArray<A> | Int32Array,
  b: ReadonlyArray<A> | Int32Array,
  limit: number,
  changedOld: Uint8Array,
  changedNew: Uint8Array,
  oldAt = 0,
  newAt = 0
): boolean => {
  const n = a.length
  const m = b.length
  const max = Math.min(limit, n + m)
  const middle = max + 1
  const furthest = new Int32Array(2 * max + 3)
  const trail: Array<Int32Array> = []
  for (let d = 0; d <= max; d++) {
    for (let k = -d; k <= d; k += 2) {
      if (k > n || -k > m) continue
      const down = k === -d || (k !== d && (furthest[middle + k - 1] ?? 0) < (furthest[middle + k + 1] ?? 0))
      let x = down ? (furthest[middle + k + 1] ?? 0) : (furthest[middle + k - 1] ?? 0) + 1
      let y = x - k
      while (x < n && y < m && a[x] === b[y]) {
        x++
        y++
      }
      furthest[middle + k] = x
      if (k === n - m && x >= n) {
        walkBack(trail, d, n, m, changedOld, changedNew, oldAt, newAt)
        return true
      }
    }
    trail.push(furthest.slice(middle - d - 1, middle + d + 2))
  }
  return false
}

const walkBack = (
  trail: ReadonlyArray<Int32Array>,
  last: number,
  n: number,
  m: number,
  changedOld: Uint8Array,
  changedNew: Uint8Array,
  oldAt: number,
  newAt: number
): void => {
  let x = n
  let y = m
  for (let d = last; d > 0; d--) {
    const before = trail[d - 1]
    if (before === undefined) return
    const at = (k: number) => before[k + d] ?? 0
    const k = x - y
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1))
    const fromK = down ? k + 1 : k - 1
    const fromX = at(fromK)
    const fromY = fromX - fromK
    if (down) changedNew[newAt + fromY] = 1
    else changedOld[oldAt + fromX] = 1
    x = fromX
    y = fromY
  }
}
