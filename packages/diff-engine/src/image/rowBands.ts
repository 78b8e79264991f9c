import { type Edit, editsBetween } from "../text/Edit.ts"
import { markFewEdits } from "../text/fewEdits.ts"
import { markManyEdits } from "../text/linearSpace.ts"

/** With more edits than this the greedy search costs more than the linear-space one. */
const FEW_EDITS = 64
/** Steps of the search before it is cut: some hundredths of a second. */
const STEPS = 4_000_000

/** A run of rows of the newer image, from the top. */
export interface RowBand {
  readonly y: number
  /** 0: rows are gone here, none is new. */
  readonly height: number
}

/** How many rows edits are about. */
export const sizeOf = (edits: ReadonlyArray<Edit>): number =>
  edits.reduce((sum, { newEnd, newStart, oldEnd, oldStart }) => sum + Math.max(newEnd - newStart, oldEnd - oldStart), 0)

/** Rows that are not in both images, in their order: what moved up or down is in both. */
export const rowEdits = (before: Int32Array, after: Int32Array): ReadonlyArray<Edit> => {
  const changedOld = new Uint8Array(before.length)
  const changedNew = new Uint8Array(after.length)
  if (!markFewEdits(before, after, FEW_EDITS, changedOld, changedNew)) {
    markManyEdits(before, after, changedOld, changedNew, { steps: STEPS })
  }
  const moved = editsBetween(changedOld, changedNew)
  if (before.length !== after.length) return moved
  const differs = Uint8Array.from(before, (hash, y) => (hash === after[y] ? 0 : 1))
  const inPlace = editsBetween(differs, differs)
  return sizeOf(moved) < sizeOf(inPlace) ? moved : inPlace
}

/**
 * Where an image changed, told from the row hashes of both: with the hashes of the last image kept (4 bytes a row), only the new one needs to be
 * decoded to know whether anything changed, and where from top to bottom. Hashes of images of different widths have nothing in common.
 *
 * @example
 * rowBands(new Int32Array([1, 2, 3, 4]), new Int32Array([1, 9, 3, 4])) // => [{ y: 1, height: 1 }]
 */
export const rowBands = (before: Int32Array, after: Int32Array): ReadonlyArray<RowBand> =>
  rowEdits(before, after).map(({ newEnd, newStart }) => ({ y: newStart, height: newEnd - newStart }))
