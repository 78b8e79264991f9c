/** Gives equal lines the same number. */
export const intern = (
  a: ReadonlyArray<string>,
  b: ReadonlyArray<string>
): { readonly old: Int32Array; readonly new: Int32Array; readonly count: number } => {
  const ids = new Map<string, number>()
  const number = (lines: ReadonlyArray<string>): Int32Array => {
    const out = new Int32Array(lines.length)
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] ?? ""
      let id = ids.get(line)
      if (id === undefined) {
        id = ids.size
        ids.set(line, id)
      }
      out[i] = id
    }
    return out
  }
  const old = number(a)
  const next = number(b)
  return { old, new: next, count: ids.size }
}

/** The rest of a sequence, and the original index of each element. */
export interface Compact {
  readonly ids: Int32Array
  readonly index: Int32Array
}

/** Removes elements that the other sequence does not contain, and marks them as changed. */
export const dropOneSided = (ids: Int32Array, other: Int32Array, count: number, changed: Uint8Array): Compact => {
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
