import { listOf, optional, argumentsOf, aString, whole } from "@mon/bundled/arguments"
import { editsBetween, type EditScript } from "./Edit.ts"
import { markFewEdits } from "./fewEdits.ts"
import { intern, markShared } from "./intern.ts"
import { slideEdits } from "./slide.ts"

const acceptDiffLines = /* @__PURE__ */ argumentsOf("diffLines", () => ({
  before: listOf(aString, "an array of lines"),
  after: listOf(aString, "an array of lines"),
  steps: optional(whole(0))
}))

/**
 * The maximum number of edits for which texts are compared directly. For so few edits, it would cost more to number the
 * lines first.
 */
const FEW_EDITS = 64

/** The maximum number of steps of a search. A search of this length takes about a tenth of a second. */
const STEPS = 10_000_000

const sharedStart = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const max = Math.min(a.length, b.length)
  let n = 0
  while (n < max && a[n] === b[n]) n++
  return n
}

const sharedEnd = (a: ReadonlyArray<string>, b: ReadonlyArray<string>, from: number): number => {
  const max = Math.min(a.length, b.length) - from
  let n = 0
  while (n < max && a[a.length - 1 - n] === b[b.length - 1 - n]) n++
  return n
}

/**
 * Returns the edits between two texts that are already split into lines. Does the work of {@link diffLines} without
 * checking the arguments.
 */
export const findEdits = (a: ReadonlyArray<string>, b: ReadonlyArray<string>, steps: number = STEPS): EditScript => {
  const start = sharedStart(a, b)
  const end = sharedEnd(a, b, start)
  const old = a.slice(start, a.length - end)
  const next = b.slice(start, b.length - end)
  const changedOld = new Uint8Array(a.length)
  const changedNew = new Uint8Array(b.length)
  let approximate = false
  if (old.length === 0 || next.length === 0) {
    changedOld.fill(1, start, a.length - end)
    changedNew.fill(1, start, b.length - end)
  } else if (!markFewEdits(old, next, FEW_EDITS, changedOld, changedNew, start, start)) {
    approximate = markShared(
      intern(old, next),
      changedOld.subarray(start, a.length - end),
      changedNew.subarray(start, b.length - end),
      { steps }
    )
  }
  return { edits: slideEdits(editsBetween(changedOld, changedNew), a, b), approximate }
}

/**
 * Returns the edits that turn one list of lines into another. Sets `approximate` if the script may not be the shortest.
 *
 * @example
 * diffLines(["a", "b", "c"], ["a", "x", "c"]).edits // => [{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 }]
 */
export const diffLines = (a: ReadonlyArray<string>, b: ReadonlyArray<string>, steps: number = STEPS): EditScript => {
  acceptDiffLines(a, b, steps)
  return findEdits(a, b, steps)
}
