/**
 * An edit: lines `oldStart` to `oldEnd` (exclusive) of the old text became lines `newStart` to `newEnd` (exclusive) of
 * the new text. Line numbers start at 0.
 */
export interface Edit {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** A list of edits in order, with at least one equal line between two edits. */
export interface EditScript {
  readonly edits: ReadonlyArray<Edit>
  /** Whether the search stopped at a limit. The script is still correct, but may not be the shortest. */
  readonly approximate: boolean
}

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
