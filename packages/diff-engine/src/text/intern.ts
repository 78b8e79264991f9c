import { markManyEdits, type SearchLimits } from "./linearSpace.ts"

/** Two sequences of numbers. Equal elements have the same number, and the numbers start at 0. */
export interface Numbered {
  readonly old: Int32Array
  readonly next: Int32Array
  readonly count: number
}

export const intern = <A extends string | number>(a: ArrayLike<A>, b: ArrayLike<A>): Numbered => {
  const ids = new Map<A, number>()
  const number = (elements: ArrayLike<A>): Int32Array => {
    const out = new Int32Array(elements.length)
    for (let i = 0; i < elements.length; i++) {
      const element = elements[i] as A
      let id = ids.get(element)
      if (id === undefined) {
        id = ids.size
        ids.set(element, id)
      }
      out[i] = id
    }
    return out
  }
  const old = number(a)
  const next = number(b)
  return { old, next, count: ids.size }
}

/** The remaining elements of a sequence, and the original index of each. */
interface Compact {
  readonly ids: Int32Array
  readonly index: Int32Array
}

/** Removes the elements that the other sequence does not contain, and marks them as changed. */
const dropOneSided = (ids: Int32Array, other: Int32Array, count: number, changed: Uint8Array): Compact => {
  const present = new Uint8Array(count)
  for (let i = 0; i < other.length; i++) present[other[i] ?? 0] = 1
  const rest = new Int32Array(ids.length)
  const index = new Int32Array(ids.length)
  let length = 0
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? 0
    if (present[id] === 1) {
      rest[length] = id
      index[length] = i
      length++
    } else {
      changed[i] = 1
    }
  }
  return { ids: rest.subarray(0, length), index: index.subarray(0, length) }
}

/**
 * Marks the elements that are not in both sequences. Returns whether the search stopped at a limit. Elements that only
 * one sequence has are never part of the search.
 */
export const markShared = (
  { count, next, old }: Numbered,
  changedOld: Uint8Array,
  changedNew: Uint8Array,
  limits: SearchLimits
): boolean => {
  const restOld = dropOneSided(old, next, count, changedOld)
  const restNew = dropOneSided(next, old, count, changedNew)
  const oldMarks = new Uint8Array(restOld.ids.length)
  const newMarks = new Uint8Array(restNew.ids.length)
  const cut = markManyEdits(restOld.ids, restNew.ids, oldMarks, newMarks, limits)
  for (let i = 0; i < oldMarks.length; i++) if (oldMarks[i] === 1) changedOld[restOld.index[i] ?? 0] = 1
  for (let i = 0; i < newMarks.length; i++) if (newMarks[i] === 1) changedNew[restNew.index[i] ?? 0] = 1
  return cut
}
