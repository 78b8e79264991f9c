import { argumentsOf } from "@mon/bundled/arguments"
import { hashes } from "../argumentKinds.ts"
import { type Edit, editsBetween } from "../text/Edit.ts"
import { markFewEdits } from "../text/fewEdits.ts"
import { intern, markShared } from "../text/intern.ts"

const acceptRowBands = /* @__PURE__ */ argumentsOf("rowBands", () => ({ before: hashes(), after: hashes() }))

/** The number of edits above which the greedy search costs more than the linear-space search. */
const FEW_EDITS = 64
/** The maximum number of steps of a search. A search of this length takes a few hundredths of a second. */
const STEPS = 4_000_000

/** A run of rows of the newer image. `y` counts from the top. */
export interface RowBand {
  readonly y: number
  /** The number of changed rows; 0 if rows were removed at `y` and none were added. */
  readonly height: number
}

export const sizeOf = (edits: ReadonlyArray<Edit>): number =>
  edits.reduce((sum, { newEnd, newStart, oldEnd, oldStart }) => sum + Math.max(newEnd - newStart, oldEnd - oldStart), 0)

/** Returns the edits between the rows of two images. A row that only moved up or down does not count as edited. */
export const rowEdits = (before: Int32Array, after: Int32Array): ReadonlyArray<Edit> => {
  const changedOld = new Uint8Array(before.length)
  const changedNew = new Uint8Array(after.length)
  if (!markFewEdits(before, after, FEW_EDITS, changedOld, changedNew)) {
    const numbered = intern(before, after)
    markShared(numbered, changedOld, changedNew, { steps: STEPS })
  }
  const moved = editsBetween(changedOld, changedNew)
  if (before.length !== after.length) return moved
  const differs = Uint8Array.from(before, (hash, y) => (hash === after[y] ? 0 : 1))
  const inPlace = editsBetween(differs, differs)
  return sizeOf(moved) < sizeOf(inPlace) ? moved : inPlace
}

/**
 * Finds which rows of an image changed, from the row hashes of both versions. If you store the hashes of the previous
 * image (4 bytes per row), you only have to decode the new image. Hashes of images of different widths never match.
 *
 * @example
 * rowBands(new Int32Array([1, 2, 3, 4]), new Int32Array([1, 9, 3, 4])) // => [{ y: 1, height: 1 }]
 */
export const rowBands = (before: Int32Array, after: Int32Array): ReadonlyArray<RowBand> => {
  acceptRowBands(before, after)
  return rowEdits(before, after).map(({ newEnd, newStart }) => ({ y: newStart, height: newEnd - newStart }))
}
