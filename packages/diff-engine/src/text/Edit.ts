/** Lines `oldStart` to `oldEnd` (exclusive) of the old text became lines `newStart` to `newEnd` of the new one; from 0. */
export interface Edit {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** Edits in their order, with at least one equal line between two of them. */
export interface EditScript {
  readonly edits: ReadonlyArray<Edit>
  /** The search was cut short: the script is right, but may not be the shortest. */
  readonly approximate: boolean
}

/** Equal lines as pairs of runs to edits: what lies between them changed. */
export const editsBetween = (changedOld: Uint8Array, changedNew: Uint8Array): Array<Edit> => {
  const edits: Array<Edit> = []
  let i = 0
  let j = 0
  while (i < changedOld.length || j < changedNew.length) {
    if (changedOld[i] !== 1 && changedNew[j] !== 1) {
      i++
      j++
      continue
    }
    const oldStart = i
    const newStart = j
    while (changedOld[i] === 1) i++
    while (changedNew[j] === 1) j++
    edits.push({ oldStart, oldEnd: i, newStart, newEnd: j })
  }
  return edits
}
